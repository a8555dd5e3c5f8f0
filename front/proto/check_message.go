package proto

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

// maxSetNumber is the highest number of an extension in a message set.
const maxSetNumber = 1<<31 - 2

func (m *message) maxNumber() int64 {
	if m.set {
		return maxSetNumber
	}
	return schema.MaxNumber
}

// checkMessageSet reads message_set_wire_format, which says which numbers are
// allowed.
func (r *reader) checkMessageSet(m *message, h *holder) {
	o := h.find("message_set_wire_format")
	if o == nil {
		return
	}
	m.set = o.value.Text == "true" && o.value.Kind == schema.NameValue
	if m.set && r.syntax == proto3 {
		r.errorf(o.span, m.full, "message "+m.full+" is a message set, which proto3 does not have").Help = "use a field of type google.protobuf.Any"
	}
}

// checkMessage checks a message once all of it is read. What is the same in
// every language is Link's: numbers used twice, reserved numbers and names.
func (r *reader) checkMessage(m *message, h *holder) {
	if o := h.find("map_entry"); o != nil {
		r.errorf(o.span, m.full, "message "+m.full+" has the option map_entry").Help = "write a field of type map<K, V>"
	}
	r.checkFeaturesUse(h)
	if m.set && len(m.fields) > 0 {
		r.errorf(m.fields[0].f.NameSpan, m.fields[0].full(), "field "+m.fields[0].full()+" stands in a message set, which has extensions alone").Help = "take it out"
	}
	if m.set && len(m.ranges) == 0 {
		r.errorf(m.m.NameSpan, m.full, "message "+m.full+" is a message set without extensions").Help = "write extensions 4 to max;"
	}
	reserved := sortedRanges(m.m.Reserved.Ranges)
	r.checkOverlap(m.full, "reserved ranges", reserved)
	given := make([]schema.NumberRange, len(m.ranges))
	for i, g := range m.ranges {
		given[i] = g.NumberRange
	}
	given = sortedRanges(given)
	r.checkOverlap(m.full, "extension ranges", given)
	for i, j := 0, 0; i < len(reserved) && j < len(given); {
		a, b := reserved[i], given[j]
		if a.From <= b.To && b.From <= a.To {
			d := r.errorf(b.Span, m.full, m.full+" gives "+b.String()+" to extensions and reserves "+a.String())
			d.Related = append(d.Related, diag.Related{Message: "reserved here", Span: a.Span})
			d.Help = "a number is one or the other"
		}
		if a.From < b.From {
			i++
		} else {
			j++
		}
	}
	for _, f := range m.fields {
		n := int64(f.f.Number)
		i, _ := slices.BinarySearchFunc(given, n, func(g schema.NumberRange, n int64) int { return cmp.Compare(g.To, n) })
		if i < len(given) && given[i].From <= n {
			d := r.errorf(f.f.NumberSpan, f.full(), "field "+f.full()+" has the number "+strconv.Itoa(f.f.Number)+", which is for extensions")
			d.Related = append(d.Related, diag.Related{Message: "given to extensions here", Span: given[i].Span})
			d.Help = "choose another number"
		}
	}
	r.checkJSON(m)
}

func sortedRanges(ranges []schema.NumberRange) []schema.NumberRange {
	list := slices.Clone(ranges)
	slices.SortStableFunc(list, func(a, b schema.NumberRange) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To)) })
	return list
}

// checkOverlap reports ranges that hold the same numbers; they are sorted.
func (r *reader) checkOverlap(full, what string, ranges []schema.NumberRange) {
	for i := 1; i < len(ranges); i++ {
		if a, b := ranges[i-1], ranges[i]; b.From <= a.To {
			d := r.errorf(b.Span, full, full+" has "+what+" that overlap: "+a.String()+" and "+b.String())
			d.Related = append(d.Related, diag.Related{Message: "the other is here", Span: a.Span})
			d.Help = "make one of them shorter"
		}
	}
}

// checkJSON reports fields that have one name in JSON. Where JSON is only done
// as well as can be (proto2, or by json_format) that is allowed for names that
// nobody wrote.
func (r *reader) checkJSON(m *message) {
	type named struct {
		f      *field
		custom bool
	}
	for _, useCustom := range []bool{false, true} {
		seen := make(map[string]named, len(m.fields))
		written := false
		for _, f := range m.fields {
			name, custom := jsonName(f.f.Name), false
			if o := f.holder.find("json_name"); useCustom && o != nil {
				name, custom = o.value.Text, true
				written = true
			}
			first, taken := seen[name]
			if !taken {
				seen[name] = named{f, custom}
				continue
			}
			if useCustom && !custom && !first.custom || m.features.json != "ALLOW" && !custom && !first.custom || first.f.f.Name == f.f.Name {
				continue
			}
			d := r.errorf(f.f.NameSpan, f.full(), "field "+f.full()+" has the JSON name "+quoted(name)+", which is "+first.f.f.Name+"'s")
			d.Related = append(d.Related, diag.Related{Message: first.f.f.Name + " is here", Span: first.f.f.NameSpan})
			d.Help = "give one of them another json_name"
		}
		if !useCustom && !hasCustom(m) || useCustom && !written {
			return
		}
	}
}

func hasCustom(m *message) bool {
	return slices.ContainsFunc(m.fields, func(f *field) bool { return f.holder.find("json_name") != nil })
}

// checkNumber reports numbers that .proto keeps for itself; that a number is
// out of range is Link's.
func (r *reader) checkNumber(f *field, n uint64) {
	if n >= 19000 && n <= 19999 {
		d := r.errorf(f.f.NumberSpan, f.full(), "field "+f.full()+" has the number "+strconv.FormatUint(n, 10)+", and 19000-19999 are kept for implementations")
		d.Code, d.Help = "field-number-range", "choose another number"
	}
}

// checkExtensionNumber does for extensions what Link does for fields.
func (r *reader) checkExtensionNumber(f *field) {
	if n := f.f.Number; n < 1 || n > maxSetNumber {
		d := r.errorf(f.f.NumberSpan, f.full(), "extension "+f.full()+" has the number "+strconv.Itoa(n))
		d.Code, d.Help = "field-number-range", "a number is 1 to "+strconv.Itoa(schema.MaxNumber)
	}
}

// checkField checks what the syntax of the file has to say of a field.
func (r *reader) checkField(f *field) {
	packed, preset := f.holder.find("packed"), f.holder.find("default")
	map_ := f.word == "map"
	switch r.syntax {
	case proto2:
		if f.label == noLabel && f.f.OneOf == "" && !map_ {
			r.errorf(f.f.NameSpan, f.full(), "field "+f.full()+" has no label, and proto2 wants one").Help = "write optional, required or repeated before the type"
		}
	case proto3:
		if f.label == required {
			r.errorf(r.labelSpan(f), f.full(), "field "+f.full()+" is required, which proto3 does not have").Help = "take required out, and check it in the handler"
		}
		if preset != nil {
			r.errorf(preset.span, f.full(), "field "+f.full()+" has a default, which proto3 does not have").Help = "take it out: absent is zero"
		}
	case editions:
		if f.label == required {
			r.errorf(r.labelSpan(f), f.full(), "field "+f.full()+" is required, which editions say otherwise").Help = "write [features.field_presence = LEGACY_REQUIRED]"
		}
		if f.label == optional {
			r.errorf(r.labelSpan(f), f.full(), "field "+f.full()+" is optional, which editions say otherwise").Help = "take optional out: presence is tracked unless features.field_presence says IMPLICIT"
		}
		if packed != nil {
			r.errorf(packed.span, f.full(), "field "+f.full()+" has packed, which editions say otherwise").Help = "write [features.repeated_field_encoding = PACKED]"
		}
	}
	r.checkFeaturesUse(f.holder)
}

// checkFeaturesUse reports features outside of editions.
func (f *file) checkFeaturesUse(h *holder) {
	if f.syntax == editions {
		return
	}
	for _, o := range h.options {
		if p := o.name[0]; !p.extension && p.text == "features" {
			f.errorf(f.span(p.at), h.full, h.kind+" "+h.full+" has features, which "+f.syntax.String()+" does not have").Help = `write edition = "2023"; in place of the syntax`
			return
		}
	}
}
