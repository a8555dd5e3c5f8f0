package front

import (
	"path"
	"strings"
)

// PackageName returns what a package is called that only its file's name names:
// the base name without its extension, every byte that no identifier has as _,
// and a _ before a leading digit.
func PackageName(file, extension string) string {
	base := strings.TrimSuffix(path.Base(strings.ReplaceAll(file, `\`, "/")), extension)
	name := strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', r == '_':
			return r
		}
		return '_'
	}, base)
	if name == "" || '0' <= name[0] && name[0] <= '9' {
		return "_" + name
	}
	return name
}
