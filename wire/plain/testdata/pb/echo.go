package echo

import "context"

//rpc:service name=echoService
type Echo interface {
	//rpc:method name=echo
	Echo(ctx context.Context, in *EchoMessage) (*EchoMessage, error)
}

type EchoMessage struct {
	Message  *string          `protobuf:"bytes,1,req,name=message" json:"message,omitempty"`
	Zig      *int64           `protobuf:"zigzag64,2,opt,name=zig_zag,json=zigZag"`
	Fixed    *uint32          `protobuf:"fixed32,3,opt,name=fixed,def=7"`
	Half     *float32         `protobuf:"fixed32,4,opt,name=half,def=-inf"`
	Numbers  []int32          `protobuf:"varint,5,rep,name=numbers"`
	Packed   []int32          `protobuf:"varint,6,rep,packed,name=packed"`
	Kind     *Kind            `protobuf:"varint,7,opt,name=kind,enum=echo.Kind,def=1"`
	Text     *string          `protobuf:"bytes,8,opt,name=text,def=a,b"`
	Map      map[string]int32 `protobuf:"bytes,9,rep,name=map" protobuf_key:"bytes,1,opt,name=key" protobuf_val:"varint,2,opt,name=value"`
	Sub      *EchoMessage     `protobuf:"bytes,10,opt,name=sub"`
	Plain    int32            `protobuf:"varint,11,opt,name=plain,proto3"`
	Override int32            `protobuf:"varint,12,opt,name=override" rpc:",name=other"`

	// Types that are valid to be assigned to Body:
	//	*EchoMessage_Text2
	//	*EchoMessage_Inner
	Body isEchoMessage_Body `protobuf_oneof:"body"`

	XXX_unrecognized []byte `json:"-"`
}

type Kind int32

const (
	Kind_NONE Kind = 0
	Kind_ONE  Kind = 1
)

type isEchoMessage_Body interface{ isEchoMessage_Body() }

type EchoMessage_Inner struct {
	Inner *EchoMessage `protobuf:"bytes,21,opt,name=inner,oneof"`
}

type EchoMessage_Text2 struct {
	Text2 string `protobuf:"bytes,20,opt,name=text2,oneof"`
}

func (*EchoMessage_Text2) isEchoMessage_Body() {}
func (*EchoMessage_Inner) isEchoMessage_Body() {}

func (*EchoMessage) XXX_OneofWrappers() []any {
	return []any{(*EchoMessage_Text2)(nil), (*EchoMessage_Inner)(nil)}
}
