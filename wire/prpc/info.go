// Package prpc is the PRPC wire, which is also called baidu_std: frames of a fixed
// header, a meta message, data and an attachment, with compression and pieces. It
// serves nothing yet; wire/prpc/dyn has the payloads.
package prpc

import "github.com/rpcctl/rpcctl/schema"

// Info describes the PRPC wire: protobuf payloads behind a fixed header.
func Info() *schema.WireInfo {
	wider := func(k schema.Kind) schema.Carry {
		return schema.Carry{As: k, Why: "protobuf has no narrower integer"}
	}
	refused := schema.Carry{Why: "PRPC has no streams"}
	inside := schema.Carry{Why: "protobuf repeats fields alone: put it into a message"}
	nested := map[schema.Kind]schema.Carry{
		schema.KindList: inside, schema.KindSet: inside, schema.KindMap: inside,
	}
	return &schema.WireInfo{
		Name: "prpc", Doc: "protobuf payloads behind a fixed header; peers in Java, Go and C++",
		Identity: schema.ByNumber,
		Blocks:   map[string][]string{"service": {"service"}, "method": {"method", "request", "response"}, "message": {"name"}},
		Field: map[schema.Kind]schema.Carry{
			schema.KindInt8: wider(schema.KindInt32), schema.KindInt16: wider(schema.KindInt32),
			schema.KindUint8: wider(schema.KindUint32), schema.KindUint16: wider(schema.KindUint32),
			schema.KindSet: {As: schema.KindList, Why: "protobuf has no sets"},
		},
		Param: map[schema.Kind]schema.Carry{
			schema.KindStream: refused, schema.KindRawIn: refused, schema.KindRawOut: refused, schema.KindRawStream: refused,
		},
		Elem: nested, Member: nested,
		MaxNumber: 1<<29 - 1, KeptNumbers: []schema.NumberRange{{From: 19000, To: 19999}},
		KeptCodes: []schema.NumberRange{{From: 0, To: 0}, {From: 1000, To: 3000}, {From: 1 << 31, To: 1<<32 - 1}},
		MapKeys: []schema.Kind{
			schema.KindBool, schema.KindString, schema.KindInt32, schema.KindInt64, schema.KindUint32, schema.KindUint64,
		},
		OptionalParam: true, Void: true, Errors: true, OneMessage: true, Judged: true,
	}
}
