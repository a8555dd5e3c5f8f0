package main

import (
	"io"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

const (
	longest  = 30                     // runes of what it says
	patience = time.Second            // what takes less needs no bar
	picture  = 100 * time.Millisecond // between two pictures of it
)

// progress shows on a terminal how far a command is that takes its time. Its
// methods can be called concurrently, and do nothing where it is nil.
type progress struct {
	out   io.Writer
	now   func() time.Time
	begun time.Time

	mu    sync.Mutex
	what  string
	drawn time.Time
	bar   *progressbar.ProgressBar // nil: none is on the terminal
}

func newProgress(out io.Writer, now func() time.Time) *progress {
	return &progress{out: out, now: now, begun: now()}
}

// progressOf returns the progress of a command: none where nobody is at a
// terminal to see it.
func (a *app) progressOf(now func() time.Time) *progress {
	f, ok := a.stderr.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) || !a.shows() {
		return nil
	}
	return newProgress(f, now)
}

// shows reports whether a bar is wanted on a terminal.
func (a *app) shows() bool {
	for _, name := range []string{"NO_COLOR", "CI"} {
		if v, ok := a.env(name); ok && v != "" {
			return false
		}
	}
	t, _ := a.env("TERM")
	return !a.quiet && t != "dumb"
}

// of returns what is told how far something is.
func (p *progress) of(what string) func(done, total int) {
	if p == nil {
		return nil
	}
	if r := []rune(what); len(r) > longest { // a bar is one line
		what = string(r[:longest-1]) + "…"
	}
	return func(done, total int) { p.draw(what, done, total) }
}

// judging returns what is told how far the verdicts on a wire are.
func (p *progress) judging() func(wire string, done, total int) {
	if p == nil {
		return nil
	}
	return func(wire string, done, total int) { p.draw("judging "+wire, done, total) }
}

func (p *progress) draw(what string, done, total int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.now()
	if now.Sub(p.begun) < patience || now.Sub(p.drawn) < picture || done >= total {
		return
	}
	p.drawn = now
	if p.bar == nil || p.what != what {
		p.wipe()
		p.what = what
		p.bar = progressbar.NewOptions(total,
			progressbar.OptionSetWriter(p.out), progressbar.OptionSetDescription(what), progressbar.OptionSetWidth(24),
			progressbar.OptionShowCount(), progressbar.OptionSetElapsedTime(false), progressbar.OptionSetPredictTime(false),
			progressbar.OptionThrottle(0), progressbar.OptionUseANSICodes(true), progressbar.OptionSetRenderBlankState(false),
		)
	}
	if p.bar.GetMax() != total {
		p.bar.ChangeMax(total)
	}
	_ = p.bar.Set(done) // a terminal that can't be written to shows nothing
}

// clear takes the bar off the terminal.
func (p *progress) clear() {
	if p != nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.wipe()
	}
}

func (p *progress) wipe() {
	if p.bar != nil {
		_ = p.bar.Clear()
		p.bar = nil
	}
}
