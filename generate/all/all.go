// Package all lists the targets. To add one, write generate/<name> and add its
// line here.
package all

import (
	"github.com/rpcctl/rpcctl/generate"
	"github.com/rpcctl/rpcctl/generate/golang"
)

// Targets returns the targets in the order of all output.
func Targets() []*generate.Target {
	return []*generate.Target{
		golang.Target(),
	}
}
