package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/schema"
)

// Sets names sets of categories, as a workspace's use and except may.
var Sets = map[string][]Category{
	"STANDARD": {Wire, Correct, Evolve, Naming, Structure},
	"MINIMAL":  {Wire, Correct},
}

// Select returns the rules that use names (sets, categories or ids; nil means
// STANDARD) and except doesn't. What it doesn't know is an error with the
// nearest name; what is never off can't be excepted.
func Select(all []*Rule, known []Entry, use, except []schema.Ident) ([]*Rule, diag.List) {
	var list diag.List
	known = append(slices.Clone(known), Own...)
	if use == nil {
		use = []schema.Ident{{Name: "STANDARD"}}
	}
	wanted, without := map[*Rule]bool{}, map[*Rule]bool{}
	for _, id := range use {
		pick(all, known, id, wanted, &list)
	}
	for _, id := range except {
		if i := slices.IndexFunc(known, func(e Entry) bool { return e.ID == id.Name }); i >= 0 && !known[i].Planned {
			list.Add("lint", id.Span, "rule "+id.Name+" is never off").Help = "take it out of except"
			continue
		}
		pick(all, known, id, without, &list)
	}
	var picked []*Rule
	for _, r := range all {
		if wanted[r] && !without[r] {
			picked = append(picked, r)
		}
	}
	return picked, list
}

// pick adds the rules that id names. A rule that is off needs its own name.
func pick(all []*Rule, known []Entry, id schema.Ident, into map[*Rule]bool, list *diag.List) {
	set := Sets[id.Name]
	if slices.Contains(Categories, Category(id.Name)) {
		set = []Category{Category(id.Name)}
	}
	found := set != nil
	for _, r := range all {
		if r.ID == id.Name || slices.Contains(set, r.Category) && !r.Off {
			into[r] = true
			found = true
		}
	}
	if found || slices.ContainsFunc(known, func(e Entry) bool { return e.ID == id.Name }) {
		return
	}
	d := list.Add("lint", id.Span, "unknown rule or category "+id.Name)
	candidates := ids(all, known)
	for _, c := range Categories {
		candidates = append(candidates, string(c))
	}
	if near := diag.Nearest(id.Name, append(candidates, "STANDARD", "MINIMAL")); near != "" {
		d.Help = "did you mean " + near + "?"
	} else {
		d.Help = "rpcctl rules lists them all"
	}
}

func ids(all []*Rule, known []Entry) []string {
	var s []string
	for _, r := range all {
		s = append(s, r.ID)
	}
	for _, e := range known {
		s = append(s, e.ID)
	}
	return s
}

// Validate reports rules that break the contract of [Rule].
func Validate(rules []*Rule, known []Entry) error {
	seen := map[string]bool{}
	for _, e := range known {
		if seen[e.ID] {
			return fmt.Errorf("rule %s stands twice", e.ID)
		}
		seen[e.ID] = true
		if !slices.Contains(Categories, e.Category) || e.What == "" {
			return fmt.Errorf("rule %s needs a category and what it says", e.ID)
		}
	}
	for _, r := range rules {
		switch {
		case seen[r.ID]:
			return fmt.Errorf("rule %s stands twice", r.ID)
		case r.ID == "" || r.ID != strings.ToLower(r.ID) || strings.ContainsAny(r.ID, " _:#"):
			return fmt.Errorf("rule %q: an id is in kebab-case", r.ID)
		case !slices.Contains(Categories, r.Category):
			return fmt.Errorf("rule %s has the unknown category %q", r.ID, r.Category)
		case r.Severity < diag.Note || r.Severity > diag.Error:
			return fmt.Errorf("rule %s has no severity", r.ID)
		case r.What == "" || r.Why == "" || r.Bad == "" || r.Good == "":
			return fmt.Errorf("rule %s needs what, why, a bad and a good example", r.ID)
		case strings.Contains(r.What, "\n"):
			return fmt.Errorf("rule %s: what it says is one line", r.ID)
		case !hooked(r):
			return fmt.Errorf("rule %s looks at nothing", r.ID)
		}
		seen[r.ID] = true
	}
	return nil
}

func hooked(r *Rule) bool {
	return r.Package != nil || r.Service != nil || r.Method != nil || r.Param != nil || r.Result != nil || r.Message != nil ||
		r.Error != nil || r.OneOf != nil || r.Field != nil || r.Enum != nil || r.EnumValue != nil || r.Const != nil
}
