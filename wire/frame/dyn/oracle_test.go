package dyn

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// oracle is a second reader of the block codec. It was written from the wire's page
// alone and shares nothing with the package but the text of the contract: it reads
// types from their text and gives values as JSON text.
type oracle struct{ c contract }

var errOracle = errors.New("refused")

func (o oracle) top(name string, b []byte) (string, error) {
	if len(b) < 4 || o.num(b[:4]) != uint64(len(b)-4) {
		return "", errOracle
	}
	return o.message(name, b[4:], 1)
}

func (o oracle) num(b []byte) (n uint64) {
	for _, c := range b {
		n = n*256 + uint64(c)
	}
	return n
}

// width is the size of a fixed type, 0 for the others.
func (o oracle) width(t string) int {
	switch t {
	case "bool", "int8", "uint8":
		return 1
	case "int16", "uint16":
		return 2
	case "int32", "uint32", "float32":
		return 4
	case "int64", "uint64", "float64":
		return 8
	}
	if _, enum := o.c.Enums[t]; enum {
		return 4
	}
	if elem, n := o.fixedList(t); n > 0 {
		return n * o.width(elem)
	}
	return 0
}

// fixedList takes list(T, N) apart; n is 0 where t is no such thing.
func (o oracle) fixedList(t string) (elem string, n int) {
	if !strings.HasPrefix(t, "list(") {
		return "", 0
	}
	body := t[5 : len(t)-1]
	at := strings.LastIndex(body, ",")
	if at < 0 {
		return "", 0
	}
	n, err := strconv.Atoi(strings.TrimSpace(body[at+1:]))
	if err != nil {
		return "", 0
	}
	return body[:at], n
}

type slot struct {
	first   fieldText
	members []fieldText // of a oneof
	width   int         // 0: variable alone
	opt     bool
	typ     string
}

func (o oracle) slots(name string) []slot {
	all := slices.Clone(o.c.Messages[name])
	slices.SortFunc(all, func(a, b fieldText) int { return a.Number - b.Number })
	var out []slot
	where := map[string]int{}
	for _, f := range all {
		if f.OneOf != "" {
			if i, ok := where[f.OneOf]; ok {
				out[i].members = append(out[i].members, f)
				continue
			}
			where[f.OneOf] = len(out)
			out = append(out, slot{first: f, members: []fieldText{f}, width: 4})
			continue
		}
		s := slot{first: f, typ: f.Type}
		if strings.HasPrefix(f.Type, "optional(") {
			s.opt, s.typ = true, f.Type[9:len(f.Type)-1]
		}
		s.width = o.width(s.typ)
		if s.width > 0 && s.opt {
			s.width++
		}
		out = append(out, s)
	}
	return out
}

func (o oracle) message(name string, b []byte, deep int) (string, error) {
	if deep > 100 || len(b) < 2 || int(o.num(b[:2])) > len(b)-2 {
		return "", errOracle
	}
	cut := 2 + int(o.num(b[:2]))
	fix, vary := b[2:cut], b[cut:]
	got := map[int]string{}
	chosen := map[int]uint64{}
	for _, s := range o.slots(name) {
		if s.width == 0 || len(fix) == 0 {
			continue
		}
		if len(fix) < s.width {
			return "", errOracle
		}
		here := fix[:s.width]
		fix = fix[s.width:]
		switch {
		case s.members != nil:
			chosen[s.first.Number] = o.num(here)
		case s.first.Retired:
		case s.opt && here[0] == 0:
		case s.opt && here[0] != 1:
			return "", errOracle
		default:
			if s.opt {
				here = here[1:]
			}
			v, err := o.value(s.typ, here, deep)
			if err != nil {
				return "", err
			}
			got[s.first.Number] = v
		}
	}
	for _, s := range o.slots(name) {
		if s.members == nil && s.width > 0 || len(vary) == 0 {
			continue
		}
		if s.opt && len(vary) >= 4 && o.num(vary[:4]) == math.MaxUint32 {
			vary = vary[4:]
			continue
		}
		part, rest, err := o.part(vary)
		if err != nil {
			return "", err
		}
		vary = rest
		f, typ := s.first, s.typ
		if s.members != nil {
			i := slices.IndexFunc(s.members, func(f fieldText) bool { return uint64(f.Number) == chosen[s.first.Number] })
			if i < 0 {
				continue
			}
			f, typ = s.members[i], s.members[i].Type
		}
		if f.Retired {
			continue
		}
		if got[f.Number], err = o.value(typ, part, deep); err != nil {
			return "", err
		}
	}
	var members []string
	for _, n := range sortedKeys(got) {
		members = append(members, fmt.Sprintf("%q:%s", strconv.Itoa(n), got[n]))
	}
	return "{" + strings.Join(members, ",") + "}", nil
}

func (o oracle) part(b []byte) (part, rest []byte, err error) {
	if len(b) < 4 || o.num(b[:4]) > uint64(len(b)-4) {
		return nil, nil, errOracle
	}
	n := int(o.num(b[:4]))
	return b[4 : 4+n], b[4+n:], nil
}

func (o oracle) value(t string, b []byte, deep int) (string, error) {
	if w := o.width(t); w > 0 && w != len(b) {
		return "", errOracle
	}
	if e, ok := o.c.Enums[t]; ok {
		n := int64(int32(uint32(o.num(b))))
		if e.Closed && n != 0 && !slices.Contains(e.Numbers, n) {
			return "", errOracle
		}
		return strconv.FormatInt(n, 10), nil
	}
	if _, ok := o.c.Messages[t]; ok {
		return o.message(t, b, deep+1)
	}
	switch t {
	case "bool":
		if b[0] > 1 {
			return "", errOracle
		}
		return strconv.FormatBool(b[0] == 1), nil
	case "int8":
		return strconv.Itoa(int(int8(b[0]))), nil
	case "int16":
		return strconv.Itoa(int(int16(o.num(b)))), nil
	case "int32":
		return strconv.Itoa(int(int32(o.num(b)))), nil
	case "int64":
		return strconv.FormatInt(int64(o.num(b)), 10), nil
	case "uint8", "uint16", "uint32", "uint64":
		return strconv.FormatUint(o.num(b), 10), nil
	case "float32":
		return jsonFloat(float64(math.Float32frombits(uint32(o.num(b))))), nil
	case "float64":
		return jsonFloat(math.Float64frombits(o.num(b))), nil
	case "string":
		if !utf8.Valid(b) {
			return "", errOracle
		}
		return jsonText(string(b)), nil
	case "bytes":
		return jsonText(hex.EncodeToString(b)), nil
	}
	if strings.HasPrefix(t, "map(") {
		return o.mapping(t[4:len(t)-1], b, deep)
	}
	elem, n := o.fixedList(t)
	if n == 0 {
		elem = t[strings.IndexByte(t, '(')+1 : len(t)-1]
	}
	return o.elements(elem, n, strings.HasPrefix(t, "set("), b, deep)
}

func (o oracle) elements(elem string, n int, set bool, b []byte, deep int) (string, error) {
	var parts [][]byte
	if w := o.width(elem); w > 0 {
		if len(b)%w != 0 {
			return "", errOracle
		}
		parts = slices.Collect(slices.Chunk(b, w))
	} else {
		if len(b) < 4 {
			return "", errOracle
		}
		count := o.num(b[:4])
		b = b[4:]
		for range count {
			part, rest, err := o.part(b)
			if err != nil {
				return "", err
			}
			parts, b = append(parts, part), rest
		}
		if len(b) > 0 {
			return "", errOracle
		}
	}
	if n > 0 && len(parts) != n {
		return "", errOracle
	}
	var texts []string
	before := map[string]bool{}
	for _, part := range parts {
		if set && before[string(part)] {
			return "", errOracle
		}
		before[string(part)] = true
		text, err := o.value(elem, part, deep)
		if err != nil {
			return "", err
		}
		texts = append(texts, text)
	}
	return "[" + strings.Join(texts, ",") + "]", nil
}

func (o oracle) mapping(inner string, b []byte, deep int) (string, error) {
	comma := strings.IndexByte(inner, ',') // keys are scalars
	kt, vt := inner[:comma], strings.TrimSpace(inner[comma+1:])
	if len(b) < 4 {
		return "", errOracle
	}
	count := o.num(b[:4])
	b = b[4:]
	var texts []string
	before := map[string]bool{}
	for range count {
		kb, rest, err := o.part(b)
		if err != nil || before[string(kb)] {
			return "", errOracle
		}
		before[string(kb)] = true
		vb, rest, err := o.part(rest)
		if err != nil {
			return "", err
		}
		b = rest
		k, err := o.value(kt, kb, deep)
		if err != nil {
			return "", err
		}
		v, err := o.value(vt, vb, deep)
		if err != nil {
			return "", err
		}
		texts = append(texts, "["+k+","+v+"]")
	}
	if len(b) > 0 {
		return "", errOracle
	}
	return "[" + strings.Join(texts, ",") + "]", nil
}

// jsonFloat and jsonText are how values stand in the vectors.
func jsonFloat(f float64) string {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return strconv.Quote(strconv.FormatFloat(f, 'g', -1, 64))
	}
	return strconv.FormatFloat(f, 'g', -1, 64)
}

func jsonText(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(b)
}

func sortedKeys[K int | string, V any](m map[K]V) []K {
	keys := make([]K, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
