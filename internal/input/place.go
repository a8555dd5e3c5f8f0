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
	kind     string // "branch" or "tag", where that was said
	repo     string // the directory of the repository, where that was said
	here     bool   // the repository is the one that Options.Dir is in
	top      bool   // path begins at the top of the repository
	diverged bool   // where HEAD left the revision is meant
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

// fragment reads buf's form of a place: DIR/.git or BARE.git, and the keys and
// values behind its #, which say the revision and the directory in it.
func fragment(repo, keys string) (place, error) {
	if strings.Contains(repo, "://") {
		return place{}, errors.New("only repositories on this machine are read: clone it first")
	}
	p := place{path: ".", repo: strings.TrimSuffix(repo, ".git"), top: true}
	if path.Base(repo) != ".git" {
		p.repo = repo // it is bare
	}
	p.repo = orElse(p.repo, ".")
	said := map[string]string{}
	for part := range strings.SplitSeq(keys, ",") {
		key, value, _ := strings.Cut(part, "=")
		switch {
		case keys == "":
			continue
		case !slices.Contains(fragmentKeys, key):
			if near := diag.Nearest(key, fragmentKeys); near != "" {
				return p, fmt.Errorf("unknown key %s; did you mean %s?", key, near)
			}
			return p, fmt.Errorf("unknown key %s; known are %s", key, strings.Join(fragmentKeys, ", "))
		case value == "":
			return p, fmt.Errorf("%s says nothing", key)
		case said[key] != "":
			return p, fmt.Errorf("%s is said twice", key)
		}
		said[key] = value
	}
	switch {
	case said["recurse_submodules"] != "" && said["recurse_submodules"] != "false":
		return p, errors.New("submodules aren't read at a revision: name a path in the checkout of one")
	case said["format"] != "" && said["format"] != "git":
		return p, fmt.Errorf("the format of a repository is git, not %s", said["format"])
	}
	p.path = orElse(said["subdir"], ".")
	return p, p.says(said)
}

// fragmentKeys are those of buf. Its depth says how much to clone, which nobody
// does here.
var fragmentKeys = []string{"branch", "tag", "ref", "commit", "subdir", "depth", "recurse_submodules", "format"}

// says takes the revision from the keys that name one. A ref or commit may have
// the branch beside it that it is on, as buf wants it.
func (p *place) says(said map[string]string) error {
	p.rev = "HEAD"
	var keys []string
	for _, key := range []string{"branch", "tag", "ref", "commit"} {
		if said[key] != "" {
			keys = append(keys, key)
			p.rev, p.kind = said[key], key
		}
	}
	if len(keys) > 2 || len(keys) == 2 && (keys[0] != "branch" || keys[1] == "tag") {
		return errors.New("more than one of branch, tag, ref and commit")
	}
	if p.kind == "ref" || p.kind == "commit" {
		p.kind = ""
	}
	return nil
}
