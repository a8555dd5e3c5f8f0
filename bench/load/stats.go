package load

import (
	"encoding/json"
	"fmt"
	"net/http"
	_ "net/http/pprof" // profiles of the server process, on its debug address
	"os"
	"runtime"
	"syscall"
)

// Stats are running totals of one process.
type Stats struct {
	CPU        float64 `json:"cpu"` // user+system seconds
	CtxSw      int64   `json:"ctxsw"`
	Mallocs    uint64  `json:"mallocs"`
	AllocBytes uint64  `json:"alloc_bytes"`
	MaxRSSMB   float64 `json:"max_rss_mb"`
}

// SelfStats reads this process's totals.
func SelfStats() Stats {
	var ru syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &ru)
	var ms runtime.MemStats
	runtime.ReadMemStats(&ms)
	sec := func(t syscall.Timeval) float64 { return float64(t.Sec) + float64(t.Usec)/1e6 }
	return Stats{
		CPU:        sec(ru.Utime) + sec(ru.Stime),
		CtxSw:      ru.Nvcsw + ru.Nivcsw,
		Mallocs:    ms.Mallocs,
		AllocBytes: ms.TotalAlloc,
		MaxRSSMB:   float64(ru.Maxrss) / 1024,
	}
}

// ServeDebug serves /stats and /debug/pprof on addr.
func ServeDebug(addr string) error {
	http.HandleFunc("/stats", func(w http.ResponseWriter, _ *http.Request) {
		_ = json.NewEncoder(w).Encode(SelfStats())
	})
	return http.ListenAndServe(addr, nil)
}

// FetchStats reads another process's totals.
func FetchStats(addr string) (s Stats, err error) {
	r, err := http.Get("http://" + addr + "/stats")
	if err != nil {
		return s, err
	}
	defer r.Body.Close()
	return s, json.NewDecoder(r.Body).Decode(&s)
}

// machine reads the whole machine's CPU seconds: processes (user, nice,
// system) and softirq (the loopback network work that is charged to none).
func machine() (procs, softirq float64) {
	f, err := os.Open("/proc/stat")
	if err != nil {
		return 0, 0
	}
	defer f.Close()
	var user, nice, system, idle, iowait, irq, soft float64
	_, _ = fmt.Fscanf(f, "cpu %f %f %f %f %f %f %f", &user, &nice, &system, &idle, &iowait, &irq, &soft)
	const hz = 100
	return (user + nice + system) / hz, soft / hz
}
