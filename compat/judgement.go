package compat

import (
	"github.com/rpcctl/rpcctl/diff"
	"github.com/rpcctl/rpcctl/schema"
)

// judgement is what is judged: the same for every wire.
type judgement struct {
	old, new   *schema.Schema
	d          *diff.Result
	roots      []*root
	quiet      *quiet // nil: every payload is walked
	ignoreData bool
	progress   func(wire string, done, total int) // nil: nobody asks
}

func newJudgement(old, new *schema.Schema, d *diff.Result, ignoreData bool) *judgement {
	return &judgement{old: old, new: new, d: d, roots: callRoots(old, new, d), ignoreData: ignoreData}
}
