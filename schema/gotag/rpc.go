package gotag

import (
	"strconv"
	"strings"

	"github.com/rpcctl/rpcctl/schema"
)

// Options are the words that an rpc tag may hold behind its number.
func Options() []string {
	return []string{"name", "required", "optional", "default", "encoding", "packed", "was", "deprecated", "retired", "oneof", "json",
		"min", "max", "max_len", "pattern", "unix_ms", "unix_ns", "timestamp"}
}

// rpc reads NUMBER[,option[=value]]…; a value with a comma stands in single
// quotes, in which a quote is written twice.
func (p *parser) rpc(v Word) {
	p.f.RPC, p.f.Value = true, v.At
	if v.Text == "-" {
		p.f.Skip = true
		return
	}
	parts := p.commas(v)
	if first := parts[0]; first.Text != "" && !strings.Contains(first.Text, "=") && !known(first.Text) {
		p.number(first, "rpc")
		parts = parts[1:]
	} else if first.Text == "" {
		parts = parts[1:]
	}
	seen := map[string]bool{}
	for _, w := range parts {
		key, value, given := strings.Cut(w.Text, "=")
		at := w.part(0, len(key)).At
		if seen[key] && key != "was" {
			p.problem(at, "says "+key+" twice", "keep one")
			continue
		}
		seen[key] = true
		word := Word{At: w.At}
		if given {
			word = w.part(len(key)+1, len(w.Text))
			word.Text = unquote(value)
		}
		p.option(key, at, word, given)
	}
}

func known(key string) bool {
	for _, o := range Options() {
		if o == key {
			return true
		}
	}
	return false
}

func (p *parser) option(key string, at Range, v Word, given bool) {
	f := &p.f
	value := func(to *Word) {
		if v.Text == "" {
			p.problem(at, "says "+key+" without a value", "write "+key+"=…")
			return
		}
		*to = v
	}
	flag := func() bool {
		if given && v.Text != "true" && v.Text != "false" {
			p.problem(v.At, "says "+key+"="+clip(v.Text), "write "+key+" alone")
			return false
		}
		return v.Text != "false"
	}
	text := func(empty string) string {
		if v.Text == "" {
			return empty
		}
		return v.Text
	}
	switch key {
	case "name":
		value(&f.Name)
	case "json":
		value(&f.JSON)
	case "oneof":
		value(&f.OneOf)
	case "was":
		var w Word
		if value(&w); w.Text != "" {
			f.Was = append(f.Was, w)
		}
	case "required":
		if flag() {
			f.Presence = schema.Required
		}
	case "optional":
		if flag() {
			f.Presence = schema.Optional
		}
	case "packed":
		b := flag()
		f.Packed = &b
	case "deprecated":
		f.Deprecated = text("true")
	case "retired":
		f.Retired = text("true")
	case "unix_ms", "unix_ns", "timestamp":
		if f.Time != "" {
			p.problem(at, "says both "+f.Time+" and "+key, "keep one")
		}
		f.Time = key
	case "default":
		f.Default = &v
		if !given {
			p.problem(at, "says default without a value", "write default=…")
		}
	case "min":
		f.Min = &v
	case "max":
		f.Max = &v
	case "max_len":
		f.MaxLen = &v
	case "pattern":
		f.Pattern = &v
	case "encoding":
		switch v.Text {
		case "varint", "zigzag", "fixed":
			f.Encoding = v
		default:
			p.problem(at, "has the unknown encoding "+strconv.Quote(clip(v.Text)), "an encoding is varint, zigzag or fixed")
		}
	default:
		p.problem(at, "has the unknown word "+strconv.Quote(clip(key))+" in its rpc tag", "known are "+strings.Join(Options(), ", ")).Near = key
	}
}

// commas splits at commas that stand outside single quotes. A quote counts only
// behind a =.
func (p *parser) commas(v Word) []Word {
	var parts []Word
	start, quoted := 0, false
	for i := 0; i < len(v.Text); i++ {
		switch c := v.Text[i]; {
		case c == '\'' && (quoted || i > 0 && v.Text[i-1] == '='):
			quoted = !quoted || i+1 < len(v.Text) && v.Text[i+1] == '\''
			if quoted && i+1 < len(v.Text) && v.Text[i+1] == '\'' && v.Text[i-1] != '=' {
				i++
			}
		case c == ',' && !quoted:
			parts = append(parts, v.part(start, i))
			start = i + 1
		}
	}
	if quoted {
		p.problem(v.part(start, len(v.Text)).At, "has a quote in its rpc tag that does not end", "write ' at the end of the value; inside it is written twice")
	}
	return append(parts, v.part(start, len(v.Text)))
}

func unquote(s string) string {
	if len(s) >= 2 && s[0] == '\'' && s[len(s)-1] == '\'' {
		return strings.ReplaceAll(s[1:len(s)-1], "''", "'")
	}
	return s
}

// Quote writes a value as an rpc tag has it: in single quotes where it must be.
func Quote(s string) string {
	if strings.ContainsAny(s, ",'") || strings.TrimSpace(s) != s {
		return "'" + strings.ReplaceAll(s, "'", "''") + "'"
	}
	return s
}
