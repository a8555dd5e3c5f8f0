package main

import (
	"slices"

	"github.com/rpcctl/rpcctl/compat"
	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/generate/golang"
	"github.com/rpcctl/rpcctl/internal/config"
	"github.com/rpcctl/rpcctl/wire/jsonmap"
)

// aspects returns those that the workspace turned on, in the order of output.
func (a *app) aspects(w *workspace) []compat.Aspect {
	var on []compat.Aspect
	c := w.config.Compat
	add := func(word string, aspect compat.Aspect) {
		switch word {
		case "", "off":
			return
		case "warn":
			aspect.Level = diag.Warning
		case "error":
			aspect.Level = diag.Error
		default:
			panic("rpcctl: a level that config let through: " + word)
		}
		on = append(on, aspect)
	}
	readers := jsonmap.Peers()
	peers := make([]compat.Peer, len(readers))
	for i, p := range readers {
		peers[i] = p
	}
	add(c.JSON.Name, compat.Aspect{Name: "json", Peers: peers})
	add(c.GRPC.Name, compat.Aspect{Name: "grpc"})
	add(c.Docs.Name, compat.Aspect{Name: "docs", Grace: c.DocsGrace})
	goes := len(w.config.Generate) == 0 || slices.ContainsFunc(w.config.Generate, func(g config.Generate) bool { return g.Target.Name == "go" })
	if goes {
		add(c.Source.Name, compat.Aspect{Name: "source/go", Code: golang.NewAPI("")})
	} else if c.Source.Name != "" && c.Source.Name != "off" {
		a.note("%s: source is judged of Go alone, and no block generates it", w.file.Path)
	}
	return on
}
