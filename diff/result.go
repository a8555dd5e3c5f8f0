package diff

import "github.com/rpcctl/rpcctl/schema"

// Result is what Schemas found.
type Result struct {
	Changes []Change // by package, then place in Old (added elements: in New), then kind

	partner map[schema.Node]schema.Node
}

// Partner returns the element on the other side that n belongs with, nil where
// there is none. It answers for packages, services, methods, params, messages,
// fields, enums, enum values and errors of both sides; fields and values of
// messages and enums that are only paired at a place are Fields' and Values'
// to answer.
func (r *Result) Partner(n schema.Node) schema.Node { return r.partner[n] }

// Pair is two elements that belong together; one side may be nil.
type Pair[N any] struct{ Old, New *N }

// Fields pairs the fields of two messages as if one had become the other: by
// number, or by name where a name changed its number. Params and results work
// alike, through Method.Request and Method.Response.
func (r *Result) Fields(old, new *schema.Message) []Pair[schema.Field] { panic("diff: see match.go") }

// Values pairs the values of two enums: by number, and among equals by name.
func (r *Result) Values(old, new *schema.Enum) []Pair[schema.EnumValue] {
	panic("diff: see match.go")
}

// Schemas compares two linked schemas. Packages that are merely imported are
// compared as well.
func Schemas(old, new *schema.Schema) *Result { panic("diff: see schemas.go") }
