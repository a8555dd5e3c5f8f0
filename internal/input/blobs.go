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

// blobs reads objects through two git processes, which the first question
// starts: one that tells sizes and one that sends contents.
type blobs struct {
	sizes, contents batch
}

func (b *blobs) size(n node) (int64, error) {
	_, size, err := b.sizes.ask(n.id, false)
	return size, err
}

func (b *blobs) read(n node) ([]byte, error) {
	text, _, err := b.contents.ask(n.id, true)
	return text, err
}

func (b *blobs) close() error { return errors.Join(b.sizes.close(), b.contents.close()) }

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

var errAbsent = errors.New("git doesn't have its contents; where the clone is partial, git fetch --refetch brings them")

// ask sends one id and reads the answer, with the contents that follow it where
// sent says so.
func (b *batch) ask(id string, sent bool) ([]byte, int64, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.failed == nil && b.cmd == nil {
		b.failed = b.run()
	}
	if b.failed != nil {
		return nil, 0, b.failed
	}
	text, size, err := b.answer(id, sent)
	switch err {
	case nil, errAbsent:
	case errTooLarge:
		b.stop() // in the middle of what isn't wanted; the next question starts another
	default:
		err = fmt.Errorf("git cat-file: %w", err)
		b.failed = err
	}
	return text, size, err
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
	b.cmd, b.pipe, b.out = cmd, out, bufio.NewReader(out)
	return nil
}

func (b *batch) answer(id string, sent bool) ([]byte, int64, error) {
	if _, err := io.WriteString(b.in, id+"\n"); err != nil {
		return nil, 0, err
	}
	header, err := b.out.ReadString('\n')
	if err != nil {
		return nil, 0, err
	}
	words := strings.Fields(header)
	if len(words) == 2 && words[1] == "missing" {
		return nil, 0, errAbsent
	}
	if len(words) != 3 || words[0] != id {
		return nil, 0, fmt.Errorf("%q is no answer for %s", header, id)
	}
	size, err := strconv.ParseInt(words[2], 10, 64)
	if err != nil || size < 0 {
		return nil, 0, fmt.Errorf("%q is no answer for %s", header, id)
	}
	if !sent {
		return nil, size, nil
	}
	if size > MaxFile {
		return nil, size, errTooLarge
	}
	text := make([]byte, size+1)
	if _, err := io.ReadFull(b.out, text); err != nil {
		return nil, size, err
	}
	return text[:size], size, nil
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
