package gosrc

import (
	"strconv"
	"strings"
	"time"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

func one(list []*directive, kind string) *directive {
	for _, d := range list {
		if d.kind == kind {
			return d
		}
	}
	return nil
}

func (d *directive) word(key string) *word {
	if d == nil {
		return nil
	}
	for i := range d.words {
		if d.words[i].key == key {
			return &d.words[i]
		}
	}
	return nil
}

// text returns a word's value, "" where it isn't there.
func (r *reader) text(d *directive, key string) string {
	w := d.word(key)
	if w == nil {
		return ""
	}
	if w.value == "" {
		r.errorf(w.at, "//rpc:%s says %s without a value", d.kind, key).Help = "write " + key + "=…"
	}
	return w.value
}

func (r *reader) flag(d *directive, key string) bool {
	w := d.word(key)
	if w == nil || w.given && w.value == "false" {
		return false
	}
	if w.given && w.value != "true" {
		r.errorf(w.at, "//rpc:%s says %s=%s", d.kind, key, w.value).Help = "write " + key + " alone"
	}
	return true
}

// id returns a number that is an id or a code.
func (r *reader) id(d *directive, key string) (uint32, diag.Span) {
	w := d.word(key)
	if w == nil {
		return 0, diag.Span{}
	}
	n, err := strconv.ParseUint(w.value, 10, 32)
	if err != nil {
		r.errorf(w.at, "//rpc:%s has the %s %s", d.kind, key, strconv.Quote(w.value)).Help = "it is a number, 1 to 4294967295"
	}
	return uint32(n), w.at
}

// names returns a list of names with commas between them.
func (r *reader) names(d *directive, key string) []schema.Ident {
	w := d.word(key)
	if w == nil {
		return nil
	}
	var list []schema.Ident
	at := 0
	for part := range strings.SplitSeq(w.value, ",") {
		span := w.at
		if span.End().Offset-span.Start().Offset == len(w.value) {
			span = d.src.file.Span(w.at.Start().Offset+at, w.at.Start().Offset+at+len(part))
		}
		at += len(part) + 1
		if name := strings.TrimSpace(part); name != "" {
			list = append(list, schema.Ident{Name: name, Span: span})
		} else {
			r.errorf(span, "//rpc:%s has an empty name in %s", d.kind, key).Help = "write names with commas between them"
		}
	}
	return list
}

func (r *reader) timeout(d *directive) *time.Duration {
	w := d.word("timeout")
	if w == nil {
		return nil
	}
	t, err := time.ParseDuration(w.value)
	if err != nil || t <= 0 {
		r.errorf(w.at, "the timeout %s is no duration above zero", strconv.Quote(w.value)).Help = "write a number with a unit: 200ms, 1.5s, 2m"
		return nil
	}
	return &t
}

// blocks returns what //rpc:wire lines say.
func (r *reader) blocks(list []*directive) []schema.WireBlock {
	var blocks []schema.WireBlock
	for _, d := range list {
		if d.kind != "wire" {
			continue
		}
		if len(d.words) == 0 || d.words[0].key != "wire" {
			r.errorf(d.span, "//rpc:wire names no wire").Help = "write //rpc:wire NAME attribute=value"
			continue
		}
		b := schema.WireBlock{Wire: schema.Ident{Name: d.words[0].value, Span: d.words[0].at}}
		for _, w := range d.words[1:] {
			if !w.given {
				r.errorf(w.at, "//rpc:wire says %s without a value", w.key).Help = "write " + w.key + "=…"
			}
			b.Attrs = append(b.Attrs, schema.WireAttr{Name: w.key, Value: w.value, Span: w.at})
		}
		blocks = append(blocks, b)
	}
	return blocks
}

// reserved returns what //rpc:reserved says.
func (r *reader) reserved(list []*directive) schema.Reserved {
	var out schema.Reserved
	d := one(list, "reserved")
	for _, i := range r.names(d, "ids") {
		low, high, two := strings.Cut(i.Name, "-")
		if low == "" { // a negative number
			var rest string
			rest, high, two = strings.Cut(i.Name[1:], "-")
			low = "-" + rest
		}
		if !two {
			high = low
		}
		from, err1 := strconv.ParseInt(low, 10, 64)
		to, err2 := strconv.ParseInt(high, 10, 64)
		if err1 != nil || err2 != nil {
			r.errorf(i.Span, "//rpc:reserved has the ids %s", strconv.Quote(i.Name)).Help = "write a number, or two with a - between: 8,10-19"
			continue
		}
		out.Ranges = append(out.Ranges, schema.NumberRange{From: from, To: to, Span: i.Span})
	}
	out.Names = r.names(d, "names")
	return out
}
