package compat

import (
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestScale: one change in a message that a thousand methods take costs one
// search, not a thousand.
func TestScale(t *testing.T) {
	var b strings.Builder
	b.WriteString("message \"P0\" {\n  a = field(1, int32)\n  b = field(2, int32)\n}\n")
	for i := 1; i < 300; i++ {
		fmt.Fprintf(&b, "message \"P%d\" {\n  a = field(1, string)\n  p = field(2, P%d)\n  l = field(3, list(P%d))\n}\n", i, i%7, i/2)
		if i < 7 {
			s := strings.Replace(b.String(), fmt.Sprintf("p = field(2, P%d)", i), "p = field(2, P0)", 1)
			b.Reset()
			b.WriteString(s)
		}
	}
	b.WriteString("service \"S\" {\n")
	for i := range 1000 {
		fmt.Fprintf(&b, "  method \"M%d\" {\n    params = { p = P%d, n = int32 }\n    returns = P%d\n  }\n", i, i%300, (i+7)%300)
	}
	b.WriteString("}\n")
	start := used(t)
	r := judgeHCL(t, "frame, frame-v1, rpch", b.String(), strings.Replace(b.String(), "b = field(2, int32)", "b = field(2, int64)", 1), Options{})
	if n := len(r.Changes[0].Findings); n != 3 {
		t.Errorf("%d findings, want 3", n)
	}
	if took := used(t) - start; took > 30*time.Second {
		t.Errorf("took %v of CPU", took)
	} else {
		t.Logf("took %v of CPU", took)
	}
}

// used is the CPU time of this process so far: a wall clock would tell how busy
// the machine is.
func used(t *testing.T) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
