package jsonschema_test

import (
	"io/fs"
	"testing/fstest"
)

// one is a tree of the one file a.rpc.hcl.
type one struct{ text string }

func (o one) Open(name string) (fs.File, error) {
	return fstest.MapFS{"a.rpc.hcl": {Data: []byte(o.text)}}.Open(name)
}
