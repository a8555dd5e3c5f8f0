package gosrc

import (
	"io/fs"
	"path"
	"strconv"
	"strings"
)

// standard reports whether an import path is the standard library's, as far as
// that can be told: its first part has no dot and is a known one.
func standard(p string) bool {
	first, _, _ := strings.Cut(p, "/")
	switch first {
	case "archive", "bufio", "bytes", "cmp", "compress", "container", "context", "crypto", "database", "debug", "embed", "encoding",
		"errors", "expvar", "flag", "fmt", "go", "hash", "html", "image", "index", "io", "iter", "log", "maps", "math", "mime", "net",
		"os", "path", "plugin", "reflect", "regexp", "runtime", "slices", "sort", "strconv", "strings", "structs", "sync", "syscall",
		"testing", "text", "time", "unicode", "unique", "unsafe", "weak":
		return true
	}
	return false
}

// maxModFile bounds what is read of a go.mod or go.work.
const maxModFile = 1 << 20

// ImportDir returns the directory of the tree that an import path names, seen
// from the directory dir: one of the module that dir belongs to, of a module
// that go.work names beside it, or of the module's vendor. help says what to do
// where there is none.
func ImportDir(tree fs.FS, dir, source string) (found, help string) {
	for at := dir; ; at = path.Dir(at) {
		if module, ok := moduleOf(tree, at); ok {
			if found := within(tree, at, module, source); found != "" {
				return found, ""
			}
			if vendored := path.Join(at, "vendor", source); fs.ValidPath(vendored) && isDir(tree, vendored) {
				return vendored, ""
			}
			help = "only packages of the module " + module + ", of modules beside it in go.work, and vendored ones are read"
		}
		if work, err := readSmall(tree, path.Join(at, "go.work")); err == nil {
			for _, use := range uses(work) {
				member := path.Join(at, use)
				if !fs.ValidPath(member) {
					continue
				}
				if module, ok := moduleOf(tree, member); ok {
					if found := within(tree, member, module, source); found != "" {
						return found, ""
					}
				}
			}
			break
		}
		if at == "." || at == "/" || at == path.Dir(at) {
			break
		}
	}
	if help == "" {
		help = "there is no go.mod in or above this directory, which would say where it is"
	}
	return "", help
}

// within returns the directory of a package of the module in root.
func within(tree fs.FS, root, module, source string) string {
	rest, ok := strings.CutPrefix(source, module)
	if !ok || rest != "" && rest[0] != '/' {
		return ""
	}
	if dir := path.Join(root, rest); fs.ValidPath(dir) && isDir(tree, dir) {
		return dir
	}
	return ""
}

func isDir(tree fs.FS, p string) bool {
	info, err := fs.Stat(tree, p)
	return err == nil && info.IsDir()
}

func readSmall(tree fs.FS, p string) (string, error) {
	info, err := fs.Stat(tree, p)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() || info.Size() > maxModFile {
		return "", fs.ErrInvalid
	}
	text, err := fs.ReadFile(tree, p)
	return string(text), err
}

// moduleOf returns the path of the module whose go.mod stands in dir.
func moduleOf(tree fs.FS, dir string) (string, bool) {
	text, err := readSmall(tree, path.Join(dir, "go.mod"))
	if err != nil {
		return "", false
	}
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "//")
		if words := strings.Fields(line); len(words) == 2 && words[0] == "module" {
			return unquoted(words[1]), true
		}
	}
	return "", false
}

// uses returns the directories that a go.work uses.
func uses(text string) []string {
	var list []string
	block := false
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "//")
		words := strings.Fields(line)
		switch {
		case len(words) == 0:
		case words[0] == ")":
			block = false
		case words[0] == "use" && len(words) == 2 && words[1] == "(":
			block = true
		case words[0] == "use" && len(words) == 2:
			list = append(list, unquoted(words[1]))
		case block && len(words) == 1:
			list = append(list, unquoted(words[0]))
		}
	}
	return list
}

func unquoted(s string) string {
	if t, err := strconv.Unquote(s); err == nil {
		return t
	}
	return s
}
