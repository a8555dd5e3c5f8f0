package dyn

import (
	"bytes"
	"slices"
	"strconv"

	"github.com/rpcctl/rpcctl/schema"
)

func mismatch(t schema.Type, v any) error {
	return faultf(-1, "a value of Go type %T where the contract has %s", v, t)
}

// noForm is for types that Link has not resolved, and for streams.
func noForm(t schema.Type) error { return faultf(-1, "%s has no form on this wire", t) }

func index(i int) string { return "[" + strconv.Itoa(i) + "]" }

// check refuses what would be lost in silence: values of fields that m doesn't
// have, streams, and two members of a oneof. Values of retired fields are left out
// on purpose.
func check(m *schema.Message, r schema.Record) error {
	known := 0
	for _, f := range m.ByNumber() {
		if _, ok := r[f.Number]; !ok {
			continue
		}
		known++
		if f.Type.Kind.Streams() {
			return inside(f.Name, faultf(-1, "a stream has no place in a message"))
		}
		if o := f.InOneOf(); o != nil && f.Retired == "" {
			if first := setMember(o, r); first != f {
				return inside(f.Name, faultf(-1, "%s is set as well, and both are in the oneof %s", first.Name, o.Name))
			}
		}
	}
	if known == len(r) {
		return nil
	}
	var strangers []int
	for n := range r {
		if m.Field(n) == nil {
			strangers = append(strangers, n)
		}
	}
	if len(strangers) == 0 {
		return nil // a number that two fields have: Link's error
	}
	return faultf(-1, "no field %d", slices.Min(strangers))
}

// setMember returns the member of o that r has, nil for none.
func setMember(o *schema.OneOf, r schema.Record) *schema.Field {
	for _, f := range o.Fields() {
		if _, ok := r[f.Number]; ok && f.Retired == "" {
			return f
		}
	}
	return nil
}

// pair is an element of a set, or an entry of a map, as bytes.
type pair struct {
	key, value []byte
	from       int // where in the value
}

// sortPairs brings pairs into the order of their keys and refuses equal ones.
func sortPairs(pairs []pair, what string) error {
	slices.SortStableFunc(pairs, func(a, b pair) int { return bytes.Compare(a.key, b.key) })
	for i := 1; i < len(pairs); i++ {
		if bytes.Equal(pairs[i-1].key, pairs[i].key) {
			return inside(index(pairs[i].from), faultf(-1, "%s twice", what))
		}
	}
	return nil
}

// seen notices keys that come again while reading.
type seen map[string]struct{}

func (s seen) add(key []byte, at int, what string) error {
	if _, twice := s[string(key)]; twice {
		return faultf(at, "%s twice", what)
	}
	s[string(key)] = struct{}{}
	return nil
}
