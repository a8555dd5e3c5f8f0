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

// blobs reads objects through one git process, which the first read starts.
type blobs struct {
	start func() *exec.Cmd

	mu     sync.Mutex
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	failed error // the process is in no state to go on
}

// read returns the blob of that id and size.
func (b *blobs) read(id string, size int64) ([]byte, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.failed == nil && b.cmd == nil {
		b.failed = b.run()
	}
	if b.failed != nil {
		return nil, b.failed
	}
	text, err := b.ask(id, size)
	if err != nil {
		b.failed = err
	}
	if text == nil && err == nil {
		return nil, errors.New("git doesn't have its contents: in a partial clone, git fetch --refetch brings them")
	}
	return text, err
}

func (b *blobs) run() (err error) {
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
	b.cmd, b.out = cmd, bufio.NewReader(out)
	return nil
}

// ask sends one request and reads its answer: nil where git has no such object.
func (b *blobs) ask(id string, size int64) ([]byte, error) {
	if _, err := io.WriteString(b.in, id+"\n"); err != nil {
		return nil, fmt.Errorf("git cat-file: %w", err)
	}
	header, err := b.out.ReadString('\n')
	if err != nil {
		return nil, fmt.Errorf("git cat-file: %w", err)
	}
	words := strings.Fields(header)
	if len(words) == 2 && words[1] == "missing" {
		return nil, nil
	}
	if len(words) != 3 || words[0] != id || words[2] != strconv.FormatInt(size, 10) {
		return nil, fmt.Errorf("git cat-file answers %q for %s", header, id)
	}
	text := make([]byte, size+1)
	if _, err := io.ReadFull(b.out, text); err != nil {
		return nil, fmt.Errorf("git cat-file: %w", err)
	}
	return text[:size], nil
}

// close ends the process.
func (b *blobs) close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	cmd := b.cmd
	b.cmd, b.failed = nil, errors.New("the input is closed")
	if cmd == nil {
		return nil
	}
	b.in.Close()
	if err := cmd.Wait(); err != nil {
		return fmt.Errorf("git cat-file: %w", err)
	}
	return nil
}
