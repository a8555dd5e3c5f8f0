package diag

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
)

// fingerprints returns what each finding is known by from one run to the next,
// wherever its text stands by then: a hash of its code and subject, and of which
// of those that have both it is. No two are equal. Where a finding has no
// subject its path and message stand for it.
func (l List) fingerprints() []string {
	seen := make(map[string]int, len(l))
	out := make([]string, len(l))
	for i, d := range l {
		parts := []string{d.Code, d.Subject}
		if d.Subject == "" {
			parts = append(parts, d.Span.Path(), d.Message)
		}
		key := strings.Join(parts, "\x00")
		if seen[key]++; seen[key] > 1 {
			key += "\x00\x00" + strconv.Itoa(seen[key])
		}
		sum := sha256.Sum256([]byte(key))
		out[i] = hex.EncodeToString(sum[:16])
	}
	return out
}
