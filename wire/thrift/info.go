package thrift

import "github.com/rpcctl/rpcctl/schema"

// Info describes the Thrift wire with the binary protocol.
func Info() *schema.WireInfo {
	return info("thrift", "Apache Thrift's binary protocol, framed or buffered")
}

// InfoCompact describes the Thrift wire with the compact protocol.
func InfoCompact() *schema.WireInfo {
	return info("thrift-compact", "Apache Thrift's compact protocol, framed or buffered")
}

func info(name, doc string) *schema.WireInfo {
	unsigned := func(k schema.Kind) schema.Carry {
		return schema.Carry{As: k, Why: "Thrift has no unsigned integers"}
	}
	carries := map[schema.Kind]schema.Carry{
		schema.KindUint8: unsigned(schema.KindInt16), schema.KindUint16: unsigned(schema.KindInt32),
		schema.KindUint32: unsigned(schema.KindInt64), schema.KindUint64: unsigned(schema.KindInt64),
		schema.KindFloat32: {As: schema.KindFloat64, Why: "Thrift has double alone"},
	}
	refused := schema.Carry{Why: "Thrift has no streams"}
	param := map[schema.Kind]schema.Carry{
		schema.KindStream: refused, schema.KindRawIn: refused, schema.KindRawOut: refused, schema.KindRawStream: refused,
	}
	for k, c := range carries {
		param[k] = c
	}
	return &schema.WireInfo{
		Name: name, Doc: doc, Identity: schema.ByNumber,
		Blocks: map[string][]string{"service": {"service", "transport"}},
		Field:  carries, Param: param, MaxNumber: 1<<15 - 1,
		MapKeys: []schema.Kind{
			schema.KindBool, schema.KindString,
			schema.KindInt8, schema.KindInt16, schema.KindInt32, schema.KindInt64,
			schema.KindUint8, schema.KindUint16, schema.KindUint32, schema.KindUint64,
		},
		OptionalParam: true, Errors: true, Void: true, Oneway: true, Judged: true,
	}
}
