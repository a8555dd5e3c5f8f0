package all

import (
	"testing"

	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire"
)

// TestProtocols: each one is a wire that the tool knows, and no two of them that
// aren't versions of one another take the same first bytes.
func TestProtocols(t *testing.T) {
	for _, p := range Protocols() {
		if schema.WireByName(Infos(), p.Info.Name) == nil {
			t.Errorf("%s is not among Infos", p.Info.Name)
		}
		if p.Sniff == nil || p.Serve == nil || p.Dial == nil {
			t.Errorf("%s can't be served and dialled", p.Info.Name)
		}
	}
	for head, want := range map[string]string{"\xde\xad\xbe\xf2": "frame", "\xde\xad\xbe\xef": "frame frame-v1", "ljh\x00": "rpch", "GET ": ""} {
		got := ""
		for _, p := range Protocols() {
			if p.Sniff([]byte(head)) == wire.Yes {
				got += " " + p.Info.Name
			}
			if m := p.Sniff([]byte(head[:1])); m == wire.Yes || m == wire.No && p.Sniff([]byte(head)) == wire.Yes {
				t.Errorf("%s knows by %q alone", p.Info.Name, head[:1])
			}
		}
		if got != "" && got[1:] != want || got == "" && want != "" {
			t.Errorf("%q is taken by%s, want %s", head, got, want)
		}
	}
}
