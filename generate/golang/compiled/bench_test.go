package compiled

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"testing"
	"unsafe"

	"github.com/rpcctl/rpcctl/testdata/golden/dns/demo/dns"
	"github.com/rpcctl/rpcctl/wire/frame"
	"github.com/rpcctl/rpcctl/wire/rpch"
)

// What follows is the floor: the same values in a fixed layout without sizes of
// parts, defaults, or a look at what text holds, written by hand.

var errShort = errors.New("short")

func handString(b []byte, s string) []byte {
	b = binary.AppendUvarint(b, uint64(len(s)))
	return append(b, s...)
}

func handAppend(b []byte, r *dns.DnsRecord) []byte {
	b = handString(b, r.Key)
	b = handString(b, r.Value)
	b = handString(b, r.First)
	b = handString(b, r.Last)
	b = handString(b, r.Type)
	return binary.AppendUvarint(b, uint64(uint32(r.Ttl)))
}

func handTake(b []byte) (string, []byte, error) {
	n, k := binary.Uvarint(b)
	if k <= 0 || uint64(len(b)-k) < n {
		return "", nil, errShort
	}
	b = b[k:]
	return unsafe.String(unsafe.SliceData(b), int(n)), b[n:], nil
}

func handRead(b []byte, r *dns.DnsRecord) (_ []byte, err error) {
	for _, s := range [...]*string{&r.Key, &r.Value, &r.First, &r.Last, &r.Type} {
		if *s, b, err = handTake(b); err != nil {
			return nil, err
		}
	}
	ttl, k := binary.Uvarint(b)
	if k <= 0 {
		return nil, errShort
	}
	r.Ttl = int32(ttl)
	return b[k:], nil
}

func handAppendAll(b []byte, r *dns.DnsResponse) []byte {
	b = binary.AppendUvarint(b, uint64(len(r.Records)))
	for _, record := range r.Records {
		b = handAppend(b, record)
	}
	return b
}

func handReadAll(b []byte, r *dns.DnsResponse) (err error) {
	n, k := binary.Uvarint(b)
	if k <= 0 || n > uint64(len(b)) {
		return errShort
	}
	b = b[k:]
	slab := make([]dns.DnsRecord, n)
	r.Records = make([]*dns.DnsRecord, n)
	for i := range slab {
		r.Records[i] = &slab[i]
		if b, err = handRead(b, &slab[i]); err != nil {
			return err
		}
	}
	return nil
}

func handNumbers(b []byte, n *dns.Numbers) []byte {
	for _, v := range [...]uint64{uint64(n.A), uint64(n.B), uint64(n.C), uint64(n.D), uint64(n.E), math.Float64bits(n.F),
		math.Float64bits(n.G), math.Float64bits(n.H), math.Float64bits(n.I), math.Float64bits(n.J)} {
		b = binary.LittleEndian.AppendUint64(b, v)
	}
	return b
}

func handReadNumbers(b []byte, n *dns.Numbers) error {
	if len(b) < 80 {
		return errShort
	}
	u := func(i int) uint64 { return binary.LittleEndian.Uint64(b[8*i:]) }
	n.A, n.B, n.C, n.D, n.E = int64(u(0)), int64(u(1)), int64(u(2)), int64(u(3)), int64(u(4))
	n.F, n.G, n.H = math.Float64frombits(u(5)), math.Float64frombits(u(6)), math.Float64frombits(u(7))
	n.I, n.J = math.Float64frombits(u(8)), math.Float64frombits(u(9))
	return nil
}

func dnsRecord(i int) *dns.DnsRecord {
	r := dns.NewDnsRecord()
	r.Key, r.Value = fmt.Sprintf("host-%d.example.com", i), fmt.Sprintf("192.0.2.%d", i)
	r.First, r.Last = "2026-01-02T03:04:05Z", "2026-11-30T12:00:00Z"
	return r
}

// coding is a value and the ways of writing and reading it.
type coding struct {
	name         string
	append       func(b []byte) []byte
	read         func(b []byte) error
	appends, own float64 // allocations; own is what a read value is made of
}

func must(b []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return b
}

type message interface {
	frame.Block
	frame.Packed
	rpch.Message
	ReadBlockView(b []byte) error
}

func codings(what string, v, to message, strings, views, jsons float64) []coding {
	return []coding{
		{what + "/block", func(b []byte) []byte { return must(v.AppendBlock(b)) }, to.ReadBlock, 0, strings},
		{what + "/blockview", func(b []byte) []byte { return must(v.AppendBlock(b)) }, to.ReadBlockView, 0, views},
		{what + "/packed", func(b []byte) []byte { return must(v.AppendPacked(b)) }, to.ReadPacked, 0, strings},
		{what + "/json", func(b []byte) []byte { return must(v.AppendRPCHJSON(b)) }, to.ReadRPCHJSON, 0, jsons},
	}
}

func allCodings() []coding {
	record, toRecord := dnsRecord(1), &dns.DnsRecord{}
	list, toList := &dns.DnsResponse{}, &dns.DnsResponse{}
	for i := range 20 {
		list.Records = append(list.Records, dnsRecord(i))
	}
	numbers, toNumbers := &dns.Numbers{A: 1, B: -2, C: math.MaxInt64, D: 4, E: 5, F: 1.5, G: -2.5, H: 3.25, I: 0.1, J: 1e100}, &dns.Numbers{}
	all := []coding{
		{"record/hand", func(b []byte) []byte { return handAppend(b, record) }, func(b []byte) error { _, err := handRead(frame.Own(b), toRecord); return err }, 0, 1},
		{"record/handview", func(b []byte) []byte { return handAppend(b, record) }, func(b []byte) error { _, err := handRead(b, toRecord); return err }, 0, 0},
		{"list/hand", func(b []byte) []byte { return handAppendAll(b, list) }, func(b []byte) error { return handReadAll(frame.Own(b), toList) }, 0, 3},
		{"list/handview", func(b []byte) []byte { return handAppendAll(b, list) }, func(b []byte) error { return handReadAll(b, toList) }, 0, 2},
		{"numbers/hand", func(b []byte) []byte { return handNumbers(b, numbers) }, func(b []byte) error { return handReadNumbers(b, toNumbers) }, 0, 0},
	}
	all = append(all, codings("record", record, toRecord, 1, 0, 1)...)
	all = append(all, codings("list", list, toList, 3, 2, -1)...)
	return append(all, codings("numbers", numbers, toNumbers, 0, 0, 0)...)
}

// TestAllocations holds codecs to what they may allocate: nothing to write into a
// buffer with room, and what the value holds to read.
func TestAllocations(t *testing.T) {
	for _, c := range allCodings() {
		b := c.append(nil)
		buffer := make([]byte, 0, 2*len(b))
		if n := testing.AllocsPerRun(100, func() { c.append(buffer) }); n != c.appends {
			t.Errorf("%s: writing allocates %v times, want %v", c.name, n, c.appends)
		}
		n := testing.AllocsPerRun(100, func() {
			if err := c.read(b); err != nil {
				t.Fatal(err)
			}
		})
		if c.own >= 0 && n != c.own {
			t.Errorf("%s: reading allocates %v times, want %v", c.name, n, c.own)
		}
	}
}

func BenchmarkAppend(b *testing.B) {
	for _, c := range allCodings() {
		b.Run(c.name, func(b *testing.B) {
			buffer := c.append(nil)
			b.SetBytes(int64(len(buffer)))
			b.ReportAllocs()
			for b.Loop() {
				buffer = c.append(buffer[:0])
			}
		})
	}
}

func BenchmarkRead(b *testing.B) {
	for _, c := range allCodings() {
		b.Run(c.name, func(b *testing.B) {
			data := c.append(nil)
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				if err := c.read(data); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
