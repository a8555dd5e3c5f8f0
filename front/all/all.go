// Package all lists the languages that contracts are read from. To add one,
// write front/<name> and add its line here.
package all

import (
	"github.com/rpcctl/rpcctl/front"
	"github.com/rpcctl/rpcctl/front/gfj"
	"github.com/rpcctl/rpcctl/front/gosrc"
	"github.com/rpcctl/rpcctl/front/hclidl"
	"github.com/rpcctl/rpcctl/front/proto"
	"github.com/rpcctl/rpcctl/front/snapshot"
	"github.com/rpcctl/rpcctl/front/thrift"
)

// Languages returns the languages in the order in which they are asked for a
// path: the first that matches reads it.
func Languages() []*front.Language {
	return []*front.Language{hclidl.Language(), gfj.Language(), snapshot.Language(), proto.Language(), proto.DescriptorSet(), gosrc.Language(), thrift.Language()}
}
