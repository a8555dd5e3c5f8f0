// Package bigcontract makes contracts of any size, to measure with.
package bigcontract

import (
	"bytes"
	"fmt"
)

// Write returns a contract in the contract language with that many services of
// two methods each, and messages of that many fields each. It links.
func Write(services, messages, fields int) []byte {
	return Files(1, services, messages, fields)[0]
}

// Files is Write cut into files of equal size, which are one package.
func Files(files, services, messages, fields int) [][]byte {
	all := make([][]byte, files)
	for n := range all {
		var b bytes.Buffer
		if n == 0 {
			b.WriteString("package \"big.contract\" {\n  version = \"1.0.0\"\n  wires   = [frame]\n}\n")
		}
		for i := n * services / files; i < (n+1)*services/files; i++ {
			service(&b, i, messages)
		}
		for i := n * messages / files; i < (n+1)*messages/files; i++ {
			message(&b, i, fields)
		}
		all[n] = b.Bytes()
	}
	return all
}

func service(b *bytes.Buffer, i, messages int) {
	in, out := i%max(messages, 1), (i+1)%max(messages, 1)
	fmt.Fprintf(b, "\n# Service%d has a few methods.\nservice \"Service%d\" {\n  id = %d\n", i, i, i+1)
	for m := range 2 {
		fmt.Fprintf(b, "\n  # Do%d does it.\n  method \"Do%d\" {\n    id      = %d\n", m, m, m+1)
		if messages > 0 {
			fmt.Fprintf(b, "    params  = { request = Message%d, limit = int32 }\n    returns = Message%d\n", in, out)
		}
		b.WriteString("    timeout = \"200ms\"\n  }\n")
	}
	b.WriteString("}\n")
}

func message(b *bytes.Buffer, i, fields int) {
	types := []string{"int64", "string", "list(string)", "map(string, int64)", "optional(bool)", "bytes", "float64"}
	fmt.Fprintf(b, "\n# Message%d holds %d fields.\nmessage \"Message%d\" {\n", i, fields, i)
	for f := range fields {
		fmt.Fprintf(b, "  field_%d = field(%d, %s)\n", f, f+1, types[(i+f)%len(types)])
	}
	b.WriteString("}\n")
}
