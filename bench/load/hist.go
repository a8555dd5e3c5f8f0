package load

import (
	"math/bits"
	"sync/atomic"
	"time"
)

// Hist is a log-linear latency histogram: 16 linear steps for each power of
// two of nanoseconds, so a quantile is exact to about 6 %. Shards keep the
// counters of different callers on different cache lines most of the time.
type Hist struct {
	shards [histShards][histBuckets]uint64
}

const (
	histSub     = 4 // 2^4 linear steps per power of two
	histBuckets = 40 << histSub
	histShards  = 4
)

func bucketOf(ns int64) int {
	u := uint64(ns)
	if u < 1<<histSub {
		return int(u)
	}
	e := bits.Len64(u) - histSub - 1
	i := (e+1)<<histSub | int(u>>uint(e))&(1<<histSub-1)
	return min(i, histBuckets-1)
}

// bucketTop is the upper edge of a bucket, in nanoseconds.
func bucketTop(i int) int64 {
	if i < 1<<histSub {
		return int64(i)
	}
	e := i>>histSub - 1
	return (int64(1<<histSub|i&(1<<histSub-1)) + 1) << uint(e)
}

// Add counts one latency for the caller with that number.
func (h *Hist) Add(caller int, d time.Duration) {
	atomic.AddUint64(&h.shards[caller%histShards][bucketOf(int64(d))], 1)
}

// Total is the number of samples.
func (h *Hist) Total() (n uint64) {
	for s := range h.shards {
		for _, c := range h.shards[s] {
			n += c
		}
	}
	return n
}

// Quantile returns the latency below which a share q of the samples lie.
func (h *Hist) Quantile(q float64) time.Duration {
	want := uint64(q * float64(h.Total()))
	var sum uint64
	for i := range histBuckets {
		for s := range h.shards {
			sum += h.shards[s][i]
		}
		if sum > want {
			return time.Duration(bucketTop(i))
		}
	}
	return 0
}
