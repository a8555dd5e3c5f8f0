package compat

import (
	"fmt"
	"regexp"
	"time"

	"github.com/rpcctl/rpcctl/diff"
	"github.com/rpcctl/rpcctl/schema"
)

// docsTable judges whether people were told: nothing goes that wasn't deprecated
// in OLD, itself or what it stands in.
func docsTable() *Table {
	var rows []Row
	for _, k := range []diff.Kind{
		diff.PackageRemoved, diff.ServiceRemoved, diff.MethodRemoved, diff.MethodParamRemoved, diff.MethodParamRetired, diff.MessageRemoved,
		diff.EnumRemoved, diff.ErrorRemoved, diff.FieldRemoved, diff.FieldRetired, diff.EnumValueRemoved, diff.ConstRemoved,
	} {
		rows = append(rows, Row{On: k, Says: "reject, exact where OLD deprecates it or what it stands in (docs_grace days ago, where that is set)", Doc: "it was not deprecated before it went"})
	}
	for _, k := range []diff.Kind{diff.PackageWireRemoved, diff.ServiceWireRemoved, diff.MethodErrorRemoved} {
		rows = append(rows, Row{On: k, Says: "reject, exact where OLD deprecates what it stands in (docs_grace days ago, where that is set)", Doc: "what promised it was not deprecated before"})
	}
	return &Table{
		Wire: "docs", Doc: "Nothing is removed that was not deprecated first.",
		Rows: others(rows, func(k diff.Kind) Row { return calls(k, Exact, Exact, "nothing goes") }),
		rule: docsRule,
	}
}

func docsRule(j *judging, a *Aspect) func(*Change, *Row) ruling {
	return func(c *Change, row *Row) ruling {
		r := ruling{use: User, out: Pair{Exact}}
		if row.Says == "" {
			return r
		}
		said, on := deprecation(c.Old)
		switch why := tooEarly(said, on, a.Grace, j.o.Today); {
		case said == "":
			r.out[OldNew] = Reject
		case why != "":
			r.out[OldNew], r.why = Reject, why
		}
		return r
	}
}

// deprecation returns what the contract says of n, or of what it stands in, and
// of which of them.
func deprecation(n schema.Node) (said string, on schema.Node) {
	for n != nil {
		if said := n.Base().Deprecated; said != "" {
			return said, n
		}
		n = parent(n)
	}
	return "", nil
}

// parent returns what an element stands in, nil for a package.
func parent(n schema.Node) schema.Node {
	switch n := n.(type) {
	case *schema.Service:
		return n.Parent
	case *schema.Method:
		return n.Parent
	case *schema.Message:
		return n.Parent
	case *schema.Error:
		return n.Parent
	case *schema.Field:
		return n.Parent
	case *schema.OneOf:
		return n.Parent
	case *schema.Enum:
		return n.Parent
	case *schema.EnumValue:
		return n.Parent
	case *schema.Const:
		return n.Parent
	}
	return nil
}

const dateForm = "2006-01-02"

// tooEarly says why a deprecation is younger than the days that users are given,
// "" where it isn't. The date is the first that its text has.
func tooEarly(said string, on schema.Node, grace int, today string) string {
	if said == "" || grace == 0 || today == "" {
		return ""
	}
	now, err := time.Parse(dateForm, today)
	if err != nil {
		panic("compat: today is " + today)
	}
	since, err := time.Parse(dateForm, regexp.MustCompile(`\d{4}-\d\d-\d\d`).FindString(said))
	if err != nil {
		return fmt.Sprintf("the deprecation of %s doesn't say since when: write a date such as %s into it", on.FullName(), today)
	}
	if end := since.AddDate(0, 0, grace); now.Before(end) {
		return fmt.Sprintf("%s is deprecated since %s, and goes no sooner than %s", on.FullName(), since.Format(dateForm), end.Format(dateForm))
	}
	return ""
}
