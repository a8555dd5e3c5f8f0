// Package input opens what a person names on the command line, a path, an
// archive, a revision of a git repository or stdin, as a tree of files; nothing
// is checked out or written, and no file of more than 10 MiB is read but for
// those on disk and from stdin that Options call large.
package input

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
)

// MaxFile is the size of the largest file that an input gives out.
const MaxFile = 10 << 20

// MaxLarge is the size of the largest that may be large.
const MaxLarge = 128 << 20

// Options say where names are looked up.
type Options struct {
	Dir   string    // what relative paths begin at; "" is the working directory
	Git   string    // the git program; "" is git on the PATH
	Stdin io.Reader // what - reads
	From  string    // the language of stdin: hcl, gfj, proto, thrift, go, json, descriptor-set

	// Keep reports whether a file of that path will be asked for. Of an archive
	// the contents of all others take no memory, and of a revision those that it
	// has are read ahead; the others can be read as well, but that takes time.
	// Nil: an archive keeps all, and nothing is read ahead.
	Keep func(path string) bool

	// Large reports whether a file of that path, on disk or from stdin, may have
	// MaxLarge bytes. Nil: none may.
	Large func(path string) bool
}

// most is how many bytes a file may have.
func (o Options) most(path string) int64 {
	if o.Large != nil && o.Large(path) {
		return MaxLarge
	}
	return MaxFile
}

// Input is a tree of files and the place in it that was meant.
type Input struct {
	// FS holds the place and what may be imported from around it: the whole file
	// system, or the whole tree of a revision or archive. It is safe for concurrent use
	// until Close.
	FS fs.FS
	// Root is the path in FS of the file or directory meant.
	Root string
	// Display returns how people write a path of FS: relative to Options.Dir, or
	// absolute where the input was.
	Display func(string) string
	// Name is the input as typed.
	Name string
	// Commit is the full id of the revision read, "" where it is none.
	Commit string
	// Archive says that the files are an archive's.
	Archive bool
	// OnDisk says that what Display returns is a file which can be edited.
	OnDisk bool
	// Notes say what a person should know of what was left out, a sentence each.
	Notes []string

	git   string // the program
	close func() error
}

// Close ends what reading the input started. FS can't be read afterwards.
func (in Input) Close() error {
	if in.close == nil {
		return nil
	}
	return in.close()
}

// Open opens the input that text names. An error that is fs.ErrNotExist says
// that the place is not there, or was not there at that revision, while the
// tree to look in is.
func Open(ctx context.Context, text string, o Options) (Input, error) {
	dir, err := filepath.Abs(o.Dir)
	if err != nil {
		return Input{}, fmt.Errorf("%s: %w", text, err)
	}
	if o.Dir, o.Git = dir, orElse(o.Git, "git"); text == "" {
		return Input{}, errors.New(`an input is empty: write . for this directory`)
	}
	in, err := open(ctx, text, o)
	if err != nil {
		return Input{}, fmt.Errorf("%s: %w", text, err)
	}
	in.Name = text
	return in, nil
}

var scheme = regexp.MustCompile(`^([a-z][a-z-]+):`)

func open(ctx context.Context, text string, o Options) (Input, error) {
	if text == "-" {
		return stdin(o)
	}
	if form, ok := strings.CutPrefix(text, "git:"); ok {
		return gitForm(ctx, form, o)
	}
	for _, s := range []string{"registry", "live"} {
		if strings.HasPrefix(text, s+":") {
			return Input{}, notYet(s)
		}
	}
	info, err := os.Stat(inDir(o.Dir, text))
	switch {
	case err == nil && isRepository(text, o):
		return atFragment(ctx, text, "", o)
	case err == nil && info.IsDir():
		return local(text, o), nil
	case archiveForm.MatchString(text):
		return inArchive(ctx, text, o)
	case otherForm.MatchString(text):
		return Input{}, errors.New("archives of this kind aren't read: make a .tar.gz, .tar.zst or .zip of it")
	case err == nil:
		return local(text, o), nil
	case !errors.Is(err, fs.ErrNotExist) && !isNotDir(err):
		return Input{}, plain(err)
	}
	if repo, keys, ok := strings.Cut(text, ".git#"); ok {
		return atFragment(ctx, repo+".git", keys, o)
	}
	if path, rev, ok := cutRevision(text); ok {
		return revision(ctx, place{path: path, rev: rev}, o)
	}
	return Input{}, missing(text, o)
}

// isRepository reports whether a path that is there is DIR/.git or a bare
// repository.
func isRepository(text string, o Options) bool {
	if !strings.HasSuffix(text, ".git") {
		return false
	}
	bare := true
	for _, name := range []string{"HEAD", "objects", "refs"} {
		_, err := os.Stat(filepath.Join(inDir(o.Dir, text), name))
		bare = bare && err == nil
	}
	return bare || path.Base(filepath.ToSlash(text)) == ".git"
}

func atFragment(ctx context.Context, repo, keys string, o Options) (Input, error) {
	repo = strings.TrimPrefix(repo, "file://")
	p, err := fragment(repo, keys)
	if err != nil {
		return Input{}, err
	}
	if _, err := os.Stat(inDir(o.Dir, repo)); err != nil {
		return Input{}, fmt.Errorf("there is no repository %s", repo)
	}
	return revision(ctx, p, o)
}

func notYet(form string) error { return fmt.Errorf("%s inputs can't be read yet", form) }

// cutRevision cuts path@REV. An @ that begins @{…} belongs to the revision.
func cutRevision(text string) (path, rev string, ok bool) {
	i := strings.LastIndexByte(text, '@')
	for i > 0 && strings.HasPrefix(text[i:], "@{") {
		i = strings.LastIndexByte(text[:i], '@')
	}
	if i < 1 || i == len(text)-1 || strings.ContainsAny(text[i+1:], " \t\n") {
		return "", "", false
	}
	return text[:i], text[i+1:], true
}

// missing is the error for a path that is not there.
func missing(text string, o Options) error {
	if m := scheme.FindStringSubmatch(text); m != nil {
		if near := diag.Nearest(m[1], []string{"git", "registry", "live"}); near != "" {
			return &notThere{message: "no such file or directory; did you mean " + near + strings.TrimPrefix(text, m[1]) + "?"}
		}
	}
	abs := inDir(o.Dir, text)
	var names []string
	entries, err := os.ReadDir(filepath.Dir(abs))
	for _, e := range entries {
		names = append(names, e.Name())
	}
	e := &notThere{message: "no such file or directory"}
	if err != nil {
		e.message += ", and " + filepath.ToSlash(filepath.Dir(text)) + " isn't there either"
	} else if near := diag.Nearest(filepath.Base(abs), names); near != "" {
		e.message += "; did you mean " + filepath.ToSlash(filepath.Join(filepath.Dir(text), near)) + "?"
	}
	return e
}

// notThere is an fs.ErrNotExist with words of its own.
type notThere struct{ message string }

func (e *notThere) Error() string        { return e.message }
func (e *notThere) Is(target error) bool { return target == fs.ErrNotExist }

// plain returns the cause of an error of the file system: the path is said already.
func plain(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}

// inDir makes a path of people absolute.
func inDir(dir, path string) string {
	path = filepath.FromSlash(path)
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(dir, path)
}

func orElse(s, other string) string {
	if s != "" {
		return s
	}
	return other
}
