package plain

import (
	"context"
	"fmt"
	"io"
	"reflect"
	"strings"
	"time"

	"github.com/rpcctl/rpcctl/schema"
	"github.com/rpcctl/rpcctl/schema/gotag"
)

// reader reads types into one package.
type reader struct {
	pkg        *schema.Package
	problems   []error
	enums      map[reflect.Type]Enum
	names      map[string]reflect.Type // of messages, enums and errors
	reached    map[reflect.Type]bool
	errorTypes map[reflect.Type]bool
	embedding  map[reflect.Type]bool // structs whose fields are being flattened
	queue      []reflect.Type        // messages whose fields are still to be read
	numbered   map[string]bool
	timestamp  bool
}

func (r *reader) problem(format string, args ...any) {
	r.problems = append(r.problems, fmt.Errorf("plain: "+format, args...))
}

var (
	contextType  = reflect.TypeFor[context.Context]()
	errorType    = reflect.TypeFor[error]()
	timeType     = reflect.TypeFor[time.Time]()
	durationType = reflect.TypeFor[time.Duration]()
)

// found is what a Go type means.
type found struct {
	t       schema.Type
	pointer bool
	message bool
	enum    bool
	moment  bool // a time.Time is in it
	ok      bool // else it was told
}

const maxDepth = 64

// resolve reads a type. what is whose type it is, form how a moment is sent.
func (r *reader) resolve(what string, t reflect.Type, form string, depth int) found {
	refuse := func(why, help string) found {
		r.problem("%s has the type %s, %s: %s", what, t, why, help)
		return found{}
	}
	const leaveOut = `; to leave a field out, give it rpc:"-"`
	done := func(of schema.Type) found { return found{t: of, ok: true} }
	switch {
	case depth > maxDepth:
		return refuse("which is nested too deep or holds itself", "give a part of it a struct of its own")
	case moment(t) && form == "timestamp":
		r.timestamp = true
		return found{t: schema.Type{Kind: schema.KindRef, Name: "Timestamp"}, moment: true, ok: true}
	case moment(t):
		return found{t: schema.Type{Kind: schema.KindInt64}, moment: true, ok: true}
	case t == durationType:
		return done(schema.Type{Kind: schema.KindInt64})
	case t == contextType:
		return refuse("which is not sent", "it stands first among the params, and nowhere else")
	case t.PkgPath() == "iter":
		return refuse("a stream", "write iter.Seq2[T, error] as a whole param or result")
	}
	if _, ok := r.enums[t]; ok {
		r.enum(t)
		return found{t: schema.Type{Kind: schema.KindRef, Name: r.name(t)}, enum: true, ok: true}
	}
	switch t.Kind() {
	case reflect.Pointer:
		f := r.resolve(what, t.Elem(), form, depth+1)
		if f.ok && f.pointer {
			return refuse("a pointer to a pointer", "one * says that presence is tracked")
		}
		f.pointer = true
		return f
	case reflect.Slice, reflect.Array:
		elem := r.resolve(what, t.Elem(), form, depth+1)
		switch {
		case !elem.ok:
			return found{}
		case t.Kind() == reflect.Slice && elem.t.Kind == schema.KindUint8:
			return done(schema.Type{Kind: schema.KindBytes})
		case t.Kind() == reflect.Array && (t.Len() < 1 || t.Len() > 1<<16-1):
			return refuse("whose length is not 1 to 65535", "use a slice")
		}
		f := found{t: schema.Type{Kind: schema.KindList, Elem: &elem.t}, moment: elem.moment, ok: true}
		if t.Kind() == reflect.Array {
			f.t.Len = t.Len()
		} else {
			f.enum = elem.enum
		}
		return f
	case reflect.Map:
		key := r.resolve(what, t.Key(), form, depth+1)
		if e := t.Elem(); e.Kind() == reflect.Struct && e.NumField() == 0 && e.Name() == "" {
			return found{t: schema.Type{Kind: schema.KindSet, Elem: &key.t}, moment: key.moment, ok: key.ok}
		}
		value := r.resolve(what, t.Elem(), form, depth+1)
		return found{t: schema.Type{Kind: schema.KindMap, Key: &key.t, Elem: &value.t}, moment: key.moment || value.moment, ok: key.ok && value.ok}
	case reflect.Struct:
		switch {
		case t.Name() == "":
			return refuse("a struct without a name", "declare it as a type of its own")
		case r.errorTypes[t]:
			return refuse("which is a declared error", "use a struct of its own: errors belong to methods")
		}
		r.reach(t)
		return found{t: schema.Type{Kind: schema.KindRef, Name: r.name(t)}, message: true, ok: true}
	case reflect.Interface:
		return refuse("which may hold anything", "name a type: a peer must know what it gets"+leaveOut)
	case reflect.Chan:
		return refuse("which can't be sent", "a stream is iter.Seq2[T, error], as a param or result"+leaveOut)
	case reflect.Func:
		return refuse("which can't be sent", "a contract holds data alone"+leaveOut)
	case reflect.Complex64, reflect.Complex128:
		return refuse("which no wire carries", "use a struct of two floats"+leaveOut)
	case reflect.Int:
		return done(schema.Type{Kind: schema.KindInt64})
	case reflect.Uint:
		return done(schema.Type{Kind: schema.KindUint64})
	}
	if k, ok := schema.ScalarKind(t.Kind().String()); ok {
		return done(schema.Type{Kind: k})
	}
	return refuse("which means nothing elsewhere", "use uint64"+leaveOut)
}

// moment reports whether a type is time.Time, or declared as that.
func moment(t reflect.Type) bool { return t.Kind() == reflect.Struct && t.ConvertibleTo(timeType) }

// reach takes a struct into the contract.
func (r *reader) reach(t reflect.Type) {
	if r.reached[t] {
		return
	}
	r.reached[t] = true
	r.claim(t)
	r.queue = append(r.queue, t)
}

// claim takes a type's name in the contract.
func (r *reader) claim(t reflect.Type) {
	name := r.name(t)
	switch first := r.names[name]; {
	case first != nil && first != t:
		r.problem("%s.%s and %s.%s are both called %s in the contract: rename one of them", first.PkgPath(), first.Name(), t.PkgPath(), t.Name(), name)
	case !exported(t.Name()):
		r.problem("type %s is in the contract and unexported: write it with a capital", t)
	}
	r.names[name] = t
}

func exported(name string) bool { return name != "" && 'A' <= name[0] && name[0] <= 'Z' }

// name is what a type is called in the contract.
func (r *reader) name(t reflect.Type) string {
	base, args, ok := strings.Cut(t.Name(), "[")
	if !ok {
		return base
	}
	var words []string
	for args != "" && args != "]" {
		word, rest := typeWord(args, 0)
		words = append(words, word)
		if len(rest) == len(args) { // nothing that is known
			break
		}
		args = strings.TrimPrefix(rest, ",")
	}
	return gotag.InstanceName(base, words)
}

// typeWord reads a type as reflection writes it in the name of an instance, and
// returns what it is called there and what follows it.
func typeWord(s string, depth int) (word, rest string) {
	if depth > maxDepth {
		return "", ""
	}
	switch {
	case strings.HasPrefix(s, "*"):
		word, rest = typeWord(s[1:], depth+1)
		return "Ptr" + word, rest
	case strings.HasPrefix(s, "map["):
		key, rest := typeWord(s[4:], depth+1)
		rest = strings.TrimPrefix(rest, "]")
		if after, ok := strings.CutPrefix(rest, "struct {}"); ok {
			return "Set" + key, after
		}
		value, rest := typeWord(rest, depth+1)
		return "Map" + key + value, rest
	case strings.HasPrefix(s, "["):
		length, after, _ := strings.Cut(s[1:], "]")
		word, rest = typeWord(after, depth+1)
		if length == "" {
			return "List" + word, rest
		}
		return "Array" + length + word, rest
	}
	end := strings.IndexAny(s, "[],")
	if end < 0 {
		end = len(s)
	}
	name := s[:end]
	name = name[strings.LastIndexByte(name, '/')+1:]
	name = name[strings.LastIndexByte(name, '.')+1:]
	name, _, _ = strings.Cut(name, "·")
	word, rest = gotag.TypeWord(name), s[end:]
	if strings.HasPrefix(rest, "[") { // an instance
		rest = rest[1:]
		for rest != "" && rest[0] != ']' {
			arg, after := typeWord(rest, depth+1)
			word += arg
			if len(after) == len(rest) {
				break
			}
			rest = strings.TrimPrefix(after, ",")
		}
		rest = strings.TrimPrefix(rest, "]")
	}
	return word, rest
}

// raw returns the kind of a raw stream that a type of package io stands for.
func raw(t reflect.Type) schema.Kind {
	switch t {
	case reflect.TypeFor[io.Reader](), reflect.TypeFor[io.ReadCloser]():
		return schema.KindRawIn
	case reflect.TypeFor[io.Writer](), reflect.TypeFor[io.WriteCloser]():
		return schema.KindRawOut
	case reflect.TypeFor[io.ReadWriter](), reflect.TypeFor[io.ReadWriteCloser]():
		return schema.KindRawStream
	}
	return 0
}

// items returns what a sequence of type iter.Seq2[T, error] yields, nil of
// other types.
func items(t reflect.Type) reflect.Type {
	if t.PkgPath() != "iter" || !strings.HasPrefix(t.Name(), "Seq2[") {
		return nil
	}
	yield := t.In(0)
	if yield.In(1) != errorType {
		return nil
	}
	return yield.In(0)
}
