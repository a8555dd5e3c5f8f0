package frame

import "github.com/rpcctl/rpcctl/schema"

var mapKeys = []schema.Kind{
	schema.KindBool, schema.KindString,
	schema.KindInt8, schema.KindInt16, schema.KindInt32, schema.KindInt64,
	schema.KindUint8, schema.KindUint16, schema.KindUint32, schema.KindUint64,
}

// Info describes version 2 of the frame wire, with block payloads.
func Info() *schema.WireInfo {
	return &schema.WireInfo{
		Name: "frame", Doc: "a 32-byte binary header with block payloads, which grow by appending",
		Identity: schema.ByPlace, MethodIDs: true,
		Blocks:  map[string][]string{},
		MapKeys: mapKeys, RawStreams: true, TypedStreams: true,
		OptionalParam: true, Errors: true, Void: true, Oneway: true, Judged: true,
		MaxFixedPart: 1<<16 - 1,
	}
}

// InfoV1 describes version 1: a 20-byte header with packed payloads.
func InfoV1() *schema.WireInfo {
	refused := schema.Carry{Why: "version 1 frames have no streams"}
	streams := map[schema.Kind]schema.Carry{
		schema.KindStream: refused, schema.KindRawIn: refused, schema.KindRawOut: refused, schema.KindRawStream: refused,
	}
	return &schema.WireInfo{
		Name: "frame-v1", Doc: "a 20-byte binary header with packed payloads, which can't grow",
		Identity: schema.ByPlace, MethodIDs: true,
		Blocks: map[string][]string{}, Param: streams,
		MapKeys: mapKeys, OptionalParam: true, Judged: true,
	}
}
