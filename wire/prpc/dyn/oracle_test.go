package dyn

import (
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/rpcctl/rpcctl/internal/drawn"
	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/wire/prpc"
)

const perContract = 40 // values

// TestAgainstProtobufGo holds the codec to protobuf-go's: what either writes the
// other reads, and of bytes that were damaged both make the same. RPCCTL_PROVE says
// how many values, RPCCTL_SEED where to begin.
func TestAgainstProtobufGo(t *testing.T) {
	number := func(name string, or int) int {
		if n, err := strconv.Atoi(os.Getenv(name)); err == nil && n > 0 {
			return n
		}
		return or
	}
	values, seed, start := number("RPCCTL_PROVE", 2000), uint64(number("RPCCTL_SEED", 1)), time.Now()
	var done, damaged, refused, contracts atomic.Int64
	var group sync.WaitGroup
	var next atomic.Uint64
	for range runtime.GOMAXPROCS(0) {
		group.Add(1)
		go func() {
			defer group.Done()
			for done.Load() < int64(values) && !t.Failed() {
				at := seed + next.Add(1) - 1
				c := duel{seed: at, rand: rand.New(rand.NewPCG(at, 77))}
				if !c.open(t) {
					continue
				}
				contracts.Add(1)
				for i := range perContract {
					bad, no, err := c.round(i)
					if err != nil {
						t.Errorf("seed %d, value %d: %v", at, i, err)
						return
					}
					done.Add(1)
					damaged.Add(int64(bad))
					refused.Add(int64(no))
				}
			}
		}()
	}
	group.Wait()
	fmt.Printf("%d values of %d contracts from seed %d, both directions, and %d damaged (%d refused): %v\n",
		done.Load(), contracts.Load(), seed, damaged.Load(), refused.Load(), time.Since(start).Round(time.Millisecond))
	if refused.Load() == 0 || refused.Load() == damaged.Load() {
		t.Errorf("%d of %d damaged ones are refused: the damage does too much or too little", refused.Load(), damaged.Load())
	}
}

// duel is one contract, of both.
type duel struct {
	seed   uint64
	rand   *rand.Rand
	pkg    *schema.Package
	theirs described
	values *drawn.Values
}

func (c *duel) open(t *testing.T) bool {
	info := prpc.Info()
	shape := drawn.ShapeOf(info)
	shape.Protobuf = false // spice has forms of its own
	c.pkg = drawn.Contract(c.seed, shape)
	for _, m := range c.pkg.Messages {
		for _, f := range m.Fields {
			c.spice(f)
		}
	}
	for _, s := range c.pkg.Services {
		s.Methods = nil
	}
	s, errs := schema.Link([]*schema.Package{c.pkg}, []*schema.WireInfo{info})
	if errs.HasErrors() {
		return false
	}
	c.pkg = s.Packages[0]
	var err error
	if c.theirs, err = describe(c.pkg); err != nil {
		t.Errorf("seed %d: %v", c.seed, err)
		return false
	}
	c.values = drawn.NewValues(c.seed)
	return true
}

// spice gives a field what only protobuf has, and takes away what it hasn't.
func (c *duel) spice(f *schema.Field) {
	f.Default = nil
	t := &f.Type
	switch t.Kind {
	case schema.KindList, schema.KindSet:
		if f.Presence = schema.Plain; f.OneOf != "" {
			f.Type = schema.Type{Kind: schema.KindInt64}
			t = &f.Type
			break
		}
		t.Len = 0
		t = t.Elem
		if c.rand.IntN(3) == 0 {
			f.Packed = new(bool)
		}
	case schema.KindMap:
		if f.Presence = schema.Plain; f.OneOf != "" {
			f.Type = schema.Type{Kind: schema.KindUint32}
			t = &f.Type
			break
		}
		c.spiceMap(f)
		return
	default:
		if f.OneOf == "" && c.rand.IntN(12) == 0 && t.Kind != schema.KindRef {
			f.Presence = schema.Required
		}
	}
	if k := t.Kind; k == schema.KindList || k == schema.KindSet || k == schema.KindMap {
		*t = schema.Type{Kind: schema.KindString}
	}
	switch k := t.Kind; {
	case k.Signed():
		f.Encoding = []string{"", "varint", "zigzag", "fixed"}[c.rand.IntN(4)]
	case k.Unsigned():
		f.Encoding = []string{"", "varint", "fixed"}[c.rand.IntN(3)]
	case k == schema.KindRef && c.message(t.Name) && c.rand.IntN(3) == 0:
		f.Options = append(f.Options, schema.Option{Name: "proto.group", Value: schema.Value{Kind: schema.BoolValue, Text: "true"}})
	}
}

func (c *duel) message(name string) bool {
	return slices.ContainsFunc(c.pkg.Messages, func(m *schema.Message) bool { return m.Name == name })
}

func (c *duel) spiceMap(f *schema.Field) {
	t := &f.Type
	keys := prpc.Info().MapKeys
	t.Key = &schema.Type{Kind: keys[c.rand.IntN(len(keys))]}
	if k := t.Elem.Kind; k == schema.KindList || k == schema.KindSet || k == schema.KindMap {
		t.Elem = &schema.Type{Kind: schema.KindInt32}
	}
	for _, e := range c.pkg.Enums {
		if t.Elem.Name == e.Name && e.Values[0].Number != 0 {
			t.Elem = &schema.Type{Kind: schema.KindUint64} // protobuf-go wants a 0 there
		}
	}
	if c.rand.IntN(2) == 0 {
		return
	}
	word := func(k schema.Kind) string {
		switch k {
		case schema.KindInt32:
			return "sint32"
		case schema.KindInt64:
			return "sfixed64"
		case schema.KindUint32, schema.KindUint64:
			return "fixed" + strconv.Itoa(k.Bits())
		}
		return ""
	}
	f.Options = append(f.Options, schema.Option{Name: "proto.map", Value: schema.Value{Kind: schema.ObjectValue, Fields: []schema.ValueField{
		{Name: "key", Value: schema.Value{Kind: schema.StringValue, Text: word(t.Key.Kind)}},
		{Name: "value", Value: schema.Value{Kind: schema.StringValue, Text: word(t.Elem.Kind)}},
	}}})
}

// round carries one value both ways, and damages the bytes.
func (c *duel) round(nth int) (damaged, refused int, err error) {
	m := c.pkg.Messages[nth%len(c.pkg.Messages)]
	v := c.values.Message(m, nth/len(c.pkg.Messages))
	c.complete(m, v)
	want := plain(m, v)
	ours, err := Append(nil, m, v)
	if err != nil {
		return 0, 0, fmt.Errorf("ours doesn't write %s: %w", schema.RecordJSON(m, v), err)
	}
	there := c.theirs.message(m)
	if err := proto.Unmarshal(ours, there); err != nil {
		return 0, 0, fmt.Errorf("theirs doesn't read %x: %w", ours, err)
	}
	if got := plain(m, record(there, m)); !schema.Equal(got, want) {
		return 0, 0, fmt.Errorf("%x\ntheirs reads %s\nwritten      %s", ours, schema.RecordJSON(m, got), schema.RecordJSON(m, want))
	}
	from := c.theirs.message(m)
	c.theirs.fill(from, m, v)
	theirs, err := proto.MarshalOptions{Deterministic: true}.Marshal(from)
	if err != nil {
		return 0, 0, fmt.Errorf("theirs doesn't write %s: %w", schema.RecordJSON(m, v), err)
	}
	if len(theirs) != len(ours) && schema.Equal(want, v) && !c.closed() {
		return 0, 0, fmt.Errorf("%s\nours   %x\ntheirs %x", schema.RecordJSON(m, v), ours, theirs)
	}
	for _, p := range Peers() {
		if p.Name() == javaPeer {
			continue // has no groups, and makes up what is absent
		}
		got, err := p.Read(m, theirs)
		if err != nil {
			return 0, 0, fmt.Errorf("%s doesn't read %x: %w", p.Name(), theirs, err)
		}
		if got := plain(m, got); !schema.Equal(got, want) {
			return 0, 0, fmt.Errorf("%x\n%s reads %s\nwritten %s", theirs, p.Name(), schema.RecordJSON(m, got), schema.RecordJSON(m, want))
		}
	}
	for range 2 {
		b := c.damage(theirs)
		there.Reset()
		theirErr, panicked := unmarshal(b, there)
		if panicked {
			continue
		}
		got, err := Go().Read(m, b)
		if (err == nil) != (theirErr == nil) {
			return 0, 0, fmt.Errorf("%x\nours   %v\ntheirs %v", b, err, theirErr)
		}
		damaged++
		if err != nil {
			refused++
			continue
		}
		if a, b2 := plain(m, got), plain(m, record(there, m)); !schema.Equal(a, b2) {
			return 0, 0, fmt.Errorf("damaged %x\nours   %s\ntheirs %s", b, schema.RecordJSON(m, a), schema.RecordJSON(m, b2))
		}
	}
	return damaged, refused, nil
}

// unmarshal reads as protobuf-go does. It panics where an entry of a map has its key
// a second time with another wire type.
func unmarshal(b []byte, to proto.Message) (err error, panicked bool) {
	defer func() { panicked = recover() != nil }()
	return proto.Unmarshal(b, to), false
}

// closed reports whether the contract has a closed enum, whose zero theirs writes
// (see describeMessage).
func (c *duel) closed() bool {
	return slices.ContainsFunc(c.pkg.Enums, func(e *schema.Enum) bool { return e.Closed })
}

// complete sets what is required.
func (c *duel) complete(m *schema.Message, r schema.Record) {
	for _, f := range m.ByNumber() {
		if _, there := r[f.Number]; !there && f.Presence == schema.Required && f.Retired == "" {
			r[f.Number] = c.values.Value(&f.Type, 0)
		}
		switch v := r[f.Number].(type) {
		case schema.Record:
			c.complete(f.Type.Message(), v)
		case []any:
			for _, item := range v {
				if sub, ok := item.(schema.Record); ok {
					c.complete(f.Type.Elem.Message(), sub)
				}
			}
		case []schema.Entry:
			for _, e := range v {
				if sub, ok := e.Value.(schema.Record); ok {
					c.complete(f.Type.Elem.Message(), sub)
				}
			}
		}
	}
}

// plain leaves out what says nothing: zeros of plain fields, empty lists and maps.
func plain(m *schema.Message, r schema.Record) schema.Record {
	out := schema.Record{}
	for _, f := range m.ByNumber() {
		v, there := r[f.Number]
		if !there || f.InOneOf() == nil && f.Presence == schema.Plain && zero(v) {
			continue
		}
		switch x := v.(type) {
		case schema.Record:
			v = plain(f.Type.Message(), x)
		case []any:
			if len(x) == 0 {
				continue
			}
			items := slices.Clone(x)
			for i := range items {
				if sub, ok := items[i].(schema.Record); ok {
					items[i] = plain(f.Type.Elem.Message(), sub)
				}
			}
			v = items
		case []schema.Entry:
			if len(x) == 0 {
				continue
			}
			entries := slices.Clone(x)
			for i := range entries {
				if sub, ok := entries[i].Value.(schema.Record); ok {
					entries[i].Value = plain(f.Type.Elem.Message(), sub)
				}
			}
			v = entries
		}
		out[f.Number] = v
	}
	return out
}

// damage changes a few bytes: sets, cuts, doubles, or puts in fields of its own.
func (c *duel) damage(b []byte) []byte {
	b = slices.Clone(b)
	for range 1 + c.rand.IntN(3) {
		at := 0
		if len(b) > 0 {
			at = c.rand.IntN(len(b))
		}
		switch c.rand.IntN(7) {
		case 0:
			if len(b) > 0 {
				b[at] = byte(c.rand.Uint32())
			}
		case 1:
			if len(b) > 0 {
				b[at] ^= 1 << c.rand.IntN(8)
			}
		case 2:
			if len(b) > 0 {
				b = slices.Delete(b, at, at+1)
			}
		case 3:
			b = slices.Insert(b, at, byte(c.rand.IntN(40)))
		case 4:
			b = append(b, b...)
		case 5: // a field of any number and type
			number := 1 + c.rand.IntN(7)
			switch c.rand.IntN(5) {
			case 0:
				b = prpc.AppendVarint(prpc.AppendTag(b, number, prpc.Varint), c.rand.Uint64()>>c.rand.IntN(64))
			case 1:
				b = append(prpc.AppendTag(b, number, prpc.Fixed64), 1, 2, 3, 4, 5, 6, 7, 8)
			case 2:
				b = append(prpc.AppendTag(b, number, prpc.Fixed32), 1, 2, 3, 4)
			case 3:
				b = prpc.AppendBytes(prpc.AppendTag(b, number, prpc.Bytes), b[at:min(len(b), at+5)])
			case 4:
				b = prpc.AppendVarint(prpc.AppendTag(prpc.AppendTag(b, number, prpc.StartGroup), 1, prpc.Varint), 5)
				b = prpc.AppendTag(b, number, prpc.EndGroup)
			}
		case 6:
			b = b[:at]
		}
	}
	return b
}
