package diag

import "io"

// Renderer writes a sorted list in one output format.
type Renderer func(w io.Writer, l List, o Options) error

// Formats maps the name that --format takes to its renderer. Names in the order
// of help texts are Names.
func Formats() map[string]Renderer {
	return map[string]Renderer{"text": Text, "json": JSON}
}

// FormatNames lists what Formats has, in the order of help texts.
func FormatNames() []string { return []string{"text", "json"} }
