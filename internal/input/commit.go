package input

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
)

// commit returns the id of the commit that is meant.
func (r repository) commit(p place) (string, error) {
	if p.rev == "" {
		return "", errors.New("a revision is missing: write git:main, for example")
	}
	if p.rev[0] == '-' {
		return "", fmt.Errorf("%s is no revision", p.rev)
	}
	id, ok := r.resolve(p.refs(r.remote())...)
	if !ok {
		return "", r.unknown(p)
	}
	if !p.diverged {
		return id, nil
	}
	if _, ok := r.resolve("HEAD"); !ok {
		return "", fmt.Errorf("HEAD has no commit yet, and so never left %s", p.rev)
	}
	base, ok := r.says("merge-base", "HEAD", id)
	switch base, _, _ = strings.Cut(base, "\n"); {
	case ok:
		return base, nil
	case r.shallow():
		return "", fmt.Errorf("where HEAD left %s isn't in this shallow clone: %s", p.rev, r.fetch("--unshallow"))
	}
	return "", fmt.Errorf("HEAD and %s have no common ancestor", p.rev)
}

// refs returns what git may call a revision: as given, then a branch of the
// remote; where people said that it is a branch or tag, nothing else.
func (p place) refs(remote string) []string {
	switch p.kind {
	case "branch":
		return []string{"refs/heads/" + p.rev, "refs/remotes/" + remote + "/" + p.rev}
	case "tag":
		return []string{"refs/tags/" + p.rev}
	}
	if here.MatchString(p.rev) {
		return []string{p.rev}
	}
	return []string{p.rev, remote + "/" + p.rev}
}

// resolve returns the id of the first that is a commit.
func (r repository) resolve(names ...string) (string, bool) {
	for _, name := range names {
		if id, ok := r.says("rev-parse", "--verify", "--quiet", name+"^{commit}"); ok {
			return id, true
		}
	}
	return "", false
}

// remote is origin, or the only remote where it is called otherwise.
func (r repository) remote() string {
	list, _ := r.says("remote")
	names := strings.Split(list, "\n")
	if len(names) == 1 && names[0] != "" {
		return names[0]
	}
	return "origin"
}

func (r repository) shallow() bool {
	answer, _ := r.says("rev-parse", "--is-shallow-repository")
	return answer == "true"
}

// fetch says what to type to have git fetch, from the remote.
func (r repository) fetch(args ...string) string {
	if list, _ := r.says("remote"); list == "" {
		return "it has no remote to fetch it from; add one with git remote add origin URL"
	}
	if len(args) > 1 {
		args = slices.Insert(args, 1, r.remote())
	}
	return "type git fetch " + strings.Join(args, " ")
}

var (
	fullID   = regexp.MustCompile(`^[0-9a-f]{40}([0-9a-f]{24})?$`)
	shortID  = regexp.MustCompile(`^[0-9a-f]{4,63}$`)
	relative = regexp.MustCompile(`[~^@]`)
	here     = regexp.MustCompile(`^(@|HEAD($|[~^@]))`) // and nothing that a remote has
)

// unknown is the error for a revision that git doesn't know.
func (r repository) unknown(p place) error {
	list, _ := r.says("for-each-ref", "--count=10000", "--format=%(refname:short)", "refs/heads", "refs/tags", "refs/remotes")
	if _, ok := r.resolve("HEAD"); !ok && list == "" {
		return errors.New("the repository has no commit yet")
	}
	if p.rev == "HEAD" {
		return errors.New("HEAD has no commit yet")
	}
	if strings.Contains(p.rev, "..") {
		return fmt.Errorf("%s is no single revision: where HEAD left one is git:merge-base(REV)", p.rev)
	}
	if err := r.otherObject(p); err != nil {
		return err
	}
	if r.shallow() {
		return fmt.Errorf("%s isn't in this shallow clone: %s%s", p.rev, r.toFetch(p), r.near(p, list))
	}
	switch near := r.near(p, list); {
	case relative.MatchString(p.rev):
		return fmt.Errorf("the repository has no revision %s: it may go back further than the history does", p.rev)
	case near != "":
		return fmt.Errorf("the repository has no %s %s%s", orElse(p.kind, "revision"), p.rev, near)
	}
	return fmt.Errorf("the repository has no %s %s; git branch --all and git tag list what there is", orElse(p.kind, "revision"), p.rev)
}

// near suggests a branch or tag.
func (r repository) near(p place, list string) string {
	if relative.MatchString(p.rev) {
		return ""
	}
	names := strings.Fields(list)
	names = slices.DeleteFunc(names, func(n string) bool { return strings.HasSuffix(n, "/HEAD") })
	for _, n := range names {
		if short, ok := strings.CutPrefix(n, r.remote()+"/"); ok {
			names = append(names, short)
		}
	}
	if near := diag.Nearest(p.rev, names); near != "" && near != p.rev {
		return "; did you mean " + near + "?"
	}
	return ""
}

// otherObject is the error for a name that git knows, of no one commit.
func (r repository) otherObject(p place) error {
	if kind, ok := r.says("cat-file", "-t", p.rev); ok && kind != "commit" && kind != "tag" {
		return fmt.Errorf("%s is a %s, and no commit", p.rev, kind)
	}
	if !shortID.MatchString(p.rev) || fullID.MatchString(p.rev) {
		return nil
	}
	list, _ := r.says("rev-parse", "--disambiguate="+p.rev)
	var commits []string
	for _, id := range strings.Fields(list) {
		if kind, _ := r.says("cat-file", "-t", id); kind == "commit" && len(commits) < 5 {
			commits = append(commits, id)
		}
	}
	if len(commits) < 2 {
		return nil
	}
	return fmt.Errorf("%s begins the ids of several commits: %s", p.rev, strings.Join(commits, ", "))
}

// toFetch says what to type so that a shallow clone has the revision. Short ids
// and what is relative to a known revision need the whole history.
func (r repository) toFetch(p place) string {
	depth := "--depth=1"
	if p.diverged {
		depth = "--unshallow"
	}
	name := strings.TrimPrefix(p.rev, r.remote()+"/")
	if at := relative.FindStringIndex(name); at != nil {
		depth, name = "--unshallow", name[:at[0]]
		if _, known := r.resolve(name, r.remote()+"/"+name); known || name == "" {
			return r.fetch(depth)
		}
	}
	switch {
	case p.kind == "tag":
		return r.fetch(depth, "tag", name)
	case fullID.MatchString(name):
		return r.fetch(depth, name)
	case p.kind == "" && shortID.MatchString(name) && len(name) >= 7:
		return r.fetch("--unshallow")
	}
	return r.fetch(depth, name+":refs/remotes/"+r.remote()+"/"+name)
}
