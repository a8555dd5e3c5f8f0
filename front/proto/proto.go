// Package proto reads and writes .proto files: proto2, proto3 and edition 2023,
// with a parser, names, options and rules of its own, so that what the compiler
// refuses is refused here and nothing else is. protocompile's parser is asked
// about texts that ours doesn't follow.
//
// A package's files make one package of the model; a file without a package is
// one called after the file. What the model has no form for is kept as options
// whose names begin with "proto.".
package proto

import (
	"strings"

	"github.com/rpcctl/rpcctl/front"
)

const extension = ".proto"

// Language returns the front end.
func Language() *front.Language {
	return &front.Language{
		Name: "proto", Doc: "Protocol Buffers, *.proto",
		Match: func(p string) bool { return strings.HasSuffix(p, extension) },
		Read:  Read, Load: Load, Write: Write, WriteFiles: WriteFiles,
		Extension: extension,
	}
}
