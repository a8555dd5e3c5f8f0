package compat

import (
	"slices"
	"strings"

	"github.com/rpcctl/rpcctl/diff"
	"github.com/rpcctl/rpcctl/schema"
)

// What annotations say is no wire's: bounds of fields, which programs check, and
// options of which a workspace says what a change of them breaks. Each has
// findings of its own, and a row where there are some.
const (
	boundsWire  = "bounds"
	optionsWire = "options"
)

// OnChange says what a change of an option breaks.
type OnChange string

// What a workspace may say of an option.
const (
	BreaksAll        OnChange = "breaking"          // both sides must change together
	TightensRequests OnChange = "request-tightened" // a new server refuses what an old client may send
	NotesOnly        OnChange = "note"              // nothing breaks
)

// DeclaredOption is an option of which is known what a change of it breaks.
type DeclaredOption struct {
	Name     string
	OnChange OnChange
}

// declared adds the findings on bounds and options.
func (j *judging) declared() {
	var reached carriers
	for i := range j.Changes {
		c := &j.Changes[i]
		option := j.option(c)
		if option == nil && c.Kind != diff.FieldBoundsChanged && c.Kind != diff.MethodParamBoundsChanged && !validates(c) {
			continue
		}
		if reached == nil {
			reached = j.reaches()
		}
		if option != nil {
			c.Findings = append(c.Findings, j.optionFinding(c, option, reached))
		} else if f, ok := j.boundsFinding(c, reached); ok {
			c.Findings = append(c.Findings, f)
		}
	}
	for _, name := range []string{boundsWire, optionsWire} {
		if slices.ContainsFunc(j.Changes, func(c Change) bool {
			return slices.ContainsFunc(c.Findings, func(f Finding) bool { return f.Wire == name })
		}) {
			j.ByWire = append(j.ByWire, WireRollout{Wire: name})
		}
	}
}

// option returns what is said of the option that changed, nil for nothing.
func (j *judging) option(c *Change) *DeclaredOption {
	if c.Kind != diff.OptionChanged {
		return nil
	}
	for i, o := range j.o.Declared {
		if c.Key == o.Name || strings.HasPrefix(c.Key, o.Name+"[") {
			return &j.o.Declared[i]
		}
	}
	return nil
}

func (j *judging) optionFinding(c *Change, o *DeclaredOption, reached carriers) Finding {
	f := Finding{Rule: optionsWire + "/" + string(c.Kind), Wire: optionsWire, Use: Call, Outcomes: Pair{Exact, Exact}, Declared: true}
	field, _ := c.Old.(*schema.Field)
	at := reached.of(field, c.New)
	switch f.Reached = at.texts; o.OnChange {
	case BreaksAll:
		f.Outcomes, f.Reason = Pair{Reject, Reject}, "the workspace says that a change of "+o.Name+" breaks"
	case TightensRequests:
		f.Reason = "the workspace says that a change of " + o.Name + " tightens requests"
		if field == nil || at.request {
			f.Outcomes = Pair{Reject, Exact}
		}
	case NotesOnly:
		f.Reason = "the workspace says that a change of " + o.Name + " breaks nothing"
	default:
		panic("compat: on_change " + string(o.OnChange))
	}
	return j.close(f, "keep the option as it was, or accept the change")
}

// close fills in what follows from the outcomes.
func (j *judging) close(f Finding, advice string) Finding {
	f.Rollout = f.Outcomes.Rollout(f.Use, j.Strict)
	f.Severity = j.severity(&f)
	if f.Outcomes.Worst() >= Doubt {
		f.Advice = advice
	}
	return f
}

// carrier is where the values of a field travel.
type carrier struct {
	request, response bool
	texts             []string
	root              *root // a request that has it
}

type carriers map[*schema.Field]*carrier

// carriers finds the payloads of calls that have each field.
func (j *judging) reaches() carriers {
	all := carriers{}
	for _, r := range j.roots {
		for _, m := range []*schema.Message{r.old.msg, r.new.msg} {
			if m != nil {
				all.message(r, m, map[*schema.Message]bool{})
			}
		}
	}
	return all
}

func (all carriers) message(r *root, m *schema.Message, seen map[*schema.Message]bool) {
	if seen[m] {
		return
	}
	seen[m] = true
	for _, f := range m.Fields {
		at := all[f]
		if at == nil {
			at = &carrier{}
			all[f] = at
		}
		if r.flow.fromClient() {
			at.request = true
			if at.root == nil {
				at.root = r
			}
		} else {
			at.response = true
		}
		if n := len(at.texts); n == 0 || at.texts[n-1] != r.text {
			at.texts = append(at.texts, r.text)
		}
		for t := &f.Type; t != nil; t = t.Elem {
			if m := t.Message(); m != nil {
				all.message(r, m, seen)
			}
		}
	}
}

// of joins what is known of both sides of a field.
func (all carriers) of(old *schema.Field, new schema.Node) carrier {
	var at carrier
	n, _ := new.(*schema.Field)
	for _, f := range []*schema.Field{old, n} {
		if x := all[f]; x != nil {
			at.request, at.response = at.request || x.request, at.response || x.response
			at.texts = union(at.texts, x.texts)
			if at.root == nil {
				at.root = x.root
			}
		}
	}
	return at
}
