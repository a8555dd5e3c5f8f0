package diag

// Nearest returns the candidate that a person who typed name most likely
// meant, or "" where none is near enough: at most a third of the letters may
// differ. Of equally near ones the first counts.
func Nearest(name string, candidates []string) string {
	best, limit := "", max(1, (len(name)+1)/3)+1
	for _, c := range candidates {
		if c == name {
			continue
		}
		if d := distance(name, c, limit); d < limit {
			best, limit = c, d
		}
	}
	return best
}

// distance is the optimal string alignment distance of two names, without
// regard to case; limit where it is limit or more.
func distance(a, b string, limit int) int {
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit {
		return limit
	}
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if lower(a[i-1]) == lower(b[j-1]) {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && lower(a[i-1]) == lower(b[j-2]) && lower(a[i-2]) == lower(b[j-1]) {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return min(last[len(b)], limit)
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}
