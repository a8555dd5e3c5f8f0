package front

import (
	"errors"
	"io/fs"
	"strings"

	"github.com/rpcctl/rpcctl/diag"
)

// unread reports a file that could not be read because of err, or is too large
// where that is nil.
func (u *unit) unread(f *diag.File, err error) {
	u.partial = true
	message, help := "the file has more than 10 MiB, and is not read", "split it"
	if err != nil {
		cause := reason(err).Error()
		message, help = "the file can't be read: "+cause, "mend it, or take it out of what is checked"
		switch {
		case errors.Is(err, fs.ErrNotExist):
			message, help = "the file is a link to what isn't there", "mend the link, or take it out"
		case strings.HasPrefix(cause, "is "): // such as "is no regular file"
			message = "the file " + cause
		}
	}
	u.problems.Add("parse", f.Span(0, 0), message).Help = help
}
