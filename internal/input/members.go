package input

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

// limits bound what reading an archive takes, whatever the archive says.
type limits struct {
	entries int   // files, and directories
	names   int   // bytes of all their paths
	kept    bound // bytes of all files that are wanted: memory
	stream  bound // bytes that a compressed archive unpacks to: time
}

// bound is how much there may be in an archive: most at most, and ratio times
// its own size where that is less, but free however small it is.
type bound struct{ most, free, ratio int64 }

var archiveLimits = limits{
	entries: 200_000, names: 64 << 20,
	kept:   bound{most: 1 << 30, free: 32 << 20, ratio: 200},
	stream: bound{most: 4 << 30, free: 32 << 20, ratio: 1000},
}

func (b bound) of(size int64) int64 { return min(b.most, max(b.free, size*b.ratio)) }

// exceeded is the error for an archive in which there is more.
func (b bound) exceeded(size int64) error {
	if b.of(size) == b.most {
		return fmt.Errorf("unpacks to more than %s, and is not read: make an archive of the contracts alone", bytesText(b.most))
	}
	return fmt.Errorf("unpacks to more than %d times its size, as no contracts do, and is not read", b.ratio)
}

func bytesText(n int64) string {
	switch {
	case n >= 1<<30:
		return fmt.Sprintf("%d GiB", n>>30)
	case n >= 1<<20:
		return fmt.Sprintf("%d MiB", n>>20)
	}
	return fmt.Sprintf("%d bytes", n)
}

// members enters what an archive lists in a tree, within limits.
type members struct {
	tree    *tree
	size    int64 // of the archive
	limits  limits
	keep    func(string) bool // nil: all are wanted
	entries int
	names   int
	kept    int64
}

func newMembers(size int64, l limits, keep func(string) bool) *members {
	return &members{tree: newTree(), size: size, limits: l, keep: keep}
}

// name returns the path of an entry in the tree, "." for the top itself.
func (m *members) name(raw string) (string, error) {
	if m.entries++; m.entries > m.limits.entries {
		return "", fmt.Errorf("has more than %d entries", m.limits.entries)
	}
	if m.names += len(raw); m.names > m.limits.names {
		return "", fmt.Errorf("has paths of more than %s", bytesText(int64(m.limits.names)))
	}
	return cleanName(raw)
}

// wanted reports whether a file's contents will be asked for, as far as one
// knows, and counts them.
func (m *members) wanted(name string, size int64) (bool, error) {
	if size > MaxFile || m.keep != nil && !m.keep(name) {
		return false, nil
	}
	if m.kept += size; m.kept > m.limits.kept.of(m.size) {
		return false, m.limits.kept.exceeded(m.size)
	}
	return true, nil
}

// file enters a file, and dir a directory.
func (m *members) file(name string, n node) error {
	if name == "." {
		return errors.New("has an entry without a name")
	}
	m.tree.add(name, n)
	return m.full()
}

func (m *members) dir(name string) error {
	m.tree.mkdir(name)
	return m.full()
}

func (m *members) full() error {
	if len(m.tree.dirs) > m.limits.entries {
		return fmt.Errorf("has more than %d directories", m.limits.entries)
	}
	return nil
}

// done returns the tree.
func (m *members) done() (*tree, error) {
	both := ""
	for name := range m.tree.files {
		if _, dir := m.tree.dirs[name]; dir && (both == "" || name < both) {
			both = name
		}
	}
	if both != "" {
		return nil, fmt.Errorf("has %q as a file and as a directory", both)
	}
	m.tree.sort()
	return m.tree, nil
}

const maxName = 4096

var drive = regexp.MustCompile(`^[A-Za-z]:/`)

// cleanName returns the path of an entry, and refuses those that a program
// which unpacks the archive might write elsewhere.
func cleanName(raw string) (string, error) {
	fault := ""
	switch {
	case len(raw) > maxName:
		return "", fmt.Errorf("has an entry whose path is longer than %d bytes: %.40q…", maxName, raw)
	case strings.ContainsRune(raw, 0):
		fault = "a NUL in its path"
	case strings.ContainsRune(raw, '\\'):
		fault = "a backslash in its path"
	case strings.HasPrefix(raw, "/") || drive.MatchString(raw):
		fault = "an absolute path"
	case slices.Contains(strings.Split(raw, "/"), ".."):
		fault = "a path that climbs out with .."
	}
	if fault != "" {
		return "", fmt.Errorf("has the entry %q with %s, and is not read", raw, fault)
	}
	name := path.Clean(strings.ToValidUTF8(raw, "\uFFFD"))
	if !fs.ValidPath(name) {
		return "", fmt.Errorf("has the entry %q, which is no path", raw)
	}
	return name, nil
}
