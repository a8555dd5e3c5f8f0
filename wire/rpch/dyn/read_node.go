package dyn

import (
	"encoding/base64"
	"strconv"

	"github.com/rpcctl/rpcctl/schema"
)

// nodeRecord is what JavaScript makes of JSON where the contract has m: nothing is
// checked. What is missing, or null, is Undefined; a value of another type stands
// as it is, and an object where none belongs as an empty Record.
func nodeRecord(m *schema.Message, t tree) schema.Record {
	r := schema.Record{}
	for _, f := range m.Fields {
		if f.Retired != "" || f.Type.Kind.Streams() {
			continue
		}
		var found *tree
		for i := range t.members { // the last counts
			if t.members[i].key == f.JSONName() {
				found = &t.members[i].value
			}
		}
		mayLack := f.Presence == schema.Optional || f.InOneOf() != nil
		switch {
		case found != nil && (found.kind != 'n' || !mayLack):
			r[f.Number] = nodeValue(f.Type, *found)
		case found == nil && !mayLack:
			r[f.Number] = schema.Undefined{}
		}
	}
	for _, o := range m.OneOfs { // a reader looks at the first
		seen := false
		for _, f := range o.Fields() {
			if _, there := r[f.Number]; there && seen {
				delete(r, f.Number)
			} else if there {
				seen = true
			}
		}
	}
	return r
}

func nodeValue(t schema.Type, j tree) any {
	switch j.kind {
	case 't', 'f':
		return j.kind == 't'
	case '#':
		x, _ := strconv.ParseFloat(j.text, 64) // infinity where it is too large
		if t.Kind.Integer() || t.Kind == schema.KindEnum {
			return number(t.Kind, x)
		}
		return x
	case 's':
		if t.Kind == schema.KindBytes {
			if b, err := base64.StdEncoding.DecodeString(j.text); err == nil {
				return b
			}
		}
		return j.text
	case '[':
		elem := schema.Type{}
		if t.Kind == schema.KindList || t.Kind == schema.KindSet {
			elem = *t.Elem
		}
		items := make([]any, len(j.items))
		for i, item := range j.items {
			items[i] = nodeValue(elem, item)
		}
		return items
	case '{':
		if t.Kind == schema.KindMap {
			return nodeMap(t, j)
		}
		if t.Kind == schema.KindMessage && t.Message() != nil {
			return nodeRecord(t.Message(), j)
		}
		return schema.Record{}
	}
	return schema.Undefined{}
}

func nodeMap(t schema.Type, j tree) any {
	entries, at := []schema.Entry{}, map[string]int{}
	for _, member := range j.members {
		key, ok := readKey(*t.Key, member.key)
		if !ok {
			key = member.key
		}
		e := schema.Entry{Key: key, Value: nodeValue(*t.Elem, member.value)}
		if i, twice := at[member.key]; twice {
			entries[i] = e
			continue
		}
		at[member.key] = len(entries)
		entries = append(entries, e)
	}
	return entries
}
