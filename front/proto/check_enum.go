package proto

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

func (r *reader) checkEnum(e *enum) {
	r.checkFeaturesUse(e.holder)
	if len(e.e.Values) == 0 {
		r.errorf(e.e.NameSpan, e.full, "enum "+e.full+" has no values").Help = "give it one, with the number 0"
		return
	}
	if v := e.e.Values[0]; v.Number != 0 && !e.e.Closed {
		r.errorf(v.NumberSpan, join(e.full, v.Name), "the first value of enum "+e.full+" is not 0").Help = "an open enum begins with 0, which means that nothing was said"
	}
	r.checkAliases(e)
	r.checkOverlap(e.full, "reserved ranges", sortedRanges(e.e.Reserved.Ranges))
	r.checkEnumJSON(e)
}

func (r *reader) checkAliases(e *enum) {
	o := e.holder.find("allow_alias")
	allowed := o != nil && o.value.Kind == schema.NameValue && o.value.Text == "true"
	first := make(map[int64]*schema.EnumValue, len(e.e.Values))
	aliased := false
	for _, v := range e.e.Values {
		old := first[v.Number]
		first[v.Number] = v
		if old == nil {
			continue
		}
		aliased = true
		if !allowed {
			d := r.errorf(v.NumberSpan, join(e.full, v.Name), "enum "+e.full+" has "+old.Name+" and "+v.Name+" for one number")
			d.Related = append(d.Related, diag.Related{Message: old.Name + " is here", Span: old.NumberSpan})
			d.Help = "choose another number, or say option allow_alias = true; where that is meant"
		}
	}
	if allowed && !aliased {
		r.errorf(o.span, e.full, "enum "+e.full+" allows aliases and has none").Help = "take allow_alias out"
	}
}

// checkEnumJSON reports values that become one name where generators drop the
// enum's name from them.
func (r *reader) checkEnumJSON(e *enum) {
	if e.features.json != "ALLOW" {
		return
	}
	seen := make(map[string]*schema.EnumValue, len(e.e.Values))
	own := e.e.Name[strings.LastIndexByte(e.e.Name, '.')+1:]
	for _, v := range e.e.Values {
		name := camel(withoutPrefix(v.Name, own))
		first := seen[name]
		if first == nil || first.Number == v.Number {
			seen[name] = v
			continue
		}
		d := r.errorf(v.NameSpan, join(e.full, v.Name), "enum "+e.full+" has "+first.Name+" and "+v.Name+", which are one name without the enum's: "+name)
		d.Related = append(d.Related, diag.Related{Message: first.Name + " is here", Span: first.NameSpan})
		d.Help = "rename one of them"
	}
}

// withoutPrefix takes prefix off name, whatever its case and underscores are,
// unless nothing would be left.
func withoutPrefix(name, prefix string) string {
	j := 0
	for i, c := range name {
		if c == '_' {
			continue
		}
		p, size := utf8.DecodeRuneInString(prefix[j:])
		for p == '_' {
			j += size
			p, size = utf8.DecodeRuneInString(prefix[j:])
		}
		if j == len(prefix) {
			if rest := strings.TrimLeft(name[i:], "_"); rest != "" {
				return rest
			}
			return name
		}
		if unicode.ToLower(c) != unicode.ToLower(p) {
			return name
		}
		j += size
	}
	return name
}

func camel(name string) string {
	var b strings.Builder
	upper := true
	for _, c := range name {
		switch {
		case c == '_':
			upper = true
			continue
		case upper:
			b.WriteRune(unicode.ToUpper(c))
		default:
			b.WriteRune(unicode.ToLower(c))
		}
		upper = false
	}
	return b.String()
}
