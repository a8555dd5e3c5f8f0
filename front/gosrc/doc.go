package gosrc

import "strings"

// docOf returns the documentation of a comment without directives, words to the
// tool, and the paragraph that says Deprecated, which it returns apart.
func docOf(g commentGroup) (doc, deprecated string) {
	if g == nil {
		return "", ""
	}
	text := strings.TrimSpace(g.Text())
	if strings.Contains(text, "rpcctl:") {
		var kept []string
		for line := range strings.SplitSeq(text, "\n") {
			if !strings.HasPrefix(strings.TrimSpace(line), "rpcctl:") {
				kept = append(kept, line)
			}
		}
		text = strings.TrimSpace(strings.Join(kept, "\n"))
	}
	if !strings.Contains(text, "Deprecated:") {
		return text, ""
	}
	var kept []string
	for para := range strings.SplitSeq(text, "\n\n") {
		if rest, ok := strings.CutPrefix(para, "Deprecated:"); ok && deprecated == "" {
			if deprecated = strings.Join(strings.Fields(rest), " "); deprecated == "" {
				deprecated = "true"
			}
			continue
		}
		kept = append(kept, para)
	}
	return strings.Join(kept, "\n\n"), deprecated
}
