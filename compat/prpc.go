package compat

import (
	"slices"
	"strings"

	"github.com/rpcctl/rpcctl/diff"
	"github.com/rpcctl/rpcctl/schema"
)

const prpcWire = "prpc"

// prpcTable judges the prpc wire: a call names service and method, payloads are
// protobuf. Its peers read differently; "go" is what verdicts count unless the
// workspace names others.
func prpcTable() *Table {
	return &Table{
		Wire: prpcWire, Doc: "A call names service and method. Fields go by number, and a value whose number or wire type the reader doesn't have is left out. What is said here is said of the Go peer, whose server runs a method with what it could read.",
		Rows:       slices.Concat(sessionRows("the names of service and method"), prpcRows(), prpcValueRows(), prpcErrorRows(), prpcSilentRows()),
		layout:     prpcLayout,
		apart:      prpcApart,
		peered:     prpcPeered,
		singles:    true,
		encodes:    true,
		streamless: true,
		empties:    true,
		refuses:    func(w *walk, e *schema.Enum, n int64) bool { return w.profile == "rpcctl" && e.Closed && !names(e, n) },
		result:     prpcResult,
		streams:    func(*walk, *root, streaming, streaming) verdict { return cut },
		waits:      func(_, _ *schema.Method) Outcome { return Reject },
		unasked:    func(_, _ *schema.Method, _ bool) Outcome { return Reject },
		address:    func(m *schema.Method) string { return prpcService(m.Parent) + " " + prpcMethod(m) },
		travels:    prpcTravels(prpcService),
		errorKey:   frameTable().errorKey,
	}
}

// prpcPeered makes a table that of one profile: C++ calls services by their full names.
func prpcPeered(t *Table, profile string) {
	if profile == "cpp" {
		t.address = func(m *schema.Method) string { return prpcFullService(m.Parent) + " " + prpcMethod(m) }
		t.travels = prpcTravels(prpcFullService)
	}
}

func prpcService(s *schema.Service) string {
	if said := schema.OnWire(s.On, prpcWire, "service"); said != "" {
		return said
	}
	return s.Name
}

func prpcFullService(s *schema.Service) string {
	name := prpcService(s)
	if strings.Contains(name, ".") || s.Parent == nil || s.Parent.Name == "" {
		return name
	}
	return s.Parent.Name + "." + name
}

func prpcMethod(m *schema.Method) string {
	if said := schema.OnWire(m.On, prpcWire, "method"); said != "" {
		return said
	}
	return m.Name
}

func prpcTravels(service func(*schema.Service) string) func(diff.Kind, *schema.Method, *schema.Method) bool {
	return func(k diff.Kind, o, n *schema.Method) bool {
		switch k {
		case diff.ServiceIDChanged, diff.MethodIDChanged:
			return false
		case diff.PackageRenamed:
			return prpcService(o.Parent) == prpcService(n.Parent) && service(o.Parent) != service(n.Parent)
		case diff.ServiceRenamed, diff.ServiceMoved, diff.ServiceWireNameChanged, diff.MethodMoved:
			return service(o.Parent) != service(n.Parent)
		case diff.MethodRenamed, diff.MethodWireNameChanged:
			return prpcMethod(o) != prpcMethod(n)
		}
		return true
	}
}

func prpcRows() []Row {
	const reshapes = "; where a message becomes the whole request, or no longer is: corrupt"
	both := func(field, param diff.Kind, shapes bool, says, doc string, judge func(*cell) verdict) []Row {
		r := Row{On: field, Says: says, Doc: doc, judge: judge}
		p := r
		if p.On, p.Places = param, shapes; shapes {
			r.Says, p.Says = says+reshapes, says+reshapes
		}
		return []Row{r, p}
	}
	none := func(*cell) verdict { return exact }
	return slices.Concat(
		both(diff.FieldAdded, diff.MethodParamAdded, true, "exact, doubt where OLD kept the number free, unsafe where it is required; lossy, doubt in a oneof that OLD has", "an unknown field is left out; a field that nobody sent is absent", prpcPresent),
		both(diff.FieldRemoved, diff.MethodParamRemoved, true, "lossy, doubt in a oneof; doubt, lossy where it was optional, in a oneof or deprecated, unsafe where it was required", "an old reader takes the absence for a value", prpcPresent),
		both(diff.FieldRetired, diff.MethodParamRetired, true, "lossy, doubt in a oneof; doubt, lossy where it was optional, in a oneof or deprecated, unsafe where it was required", "a retired field isn't written, and what comes under its number is skipped", prpcPresent),
		both(diff.FieldRenamed, diff.MethodParamRenamed, false, "doubt, exact where was says so", "names don't travel; whether the meaning is the same, only a person can say", judgeRenamed),
		both(diff.FieldNumberChanged, diff.MethodParamNumberChanged, false, "corrupt, exact of a message that is the whole request", "the value is left out, or read as another field's", prpcPresent),
		both(diff.FieldTypeChanged, diff.MethodParamTypeChanged, true, "what the bytes of the one are as the other; corrupt where the wire type is another", "a value of another wire type is left out, one of the same is read as the reader's type", prpcType),
		both(diff.FieldEncodingChanged, diff.MethodParamEncodingChanged, false, "corrupt", "a value of another encoding is left out or misread", prpcType),
		both(diff.FieldPresenceChanged, diff.MethodParamPresenceChanged, true, "exact; what is required and may be absent: reject in responses and data, corrupt in requests", "absent and zero are the same to a reader that doesn't tell; what is required is looked for", prpcPresence),
		both(diff.FieldDefaultChanged, diff.MethodParamDefaultChanged, false, "doubt where it is optional", "an absent field gives the reader's default", prpcDefault),
		both(diff.FieldOneofChanged, "", false, "exact; corrupt where the writer can set two members of a reader's oneof", "the last of two members counts", prpcOneof)[:1],
		[]Row{
			writes(diff.FieldJSONNameChanged, Exact, Exact, "JSON is another wire's"),
			writes(diff.MethodParamJSONNameChanged, Exact, Exact, "JSON is another wire's"),
			writes(diff.MethodParamOrderChanged, Exact, Exact, "params go by number"),
			writes(diff.MessageRenamed, Exact, Exact, "the name of a message doesn't travel"),
			writes(diff.MessageWireNameChanged, Exact, Exact, "the name of a message doesn't travel"),
			{On: diff.MethodReturnsTypeChanged, Says: "what the bytes of the one are as the other; a result that no one sent: corrupt; one that no one expects: lossy; a message that is or isn't the whole response: corrupt", Doc: "a message is the response itself, any other result is its field 1", judge: prpcType},
			{On: diff.MethodStreamingChanged, Says: "reject", Doc: "the wire has no streams", judge: none},
			calls(diff.MethodOnewayChanged, Exact, Exact, "the wire has no one-way methods"),
		},
	)
}

// prpcSilentRows leaves to others what protobuf does see.
func prpcSilentRows() []Row {
	rows := slices.DeleteFunc(silentRows(), func(r Row) bool {
		return r.On == diff.FieldEncodingChanged || r.On == diff.MethodParamEncodingChanged || r.On == diff.OptionChanged
	})
	return append(rows, Row{
		On: diff.OptionChanged, Says: "exact; corrupt where it makes a message a group, or says how a map is encoded", Doc: "free options don't travel, but what .proto keeps in them does", judge: prpcType,
	})
}

// prpcErrorRows: a server in Go has one code for all errors of its methods.
func prpcErrorRows() []Row {
	rows := errorRows("its code")
	for i := range rows {
		judge := rows[i].judge
		if judge == nil {
			continue
		}
		rows[i].Says = "exact: a Go peer has one code for all; of others " + rows[i].Says
		rows[i].judge = func(c *cell) verdict {
			if c.profile == "go" {
				return exact
			}
			return judge(c)
		}
	}
	return rows
}

func prpcValueRows() []Row {
	rows := valueRows()
	for i := range rows {
		rows[i].judge = prpcValue
	}
	rows[0].Says, rows[1].Says = "exact; doubt", "doubt; exact"
	rows[3].Says = "corrupt"
	return rows
}
