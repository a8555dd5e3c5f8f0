// Command bench compares RPC stacks over loopback TCP, client and server in
// separate processes of this same program.
//
//	bench run -rounds 3 -o results.jsonl      the matrix, interleaved rounds
//	bench report results.jsonl                medians and ratios, Markdown
//	bench cell -peer grpc -workload add -mode shared -n 100
//	bench server / client                     one side (used by run and cell)
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/rpcctl/rpcctl/bench/load"
	"github.com/rpcctl/rpcctl/bench/peers"
)

func main() {
	if len(os.Args) < 2 {
		fatal(fmt.Errorf("want a subcommand: run, cell, report, server, client, peers"))
	}
	var err error
	switch cmd, args := os.Args[1], os.Args[2:]; cmd {
	case "run":
		err = run(args)
	case "cell":
		err = cell(args)
	case "report":
		err = report(args, os.Stdout)
	case "server":
		err = server(args)
	case "client":
		err = client(args)
	case "peers":
		fmt.Println(strings.Join(peers.Names(), " "))
	default:
		err = fmt.Errorf("unknown subcommand %q", cmd)
	}
	if err != nil {
		fatal(err)
	}
}

func fatal(err error) {
	fmt.Fprintln(os.Stderr, "bench:", err)
	os.Exit(1)
}

func server(args []string) error {
	fs := flag.NewFlagSet("server", flag.ExitOnError)
	peer := fs.String("peer", "", "stack to serve with")
	addr := fs.String("addr", "127.0.0.1:7001", "service address")
	debug := fs.String("debug", "127.0.0.1:7002", "statistics and pprof address")
	shared := fs.Bool("shared", false, "the client will share one connection")
	_ = fs.Parse(args)
	p := peers.Lookup(*peer)
	if p == nil {
		return fmt.Errorf("no peer %q", *peer)
	}
	// The parent holds our standard input open: leave when it goes away.
	go func() { _, _ = io.Copy(io.Discard, os.Stdin); os.Exit(0) }()
	go func() { fatal(load.ServeDebug(*debug)) }()
	return p.Serve(*addr, *shared)
}

func client(args []string) error {
	fs := flag.NewFlagSet("client", flag.ExitOnError)
	peer := fs.String("peer", "", "stack to call with")
	addr := fs.String("addr", "127.0.0.1:7001", "service address")
	debug := fs.String("debug", "127.0.0.1:7002", "the server's statistics address")
	workload := fs.String("workload", "add", "add, echo44, echo1k or echo64k")
	mode := fs.String("mode", "perconn", "perconn or shared")
	n := fs.Int("n", 1, "concurrent callers")
	warm := fs.Duration("warm", 500*time.Millisecond, "warm-up")
	window := fs.Duration("window", 2*time.Second, "measured time")
	pprof := fs.String("pprof", "", "serve this client's own pprof there")
	_ = fs.Parse(args)
	p := peers.Lookup(*peer)
	if p == nil {
		return fmt.Errorf("no peer %q", *peer)
	}
	if *pprof != "" {
		go func() { fatal(http.ListenAndServe(*pprof, nil)) }()
	}
	c := load.Cell{Peer: *peer, Workload: *workload, Mode: *mode, N: *n}
	res, err := load.Run(p, c, *addr, *debug, *warm, *window)
	if err != nil {
		res.Err = err.Error()
	}
	if err := json.NewEncoder(os.Stdout).Encode(res); err != nil {
		return err
	}
	os.Exit(0) // some stacks are slow to close thousands of connections
	return nil
}

// freeAddr finds a loopback address nothing listens on.
func freeAddr() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	return l.Addr().String(), nil
}

// profiles says where to save CPU profiles of one cell; empty: none.
type profiles struct{ client, server string }

// one runs a cell in two fresh processes.
func one(c load.Cell, warm, window time.Duration, prof profiles) load.Result {
	fail := func(err error) load.Result { return load.Result{Cell: c, Err: err.Error()} }
	self, err := os.Executable()
	if err != nil {
		return fail(err)
	}
	var a [3]string
	for i := range a {
		if a[i], err = freeAddr(); err != nil {
			return fail(err)
		}
	}
	srv := exec.Command(self, "server", "-peer", c.Peer, "-addr", a[0], "-debug", a[1],
		"-shared="+strconv.FormatBool(c.Mode == "shared"))
	in, err := srv.StdinPipe()
	if err != nil {
		return fail(err)
	}
	if err := srv.Start(); err != nil {
		return fail(err)
	}
	defer func() {
		_ = in.Close()
		_ = srv.Process.Kill()
		_ = srv.Wait()
	}()
	if err := load.WaitUp(a[1], 10*time.Second); err != nil {
		return fail(err)
	}
	cargs := []string{"client", "-peer", c.Peer, "-addr", a[0], "-debug", a[1],
		"-workload", c.Workload, "-mode", c.Mode, "-n", strconv.Itoa(c.N),
		"-warm", warm.String(), "-window", window.String()}
	if prof.client != "" {
		cargs = append(cargs, "-pprof", a[2])
	}
	cl := exec.Command(self, cargs...)
	var out strings.Builder
	cl.Stdout = &out
	if err := cl.Start(); err != nil {
		return fail(err)
	}
	if prof.client != "" {
		time.Sleep(warm)
		go saveProfile(a[2], prof.client, window)
		go saveProfile(a[1], prof.server, window)
	}
	timer := time.AfterFunc(warm+window+40*time.Second, func() { _ = cl.Process.Kill() })
	err = cl.Wait()
	timer.Stop()
	if err != nil {
		return fail(fmt.Errorf("client: %w", err))
	}
	var res load.Result
	if err := json.Unmarshal([]byte(out.String()), &res); err != nil {
		return fail(err)
	}
	return res
}

func saveProfile(addr, path string, d time.Duration) {
	r, err := http.Get(fmt.Sprintf("http://%s/debug/pprof/profile?seconds=%d", addr, max(1, int(d.Seconds()))))
	if err != nil {
		fmt.Fprintln(os.Stderr, "profile:", err)
		return
	}
	defer r.Body.Close()
	f, err := os.Create(path)
	if err != nil {
		fmt.Fprintln(os.Stderr, "profile:", err)
		return
	}
	defer f.Close()
	_, _ = io.Copy(f, r.Body)
}

func cell(args []string) error {
	fs := flag.NewFlagSet("cell", flag.ExitOnError)
	peer := fs.String("peer", "", "stack")
	workload := fs.String("workload", "add", "add, echo44, echo1k or echo64k")
	mode := fs.String("mode", "perconn", "perconn or shared")
	n := fs.Int("n", 1, "concurrent callers")
	warm := fs.Duration("warm", 500*time.Millisecond, "warm-up")
	window := fs.Duration("window", 2*time.Second, "measured time")
	prof := fs.String("profile", "", "prefix: save PREFIX.client.pprof and PREFIX.server.pprof")
	_ = fs.Parse(args)
	var pr profiles
	if *prof != "" {
		pr = profiles{*prof + ".client.pprof", *prof + ".server.pprof"}
	}
	res := one(load.Cell{Peer: *peer, Workload: *workload, Mode: *mode, N: *n}, *warm, *window, pr)
	e := json.NewEncoder(os.Stdout)
	e.SetIndent("", " ")
	return e.Encode(res)
}

func run(args []string) error {
	fs := flag.NewFlagSet("run", flag.ExitOnError)
	rounds := fs.Int("rounds", 3, "interleaved rounds")
	first := fs.Int("first-round", 0, "number of the first round")
	chosen := fs.String("peers", strings.Join(peers.Names(), ","), "comma-separated stacks")
	workloads := fs.String("workloads", "add,echo44,echo1k,echo64k", "")
	modes := fs.String("modes", "perconn,shared", "")
	ns := fs.String("n", "1,10,100,500,1000,5000", "numbers of callers")
	warm := fs.Duration("warm", 500*time.Millisecond, "warm-up")
	window := fs.Duration("window", 2*time.Second, "measured time")
	out := fs.String("o", "results.jsonl", "result lines are appended here")
	maxOther := fs.Float64("max-other", 0.1, "measure again when other processes used more than this share of the machine")
	retries := fs.Int("retries", 2, "at most so many more tries; the least disturbed one is kept")
	_ = fs.Parse(args)

	f, err := os.OpenFile(*out, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer f.Close()
	enc := json.NewEncoder(f)
	fmt.Fprintf(os.Stderr, "%s, GOMAXPROCS %d\n", runtime.Version(), runtime.GOMAXPROCS(0))
	names := strings.Split(*chosen, ",")
	start := time.Now()
	for round := *first; round < *first+*rounds; round++ {
		for _, mode := range strings.Split(*modes, ",") {
			for _, w := range strings.Split(*workloads, ",") {
				for _, sn := range strings.Split(*ns, ",") {
					n, err := strconv.Atoi(sn)
					if err != nil {
						return err
					}
					// All peers of one cell run back to back, and each round
					// begins with another peer, so that a change of the
					// machine's speed does not favour one of them.
					for k := range names {
						p := peers.Lookup(names[(k+round*5)%len(names)])
						if p == nil {
							return fmt.Errorf("no peer %q", names[k])
						}
						if mode == "shared" && !p.Shared || mode == "perconn" && !p.PerConn {
							continue
						}
						if size, _ := load.PayloadSize(w); p.MaxEcho > 0 && size > p.MaxEcho {
							continue
						}
						c := load.Cell{Peer: p.Name, Workload: w, Mode: mode, N: n}
						res := one(c, *warm, *window, profiles{})
						for i := 0; i < *retries && (res.Err != "" || res.Other > *maxOther); i++ {
							again := one(c, *warm, *window, profiles{})
							if res.Err != "" || again.Err == "" && again.Other < res.Other {
								res = again
							}
						}
						res.Round = round
						if err := enc.Encode(res); err != nil {
							return err
						}
						fmt.Fprintf(os.Stderr, "%6.0fs r%d %-8s %-8s n=%-5d %-14s %9.0f/s p50 %8.0fus p99 %8.0fus other %2.0f%% %s\n",
							time.Since(start).Seconds(), round, mode, w, n, p.Name, res.RPS, res.P50us, res.P99us, res.Other*100, res.Err)
					}
				}
			}
		}
	}
	return nil
}
