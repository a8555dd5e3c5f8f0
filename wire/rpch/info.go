package rpch

import "github.com/rpcctl/rpcctl/schema"

// Info describes the rpch wire: a text line, then arguments that carry their
// type names; messages travel as JSON.
func Info() *schema.WireInfo {
	param := map[schema.Kind]schema.Carry{}
	for _, k := range []schema.Kind{
		schema.KindBool, schema.KindBytes, schema.KindList, schema.KindSet, schema.KindMap, schema.KindEnum, schema.KindStream,
	} {
		param[k] = schema.Carry{Why: "an argument or result is a number, a string, a message or a raw stream here"}
	}
	return &schema.WireInfo{
		Name: "rpch", Doc: "a text line and typed arguments; messages as JSON; peers in Go, C and Node",
		Identity: schema.ByName, TypeNames: true,
		Blocks: map[string][]string{"service": {"service"}, "method": {"method"}, "message": {"name"}},
		Param:  param,
		MapKeys: []schema.Kind{
			schema.KindBool, schema.KindString,
			schema.KindInt8, schema.KindInt16, schema.KindInt32, schema.KindInt64,
			schema.KindUint8, schema.KindUint16, schema.KindUint32, schema.KindUint64,
		},
		RawStreams: true, OneStream: true, Errors: true, Void: true, Oneway: true, Judged: true,
	}
}
