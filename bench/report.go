package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"sort"
	"strings"

	"github.com/rpcctl/rpcctl/bench/load"
	"github.com/rpcctl/rpcctl/bench/peers"
)

func median(v []float64) float64 {
	if len(v) == 0 {
		return 0
	}
	s := slices.Clone(v)
	sort.Float64s(s)
	if n := len(s); n%2 == 0 {
		return (s[n/2-1] + s[n/2]) / 2
	}
	return s[len(s)/2]
}

type key struct {
	mode, workload string
	n              int
	peer           string
}

// table holds the results of all rounds.
type table struct {
	byKey map[key]map[int]load.Result
	errs  map[key]string
	ns    []int
}

func read(paths []string) (*table, error) {
	t := &table{byKey: map[key]map[int]load.Result{}, errs: map[key]string{}}
	for _, path := range paths {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		sc := bufio.NewScanner(f)
		sc.Buffer(nil, 1<<20)
		for sc.Scan() {
			var r load.Result
			if err := json.Unmarshal(sc.Bytes(), &r); err != nil {
				return nil, fmt.Errorf("%s: %w", path, err)
			}
			k := key{r.Mode, r.Workload, r.N, r.Peer}
			if r.Err != "" {
				t.errs[k] = r.Err
				continue
			}
			if t.byKey[k] == nil {
				t.byKey[k] = map[int]load.Result{}
			}
			// A cell measured twice in a round: keep the quieter one.
			if old, ok := t.byKey[k][r.Round]; !ok || r.Other < old.Other {
				t.byKey[k][r.Round] = r
			}
			if !slices.Contains(t.ns, r.N) {
				t.ns = append(t.ns, r.N)
			}
		}
		f.Close()
	}
	sort.Ints(t.ns)
	return t, nil
}

// quiet drops disturbed results of cells that have undisturbed ones.
func (t *table) quiet(limit float64) {
	for _, rounds := range t.byKey {
		some := false
		for _, r := range rounds {
			some = some || r.Other <= limit
		}
		for i, r := range rounds {
			if some && r.Other > limit {
				delete(rounds, i)
			}
		}
	}
}

// med is the median over the rounds of f.
func (t *table) med(k key, f func(load.Result) float64) float64 {
	var v []float64
	for _, r := range t.byKey[k] {
		v = append(v, f(r))
	}
	return median(v)
}

// ratio is the median over the rounds of f(k)/f(other), taken round by round:
// the two were measured within seconds of each other, so drift cancels.
func (t *table) ratio(k key, other string, f func(load.Result) float64) float64 {
	o := k
	o.peer = other
	var v []float64
	for round, r := range t.byKey[k] {
		if b, ok := t.byKey[o][round]; ok && f(b) > 0 {
			v = append(v, f(r)/f(b))
		}
	}
	return median(v)
}

func rps(r load.Result) float64 { return r.RPS }
func p50(r load.Result) float64 { return r.P50us }
func p99(r load.Result) float64 { return r.P99us }

// cost is all processor time of one call: both processes and the kernel's
// network interrupts. It hardly moves when the machine is shared.
func cost(r load.Result) float64 { return r.CPUClientUs + r.CPUServerUs + r.SoftirqUs }

func limitOf(mode string) string {
	if mode == "shared" {
		return "rawmux"
	}
	return "rawtcp"
}

var workloads = []string{"add", "echo44", "echo1k", "echo64k"}

func report(args []string, w io.Writer) error {
	fs := flag.NewFlagSet("report", flag.ExitOnError)
	full := fs.Bool("full", false, "one detailed table for each cell")
	maxOther := fs.Float64("max-other", 1, "leave out results during which others used more of the machine, where a quieter one of the same cell exists")
	_ = fs.Parse(args)
	t, err := read(fs.Args())
	if err != nil {
		return err
	}
	t.quiet(*maxOther)
	for _, mode := range []string{"perconn", "shared"} {
		for _, wl := range workloads {
			if *full {
				t.full(w, mode, wl)
			} else {
				t.compact(w, mode, wl)
			}
		}
	}
	return nil
}

// compact prints one row for each peer and one column for each N.
func (t *table) compact(w io.Writer, mode, wl string) {
	var ns []int
	for _, n := range t.ns {
		if len(t.byKey[key{mode, wl, n, "grpc"}]) > 0 {
			ns = append(ns, n)
		}
	}
	if len(ns) == 0 {
		return
	}
	head := func(title string) {
		fmt.Fprintf(w, "\n**%s, %s: %s**\n\n| peer |", mode, wl, title)
		for _, n := range ns {
			fmt.Fprintf(w, " N=%d |", n)
		}
		fmt.Fprintf(w, "\n|---|%s\n", strings.Repeat("--:|", len(ns)))
	}
	rows := func(cell func(k key) string) {
		for _, p := range peers.Names() {
			any := false
			line := "| " + p + " |"
			for _, n := range ns {
				k := key{mode, wl, n, p}
				switch {
				case len(t.byKey[k]) > 0:
					line += " " + cell(k) + " |"
					any = true
				case t.errs[k] != "":
					line += " failed |"
					any = true
				default:
					line += " |"
				}
			}
			if any {
				fmt.Fprintln(w, line)
			}
		}
	}
	limit := limitOf(mode)
	head("req/s (x grpc / x " + limit + ")")
	rows(func(k key) string {
		return fmt.Sprintf("%.0f (%.2f / %.2f)", t.med(k, rps), t.ratio(k, "grpc", rps), t.ratio(k, limit, rps))
	})
	head("p50 / p99 us")
	rows(func(k key) string { return fmt.Sprintf("%.0f / %.0f", t.med(k, p50), t.med(k, p99)) })
	head("CPU us per call, both sides and softirq (grpc = x times this / this = x times " + limit + ")")
	rows(func(k key) string {
		return fmt.Sprintf("%.1f (%.2f / %.2f)", t.med(k, cost), 1/t.ratio(k, "grpc", cost), t.ratio(k, limit, cost))
	})
}

// full prints everything about each cell.
func (t *table) full(w io.Writer, mode, wl string) {
	for _, n := range t.ns {
		var ks []key
		for _, p := range peers.Names() {
			if k := (key{mode, wl, n, p}); len(t.byKey[k]) > 0 {
				ks = append(ks, k)
			}
		}
		if len(ks) == 0 {
			continue
		}
		sort.Slice(ks, func(i, j int) bool { return t.med(ks[i], rps) > t.med(ks[j], rps) })
		fmt.Fprintf(w, "\n### %s, %s, %d callers\n\n", mode, wl, n)
		fmt.Fprintln(w, "| peer | rounds | req/s | spread % | p50 us | p99 us | x grpc | x limit | CPU us/call client+server+softirq | ctxsw/call c+s | allocs/call c+s | bytes/call c+s | peak RSS MB c/s | other % |")
		fmt.Fprintln(w, "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
		for _, k := range ks {
			lo, hi := 0.0, 0.0
			for _, r := range t.byKey[k] {
				if lo == 0 || r.RPS < lo {
					lo = r.RPS
				}
				hi = max(hi, r.RPS)
			}
			m := func(f func(load.Result) float64) float64 { return t.med(k, f) }
			fmt.Fprintf(w, "| %s | %d | %.0f | %.0f | %.0f | %.0f | %.2f | %.2f | %.1f+%.1f+%.1f | %.2f+%.2f | %.1f+%.1f | %.0f+%.0f | %.0f/%.0f | %.0f |\n",
				k.peer, len(t.byKey[k]), m(rps), (hi-lo)/m(rps)*100, m(p50), m(p99),
				t.ratio(k, "grpc", rps), t.ratio(k, limitOf(mode), rps),
				m(func(r load.Result) float64 { return r.CPUClientUs }),
				m(func(r load.Result) float64 { return r.CPUServerUs }),
				m(func(r load.Result) float64 { return r.SoftirqUs }),
				m(func(r load.Result) float64 { return r.CtxSwClient }),
				m(func(r load.Result) float64 { return r.CtxSwServer }),
				m(func(r load.Result) float64 { return r.AllocClient }),
				m(func(r load.Result) float64 { return r.AllocServer }),
				m(func(r load.Result) float64 { return r.BytesClient }),
				m(func(r load.Result) float64 { return r.BytesServer }),
				m(func(r load.Result) float64 { return r.RSSClientMB }),
				m(func(r load.Result) float64 { return r.RSSServerMB }),
				100*m(func(r load.Result) float64 { return r.Other }))
		}
		for _, p := range peers.Names() {
			if e := t.errs[key{mode, wl, n, p}]; e != "" {
				fmt.Fprintf(w, "\n%s failed at least once: %s\n", p, e)
			}
		}
	}
}
