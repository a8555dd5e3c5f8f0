package input

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"sync"
)

// batch is one git cat-file process.
type batch struct {
	start func() *exec.Cmd

	mu     sync.Mutex
	cmd    *exec.Cmd
	in     io.WriteCloser
	pipe   io.Closer
	out    *bufio.Reader
	failed error // the process is in no state to go on
}

// answer is what git says of one object. Its err is errAbsent or errTooLarge.
type answer struct {
	text []byte
	size int64
	err  error
}

var errAbsent = errors.New("git doesn't have its contents; where the clone is partial, git fetch --refetch brings them")

// ask asks for one object and some that may be wanted, and returns the answers
// for the first and as many more as come easily. sent says that contents follow.
func (b *batch) ask(sent bool, ids ...string) ([]answer, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.failed == nil && b.cmd == nil {
		b.failed = b.run()
	}
	if b.failed != nil {
		return nil, b.failed
	}
	answers, err := b.answers(sent, ids)
	if err != nil {
		b.failed = fmt.Errorf("git cat-file: %w", err)
	}
	return answers, b.failed
}

func (b *batch) run() (err error) {
	cmd := b.start()
	if b.in, err = cmd.StdinPipe(); err != nil {
		return err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("git cat-file: %w", err)
	}
	b.cmd, b.pipe, b.out = cmd, out, bufio.NewReaderSize(out, 64<<10)
	return nil
}

func (b *batch) answers(sent bool, ids []string) ([]answer, error) {
	if _, err := io.WriteString(b.in, strings.Join(ids, "\n")+"\n"); err != nil {
		return nil, err
	}
	var answers []answer
	held := int64(0)
	for n, id := range ids {
		a, err := b.header(id)
		if err != nil {
			return nil, err
		}
		if a.err == nil && sent {
			switch held += a.size; {
			case a.size > MaxFile:
				a.err = errTooLarge
			case n > 0 && held > maxHeld:
				_, err = b.out.Discard(int(a.size) + 1)
			default:
				a.text = make([]byte, a.size+1)
				_, err = io.ReadFull(b.out, a.text)
				a.text = a.text[:a.size]
			}
			if err != nil {
				return nil, err
			}
		}
		if n == 0 || held <= maxHeld {
			answers = append(answers, a)
		}
		if a.err == errTooLarge {
			b.stop() // in the middle of what isn't wanted; the next question starts another
			break
		}
	}
	return answers, nil
}

// header reads the line that an answer begins with.
func (b *batch) header(id string) (answer, error) {
	line, err := b.out.ReadString('\n')
	if err != nil {
		return answer{}, err
	}
	words := strings.Fields(line)
	if len(words) == 2 && words[1] == "missing" {
		return answer{err: errAbsent}, nil
	}
	if len(words) != 3 || words[0] != id {
		return answer{}, fmt.Errorf("%q is no answer for %s", line, id)
	}
	size, err := strconv.ParseInt(words[2], 10, 64)
	if err != nil || size < 0 {
		return answer{}, fmt.Errorf("%q is no answer for %s", line, id)
	}
	return answer{size: size}, nil
}

// stop ends the process while it writes, which it may complain of.
func (b *batch) stop() {
	cmd := b.cmd
	b.cmd = nil
	b.in.Close()
	b.pipe.Close()
	_ = cmd.Wait()
}

// close ends the process.
func (b *batch) close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	cmd := b.cmd
	b.cmd, b.failed = nil, errClosed
	if cmd == nil {
		return nil
	}
	b.in.Close()
	if err := cmd.Wait(); err != nil {
		return fmt.Errorf("git cat-file: %w", err)
	}
	return nil
}
