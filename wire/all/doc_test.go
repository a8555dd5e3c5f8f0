package all

import (
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rpcctl/rpcctl/internal/golden"
	"github.com/rpcctl/rpcctl/schema"
)

const doc = "../../docs/wires.md"

// TestDocIsCurrent holds the tables of docs/wires.md to what the wires say of
// themselves. What stands between the tables is written by people.
func TestDocIsCurrent(t *testing.T) {
	text, err := os.ReadFile(doc)
	if err != nil {
		t.Fatal(err)
	}
	printed := map[string]string{"overview": overview(Infos()) + carried(Infos())}
	for _, w := range Infos() {
		printed[w.Name] = facts(w)
		if !strings.Contains(string(text), "\n## `"+w.Name+"`\n") {
			t.Errorf("docs/wires.md has no section on %s", w.Name)
		}
	}
	mark := regexp.MustCompile(`(?s)<!-- printed: (\S+) -->\n.*?<!-- end -->\n`)
	out := mark.ReplaceAllStringFunc(string(text), func(m string) string {
		name := mark.FindStringSubmatch(m)[1]
		body, known := printed[name]
		if !known {
			t.Errorf("nothing is printed for %s", name)
		}
		delete(printed, name)
		return "<!-- printed: " + name + " -->\n\n" + body + "\n<!-- end -->\n"
	})
	for name := range printed {
		t.Errorf("docs/wires.md has no marks for %s", name)
	}
	golden.Equal(t, doc, []byte(out))
}

// overview compares the wires.
func overview(wires []*schema.WireInfo) string {
	var b strings.Builder
	row := func(what string, cell func(*schema.WireInfo) string) {
		b.WriteString("| " + what + " |")
		for _, w := range wires {
			b.WriteString(" " + cell(w) + " |")
		}
		b.WriteByte('\n')
	}
	yes := func(has func(*schema.WireInfo) bool) func(*schema.WireInfo) string {
		return func(w *schema.WireInfo) string {
			if has(w) {
				return "yes"
			}
			return "no"
		}
	}
	row("", func(w *schema.WireInfo) string { return "[`" + w.Name + "`](#" + w.Name + ")" })
	row("---", func(*schema.WireInfo) string { return "---" })
	row("served and called here", yes(func(w *schema.WireInfo) bool { return spoken(w.Name) }))
	row("changes are judged", yes(func(w *schema.WireInfo) bool { return w.Judged }))
	row("a call names its method by", func(w *schema.WireInfo) string {
		if w.MethodIDs {
			return "number"
		}
		return "name"
	})
	row("fields are told apart by", func(w *schema.WireInfo) string { return string(w.Identity) })
	row("names of messages travel", yes(func(w *schema.WireInfo) bool { return w.TypeNames }))
	row("params", func(w *schema.WireInfo) string {
		if w.OneMessage {
			return "one message"
		}
		return "any number"
	})
	row("optional params and results", yes(func(w *schema.WireInfo) bool { return w.OptionalParam }))
	row("methods without a result", yes(func(w *schema.WireInfo) bool { return w.Void }))
	row("one-way methods", yes(func(w *schema.WireInfo) bool { return w.Oneway }))
	row("declared errors", yes(func(w *schema.WireInfo) bool { return w.Errors }))
	row("streams of messages", yes(func(w *schema.WireInfo) bool { return w.TypedStreams }))
	row("raw streams", func(w *schema.WireInfo) string {
		switch {
		case w.RawStreams && w.OneStream:
			return "one in a method"
		case w.RawStreams:
			return "yes"
		}
		return "no"
	})
	return b.String()
}

func spoken(wire string) bool {
	for _, p := range Protocols() {
		if p.Info.Name == wire {
			return true
		}
	}
	return false
}

var kinds = []struct {
	kind schema.Kind
	name string
}{
	{schema.KindBool, "bool"},
	{schema.KindInt8, "int8"}, {schema.KindInt16, "int16"}, {schema.KindInt32, "int32"}, {schema.KindInt64, "int64"},
	{schema.KindUint8, "uint8"}, {schema.KindUint16, "uint16"}, {schema.KindUint32, "uint32"}, {schema.KindUint64, "uint64"},
	{schema.KindFloat32, "float32"}, {schema.KindFloat64, "float64"}, {schema.KindString, "string"}, {schema.KindBytes, "bytes"},
	{schema.KindEnum, "enum"}, {schema.KindMessage, "message"},
	{schema.KindList, "list(T)"}, {schema.KindSet, "set(T)"}, {schema.KindMap, "map(K, V)"},
	{schema.KindStream, "stream(T)"}, {schema.KindRawIn, "istream"}, {schema.KindRawOut, "ostream"}, {schema.KindRawStream, "stream"},
}

// carried says how each type travels: in a message, and as a param or result
// where that differs.
func carried(wires []*schema.WireInfo) string {
	var b strings.Builder
	b.WriteString("\nHow a type travels in a message, and behind a slash as a param or result where that differs:\n\n| type |")
	for _, w := range wires {
		b.WriteString(" `" + w.Name + "` |")
	}
	b.WriteString("\n| --- |" + strings.Repeat(" --- |", len(wires)) + "\n")
	for _, k := range kinds {
		b.WriteString("| `" + k.name + "` |")
		for _, w := range wires {
			field, param := carriage(w, k.kind)
			if k.kind.Streams() || field == param {
				field, param = param, ""
			}
			if param != "" {
				param = " / " + param
			}
			b.WriteString(" " + field + param + " |")
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// carriage is one cell: as in a message, and as a param or result.
func carriage(w *schema.WireInfo, k schema.Kind) (field, param string) {
	say := func(c schema.Carry, listed bool) string {
		switch {
		case !listed:
			return "yes"
		case c.As == 0:
			return "no"
		}
		return "as " + c.As.String()
	}
	f, inField := w.Field[k]
	p, inParam := w.Param[k]
	if !inParam && w.OneMessage {
		p, inParam = f, inField
	}
	if k == schema.KindStream && !w.TypedStreams || k.Raw() && !w.RawStreams {
		p, inParam = schema.Carry{}, true
	}
	return say(f, inField), say(p, inParam)
}

// own returns what params and results have besides fields.
func own(w *schema.WireInfo) map[schema.Kind]schema.Carry {
	m := map[schema.Kind]schema.Carry{}
	for k, c := range w.Param {
		if w.Field[k] != c {
			m[k] = c
		}
	}
	return m
}

// facts lists what is special about one wire.
func facts(w *schema.WireInfo) string {
	var b strings.Builder
	item := func(format string, args ...any) { fmt.Fprintf(&b, "- "+format+"\n", args...) }
	item("%s.", strings.ToUpper(w.Doc[:1])+w.Doc[1:])
	for _, place := range []struct {
		where   string
		carries map[schema.Kind]schema.Carry
	}{{"", w.Field}, {" in a list, set or map", w.Elem}, {" as a member of a oneof", w.Member}, {" as a param or result", own(w)}} {
		why := map[string][]string{} // the types, by what is said of them
		for _, k := range kinds {
			if c, listed := place.carries[k.kind]; listed {
				says := "Not carried" + place.where + ", since " + c.Why
				if c.As != 0 {
					says = "As another type" + place.where + ", since " + c.Why
				}
				why[says] = append(why[says], "`"+k.name+"`")
			}
		}
		for _, says := range slices.Sorted(maps.Keys(why)) {
			item("%s: %s.", says, strings.Join(why[says], ", "))
		}
	}
	keys := make([]string, len(w.MapKeys))
	for i, k := range w.MapKeys {
		keys[i] = k.String()
	}
	item("Keys of maps: %s.", strings.Join(keys, ", "))
	if w.MaxNumber > 0 {
		item("Numbers of fields are 1 to %d.", w.MaxNumber)
	}
	for _, r := range w.KeptNumbers {
		item("It keeps the numbers %s for itself.", r.String())
	}
	for _, r := range w.KeptCodes {
		item("No error has a code of %s, which it keeps for itself.", r.String())
	}
	if w.MaxFixedPart > 0 {
		item("The fixed part of a message has at most %d bytes.", w.MaxFixedPart)
	}
	none := true
	for _, element := range []string{"service", "method", "message"} {
		if attrs := w.Blocks[element]; len(attrs) > 0 {
			none = false
			item("A `wire \"%s\"` block in a %s may say `%s`.", w.Name, element, strings.Join(attrs, "`, `"))
		}
	}
	if none {
		item("A `wire \"%s\"` block has nothing to say.", w.Name)
	}
	return b.String()
}
