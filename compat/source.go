package compat

import (
	"github.com/rpcctl/rpcctl/diff"
	"github.com/rpcctl/rpcctl/schema"
)

// Code tells what the generated code of one target offers to programs. compat
// knows no language: who calls it hands one in.
type Code interface {
	// API returns what the code of an element offers, by name: what a program
	// may write, and of what type it is. Two elements offer the same where names
	// and types are equal. What it stands in and holds is not among it.
	API(n schema.Node) map[string]string
}

// sourceTable judges programs that were written against OLD's generated Go code.
func sourceTable() *Table {
	means := func(doc string, kinds ...diff.Kind) (rows []Row) {
		for _, k := range kinds {
			rows = append(rows, Row{On: k, Says: "doubt, reject where what programs may write is gone or has another type", Writes: Pair{Doubt}, Doc: doc})
		}
		return rows
	}
	var rows []Row
	rows = append(rows, means("it compiles, and what a getter or a new value holds is another", diff.FieldDefaultChanged, diff.MethodParamDefaultChanged)...)
	rows = append(rows, means("it compiles, and a number that was kept means another", diff.EnumValueNumberChanged, diff.ErrorCodeChanged)...)
	rows = append(rows, means("it compiles with another value", diff.ConstChanged)...)
	rows = append(rows, means("it compiles, and encoding/json has another key", diff.FieldJSONNameChanged)...)
	rows = append(rows, means("it compiles, and absent is something else than the zero, or no longer is", diff.FieldPresenceChanged, diff.MethodParamPresenceChanged)...)
	rows = append(rows, means("a server that doesn't embed the Unimplemented one stops compiling", diff.MethodAdded)...)
	rows = append(rows, means("a server that doesn't embed the Unimplemented one stops compiling, and clients lose or gain methods", diff.ServiceExtendsChanged)...)
	rows = append(rows, means("codecs and servers of that wire are generated no more", diff.PackageWireRemoved, diff.ServiceWireRemoved)...)
	rows = append(rows, means("it compiles, and arguments of the same type change places", diff.MethodParamOrderChanged, diff.MethodParamNumberChanged)...)
	same := func(doc string, kinds ...diff.Kind) {
		for _, k := range kinds {
			rows = append(rows, Row{On: k, Writes: Pair{Exact}, Doc: doc})
		}
	}
	same("what is new is in nobody's way: literals name their fields", diff.PackageAdded, diff.ServiceAdded, diff.MessageAdded, diff.EnumAdded, diff.ErrorAdded, diff.FieldAdded, diff.EnumValueAdded, diff.ConstAdded)
	same("a wire more gives types more methods", diff.PackageWireAdded, diff.ServiceWireAdded)
	same("it has no trace in the code that programs see", diff.PackageVersionChanged, diff.ServiceIDChanged, diff.ServiceWireNameChanged, diff.MethodIDChanged,
		diff.MethodWireNameChanged, diff.MessageWireNameChanged, diff.MessageStoredChanged, diff.ReservedRemoved, diff.OptionChanged, diff.MethodErrorAdded,
		diff.MethodErrorRemoved, diff.MethodErrorNumberChanged, diff.MethodIdempotentChanged, diff.MethodTimeoutChanged, diff.MethodCompressChanged,
		diff.FieldNumberChanged, diff.FieldEncodingChanged, diff.MethodParamEncodingChanged, diff.MethodParamJSONNameChanged, diff.FieldBoundsChanged,
		diff.MethodParamBoundsChanged, diff.FieldOrderChanged, diff.EnumClosedChanged)
	same("it still compiles, and tools warn", diff.DeprecatedAdded, diff.DeprecatedRemoved)
	return &Table{
		Wire: "source/go", Doc: "Programs written against OLD's generated Go code, compiled with NEW's.",
		Rows: others(rows, func(k diff.Kind) Row {
			return Row{On: k, Says: "reject where what programs may write is gone or has another type, else exact", Writes: Pair{Exact}, Doc: "a program that writes the name, or a value of the type, stops compiling"}
		}),
		rule: sourceRule,
	}
}

func sourceRule(j *judging, a *Aspect) func(*Change, *Row) ruling {
	offered := map[string]string{}
	schema.Walk(j.new, func(n schema.Node) {
		for name, typ := range a.Code.API(n) {
			offered[name] = typ
		}
	})
	return func(c *Change, row *Row) ruling {
		r := ruling{use: User, out: Pair{row.Writes[0]}}
		if row.Says == "" || j.written(c) == nil {
			return r
		}
		lost := ""
		for name, typ := range a.Code.API(j.written(c)) {
			if now, there := offered[name]; (!there || now != typ) && (lost == "" || name < lost) {
				lost = name
			}
		}
		if lost == "" {
			return r
		}
		r.out[OldNew], r.why = Reject, "there is no "+lost+" any more"
		if now, there := offered[lost]; there {
			r.why = lost + " is " + now + " now"
		}
		return r
	}
}

// written is the element of OLD that programs write where a change is about it:
// of what a method takes, returns and streams, the method.
func (j *judging) written(c *Change) schema.Node {
	for _, n := range []schema.Node{c.Old, c.New} {
		f, ok := n.(*schema.Field)
		if !ok {
			continue
		}
		m, ok := f.Parent.(*schema.Method)
		switch {
		case !ok:
		case n == c.Old:
			return m
		default:
			return j.d.Partner(m)
		}
	}
	return c.Old
}
