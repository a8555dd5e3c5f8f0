package compat

import (
	"slices"
	"testing"

	"github.com/rpcctl/rpcctl/diff"
	"github.com/rpcctl/rpcctl/internal/golden"
	"github.com/rpcctl/rpcctl/wire/all"
)

// TestTables: every wire that says it is judged has one row for each kind, with
// a reason, and none for what diff never reports.
func TestTables(t *testing.T) {
	judged := map[string]bool{}
	for _, w := range all.Infos() {
		judged[w.Name] = w.Judged
		if w.Judged && tableOf(w.Name) == nil {
			t.Errorf("%s is judged and has no table", w.Name)
		}
	}
	for _, table := range Tables() {
		if !judged[table.Wire] {
			t.Errorf("%s has a table and says that it isn't judged", table.Wire)
		}
		rows := map[diff.Kind]int{}
		for _, r := range table.Rows {
			rows[r.On]++
			if r.Doc == "" {
				t.Errorf("%s on %s: no reason", r.On, table.Wire)
			}
			if r.judge != nil && r.Says == "" {
				t.Errorf("%s on %s: decides, and doesn't say what", r.On, table.Wire)
			}
			if r.judge == nil && r.Writes == (Pair{}) && r.Calls == (Pair{}) {
				t.Errorf("%s on %s: no outcome", r.On, table.Wire)
			}
		}
		for _, k := range diff.Kinds {
			if rows[k] != 1 {
				t.Errorf("%s on %s: %d rows, want 1", k, table.Wire, rows[k])
			}
			delete(rows, k)
		}
		for k := range rows {
			t.Errorf("%s on %s: a stale row", k, table.Wire)
		}
	}
}

// uneven are the rows that treat a param otherwise than a field, by wire.
var uneven = map[string]string{
	"rpch/field-added":             "a param is an argument, and arguments are counted",
	"rpch/field-removed":           "a param is an argument, and arguments are counted",
	"rpch/field-retired":           "a retired argument is still one",
	"rpch/field-renamed":           "an argument has no key",
	"rpch/field-type-changed":      "the name of an argument's type is compared",
	"rpch/field-default-changed":   "an argument is always there",
	"rpch/field-json-name-changed": "an argument has no key",
}

// TestSymmetry: params are judged as fields are, unless a waiver says why not.
func TestSymmetry(t *testing.T) {
	pairs := map[diff.Kind]diff.Kind{
		diff.FieldAdded: diff.MethodParamAdded, diff.FieldRemoved: diff.MethodParamRemoved, diff.FieldRetired: diff.MethodParamRetired,
		diff.FieldRenamed: diff.MethodParamRenamed, diff.FieldNumberChanged: diff.MethodParamNumberChanged,
		diff.FieldTypeChanged: diff.MethodParamTypeChanged, diff.FieldPresenceChanged: diff.MethodParamPresenceChanged,
		diff.FieldDefaultChanged: diff.MethodParamDefaultChanged, diff.FieldEncodingChanged: diff.MethodParamEncodingChanged,
		diff.FieldJSONNameChanged: diff.MethodParamJSONNameChanged, diff.FieldBoundsChanged: diff.MethodParamBoundsChanged,
	}
	used := map[string]bool{}
	for _, table := range Tables() {
		for field, param := range pairs {
			a, b := table.row(field), table.row(param)
			even := a.Says == b.Says && a.Writes == b.Writes && a.Calls == b.Calls
			key := table.Wire + "/" + string(field)
			used[key] = uneven[key] != ""
			if !even && uneven[key] == "" {
				t.Errorf("%s: says %q of a field and %q of a param", key, a.Text(), b.Text())
			}
			if even && uneven[key] != "" {
				t.Errorf("%s: a waiver that isn't needed", key)
			}
		}
	}
	for key := range uneven {
		if !used[key] {
			t.Errorf("%s: a waiver of nothing", key)
		}
	}
}

// TestForgotten: a kind that no row covers is never safe.
func TestForgotten(t *testing.T) {
	r := (&Table{}).row("field-painted")
	if r.Writes.Worst() != Corrupt || r.Calls.Worst() != Corrupt {
		t.Errorf("a kind without a row is %v", r.Text())
	}
}

func TestMarkdown(t *testing.T) {
	golden.Equal(t, "../docs/compat.md", Markdown(slices.Concat(Tables(), AspectTables())))
}
