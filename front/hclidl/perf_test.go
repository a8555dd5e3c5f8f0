package hclidl

import (
	"runtime"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/internal/bigcontract"
)

// Reading a contract must cost little more than HCL's parser alone. The test
// bounds it loosely, since machines are busy; the benchmarks measure it.
func TestReadCostsLittleMoreThanParsing(t *testing.T) {
	text := bigcontract.Write(100, 1000, 5)
	parse, read := []time.Duration{}, []time.Duration{}
	measure := func(f func()) time.Duration {
		runtime.GC()
		start := cpu(t)
		f()
		return cpu(t) - start
	}
	for range 5 {
		parse = append(parse, measure(func() { hclsyntax.ParseConfig(text, "a", hcl.InitialPos) }))
		read = append(read, measure(func() { readText(t, text) }))
	}
	ratio := float64(slices.Min(read)) / float64(slices.Min(parse))
	t.Logf("%d bytes: parsing %v, reading %v, ratio %.2f", len(text), slices.Min(parse), slices.Min(read), ratio)
	if ratio > 2 {
		t.Errorf("reading takes %.2f times what parsing takes", ratio)
	}
}

// cpu returns the processor time that this process took: other programs on the
// machine don't change it much.
func cpu(t testing.TB) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func readText(t testing.TB, text []byte) {
	if _, list := Read([]*diag.File{diag.NewFile("a.rpc.hcl", text)}); len(list) > 0 {
		t.Fatal(list[0])
	}
}

func BenchmarkParseConfig(b *testing.B) {
	text := bigcontract.Write(2000, 20000, 5)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		hclsyntax.ParseConfig(text, "a", hcl.InitialPos)
	}
}

func BenchmarkRead(b *testing.B) {
	text := bigcontract.Write(2000, 20000, 5)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		readText(b, text)
	}
}
