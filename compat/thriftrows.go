package compat

import (
	"slices"
	"strings"

	"github.com/rpcctl/rpcctl/diff"
)

// thriftSessionRows are those of all wires, where they say the same: a call says the
// name of its method, and goes to the service that has or inherits it.
func thriftSessionRows() []Row {
	const served = "a method is called by its name at a service, which may inherit it"
	rows := sessionRows("its name, at a service")
	for i := range rows {
		switch r := &rows[i]; r.On {
		case diff.PackageAdded, diff.ServiceAdded, diff.MethodAdded:
			r.Says = "exact; reject, exact where it was inherited"
		case diff.PackageRemoved, diff.ServiceRemoved, diff.MethodRemoved:
			r.Says = "reject, exact where it is inherited; exact"
		case diff.PackageRenamed, diff.ServiceRenamed, diff.ServiceMoved:
			*r = calls(r.On, Exact, Exact, "the name of a service doesn't travel, and its address is another affair")
		case diff.ServiceIDChanged, diff.MethodIDChanged:
			*r = calls(r.On, Exact, Exact, "ids don't travel")
		case diff.MethodWireNameChanged:
			*r = calls(r.On, Exact, Exact, "a method has no other name here")
		case diff.ServiceWireNameChanged:
			r.Says, r.Doc = "reject", "peers speak one transport, and say the name of a shared service or don't"
		case diff.ServiceExtendsChanged:
			r.Says, r.Doc, r.judge = "reject of methods that are inherited no longer, else exact; exact, reject of those that are from now on", served, judgeRoute
		case diff.MethodMoved:
			r.Says, r.Doc = "reject, exact where the old service inherits it", served
		case diff.MethodRenamed:
			r.Says, r.Doc = "reject, corrupt where another method has the name", served
		}
	}
	return rows
}

func thriftValueRows() []Row {
	rows := valueRows()
	for i := range rows {
		rows[i].Says = strings.NewReplacer("enum is closed", "enum is closed and our runtime reads it").Replace(rows[i].Says)
	}
	return rows
}

func thriftRows(elements string) []Row {
	both := func(field, param diff.Kind, says, doc string, judge func(*cell) verdict) []Row {
		r := Row{On: field, Says: says, Doc: doc, Places: true, judge: judge}
		p := r
		p.On = param
		return []Row{r, p}
	}
	still := func(r []Row) []Row {
		for i := range r {
			r[i].Places = false
		}
		return r
	}
	const missed = "reject where it is required in NEW"
	return slices.Concat(
		both(diff.FieldAdded, diff.MethodParamAdded, "exact, "+missed+"; lossy, doubt in a oneof that OLD has", "a reader passes by numbers that it doesn't know", judgeTagged),
		both(diff.FieldRemoved, diff.MethodParamRemoved, "lossy, doubt in a oneof; doubt, lossy where it was optional, in a oneof or deprecated, reject where it was required", "an old reader takes the absence for a value, or asks for it", judgeTagged),
		both(diff.FieldRetired, diff.MethodParamRetired, "lossy, doubt in a oneof; doubt, lossy where it was optional, in a oneof or deprecated, reject where it was required", "a retired field is neither written nor read", judgeTagged),
		both(diff.FieldNumberChanged, diff.MethodParamNumberChanged, "corrupt, reject where the reader requires it", "the number is what a field is known by: the value is left out, or read as another field", judgeTagged),
		still(both(diff.FieldRenamed, diff.MethodParamRenamed, "doubt, exact where was says so", "names don't travel; whether the meaning is the same, only a person can say", judgeRenamed)),
		still(both(diff.FieldTypeChanged, diff.MethodParamTypeChanged, "exact or corrupt in the same form; corrupt in another, which is passed by, reject where it is required; "+elements, "a field says its form: bool, i8, i16, i32, i64, double, string, list, set, map or struct; an element doesn't, or isn't asked", judgeTagType)),
		still(both(diff.FieldPresenceChanged, diff.MethodParamPresenceChanged, "exact, reject where a reader requires what the writer may leave out", "a default field is always written, an optional one when it is set", judgeTagPresence)),
		still(both(diff.FieldDefaultChanged, diff.MethodParamDefaultChanged, "doubt, exact where it is required", "what nobody sets has the default of the own side", judgeTagDefault)),
		[]Row{
			{On: diff.FieldOneofChanged, Places: true, Says: "exact; as our runtime reads it reject where two members of a reader's oneof can be set", Doc: "a oneof doesn't travel", judge: judgeTagOneof},
			writes(diff.FieldJSONNameChanged, Exact, Exact, "JSON is another wire's"),
			writes(diff.MethodParamJSONNameChanged, Exact, Exact, "JSON is another wire's"),
			writes(diff.MethodParamOrderChanged, Exact, Exact, "params are known by their numbers"),
			writes(diff.MessageRenamed, Exact, Exact, "the name of a message doesn't travel"),
			writes(diff.MessageWireNameChanged, Exact, Exact, "the name of a message doesn't travel"),
			writes(diff.MethodStreamingChanged, Exact, Exact, "nothing streams here"),
			{On: diff.MethodReturnsTypeChanged, Says: "as of a field; one of another form is missing: corrupt, reject where it is a struct; a result that no one sent the same; one that no one expects: lossy", Doc: "a result is field 0 of the reply; for one that is missing Apache's Go takes zero", judge: judgeThriftResult},
			{On: diff.MethodOnewayChanged, Says: "reject", Doc: "who waits for a reply gets none, and who doesn't takes it for that of the next call", judge: func(*cell) verdict { return exact }},
		},
	)
}

func thriftErrorRows() []Row {
	row := func(k diff.Kind, says, doc string) Row {
		return Row{On: k, Says: says, Doc: doc, judge: judgeThriftError}
	}
	return []Row{
		row(diff.MethodErrorAdded, "exact; corrupt, doubt where the result is a struct", "an old client has neither result nor error: Apache's Go takes an empty result for it, others know that the call failed"),
		row(diff.MethodErrorRemoved, "corrupt, doubt where the result is a struct; exact", "a new client has neither result nor error: Apache's Go takes an empty result for it, others know that the call failed"),
		row(diff.MethodErrorNumberChanged, "corrupt, reject where the result is a struct", "an error is known by its number, and one that isn't known is no error"),
		writes(diff.ErrorRenamed, Exact, Exact, "an error is known by its number in the method"),
		writes(diff.ErrorCodeChanged, Exact, Exact, "an error is known by its number in the method"),
	}
}
