package input

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
)

// Import opens what a contract in the directory dir of the input names to import
// from: an archive in the same tree, or a revision of a repository on disk, both
// as Open has them, relative to dir. An archive has at most 10 MiB, as each file
// of a tree. o.Dir is what Display is relative to.
func (in Input) Import(ctx context.Context, dir, source string, o Options) (Input, error) {
	abs, err := filepath.Abs(o.Dir)
	if err != nil {
		return Input{}, err
	}
	o.Dir, o.Git = abs, orElse(o.Git, "git")
	form, isGit := strings.CutPrefix(source, "git:")
	repo, keys, isFragment := strings.Cut(source, ".git#")
	at, rev, isRevision := cutRevision(source)
	switch {
	case strings.HasPrefix(source, "registry:") || strings.HasPrefix(source, "live:"):
		return Input{}, notYet(source[:strings.IndexByte(source, ':')])
	case strings.HasPrefix(source, "/") || strings.Contains(source, `\`):
		return Input{}, errors.New(`is no relative path with slashes, such as "../common.tar.gz"`)
	case archiveForm.MatchString(source):
		return in.archive(ctx, dir, source, o)
	case otherForm.MatchString(source):
		return Input{}, errors.New("archives of this kind aren't read: make a .tar.gz, .tar.zst or .zip of it")
	case !isGit && !isFragment && !isRevision:
		return Input{}, errors.New("is no directory, archive or revision")
	case !in.OnDisk && in.Commit == "":
		return Input{}, errors.New("a contract that is in no repository can't name a revision")
	}
	from := o
	from.Dir = inDir(o.Dir, in.Display(dir))
	var got Input
	switch {
	case isGit:
		got, err = gitForm(ctx, form, from)
	case isFragment:
		got, err = atFragment(ctx, repo+".git", keys, from)
	default:
		got, err = revision(ctx, place{path: at, rev: rev}, from)
	}
	if err != nil {
		return Input{}, err
	}
	display := got.Display
	got.Name, got.Display = source, func(name string) string {
		return shown(inDir(from.Dir, display(name)), in.Display(dir), o)
	}
	return got, nil
}

// archive opens FILE or FILE//SUBDIR, where FILE is one of the tree.
func (in Input) archive(ctx context.Context, dir, source string, o Options) (Input, error) {
	m := archiveForm.FindStringSubmatch(source)
	file, sub := path.Join(dir, m[1]), m[2]
	switch {
	case strings.HasPrefix(source[len(m[1]):], "#"):
		return Input{}, fmt.Errorf("a place in an archive is written %s//SUBDIR", m[1])
	case strings.Contains(m[1], "://"):
		return Input{}, errors.New("only archives on this machine are read: download it first")
	case !fs.ValidPath(file):
		return Input{}, errors.New("leaves the tree that contracts are read from")
	}
	text, err := fs.ReadFile(in.FS, file)
	if err != nil {
		return Input{}, plain(err)
	}
	open := func() (packed, error) { return packedText{bytes.NewReader(text)}, nil }
	t, err := readArchive(ctx, file, open, o.Keep)
	if err != nil {
		return Input{}, err
	}
	return t.within(source, sub, in.Display(file))
}

// packedText is an archive in memory.
type packedText struct{ *bytes.Reader }

func (packedText) Close() error { return nil }
