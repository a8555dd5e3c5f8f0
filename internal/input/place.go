package input

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
)

// place is a path at a revision, as a person wrote it.
type place struct {
	path     string
	rev      string
	here     bool // the repository is the one that Options.Dir is in
	top      bool // path begins at the top of that
	diverged bool // where HEAD left the revision is meant
}

// gitForm opens what stands behind git:, which is REV, REV:path,
// merge-base(REV) or merge-base(REV):path.
func gitForm(ctx context.Context, form string, o Options) (Input, error) {
	p := place{path: ".", here: true}
	rest, ok := strings.CutPrefix(form, "merge-base(")
	if ok {
		p.diverged = true
		if p.rev, rest, ok = strings.Cut(rest, ")"); !ok || rest != "" && rest[0] != ':' {
			return Input{}, errors.New("write git:merge-base(REV) or git:merge-base(REV):path")
		}
	} else {
		var found bool
		p.rev, rest, found = strings.Cut(form, ":")
		if found {
			rest = ":" + rest
		}
	}
	if sub, ok := strings.CutPrefix(rest, ":"); ok {
		if sub == "" {
			return Input{}, errors.New("a path is missing after the last colon")
		}
		p.path, p.top = strings.TrimPrefix(sub, "/"), strings.HasPrefix(sub, "/")
	}
	return revision(ctx, p, o)
}

// fragment reads buf's form of a place: DIR/.git#branch=B,subdir=S, with tag or
// ref for branch.
func fragment(repo, rest string) (place, error) {
	if strings.Contains(repo, "://") {
		return place{}, errors.New("only repositories on this machine are read: clone it first")
	}
	if repo != "" && !strings.HasSuffix(repo, "/") {
		return place{}, errors.New("write DIR/.git#branch=BRANCH")
	}
	p, subdir := place{}, "."
	keys := []string{"branch", "tag", "ref", "subdir"}
	for part := range strings.SplitSeq(rest, ",") {
		key, value, _ := strings.Cut(part, "=")
		switch {
		case !slices.Contains(keys, key):
			if near := diag.Nearest(key, keys); near != "" {
				return p, fmt.Errorf("unknown key %s; did you mean %s?", key, near)
			}
			return p, fmt.Errorf("unknown key %s; known are %s", key, strings.Join(keys, ", "))
		case value == "":
			return p, fmt.Errorf("%s says nothing", key)
		case key == "subdir":
			subdir = value
		case p.rev != "":
			return p, errors.New("more than one of branch, tag and ref")
		default:
			p.rev = value
		}
	}
	p.path, p.rev = path.Join(orElse(repo, "."), subdir), orElse(p.rev, "HEAD")
	return p, nil
}
