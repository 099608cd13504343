package serve

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"

	"github.com/charmbracelet/x/term"
	"golang.org/x/crypto/ssh"
)

// socketFile returns the path of a table's socket. The name is short, because the path of a
// socket is limited to about a hundred bytes.
func socketFile(folder, table string) string {
	return filepath.Join(folder, "sockets", idOf(table)[:12])
}

// ListenHere opens the socket for second terminals on this machine. Only this user can
// connect to it.
func ListenHere(folder, table string) (net.Listener, error) {
	file := socketFile(folder, table)
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return nil, err
	}
	if err := os.Chmod(filepath.Dir(file), 0o700); err != nil {
		return nil, err
	}
	if c, err := net.Dial("unix", file); err == nil {
		_ = c.Close()
		return nil, errors.New("another program has this table open")
	}
	if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) { // left behind by a killed program
		return nil, err
	}
	return net.Listen("unix", file)
}

// ErrNotOpen means that no program on this machine has the table open.
var ErrNotOpen = errors.New("no program on this machine has this table open")

// DialHere connects to a table that is open on this machine. The error is ErrNotOpen if it
// is not.
func DialHere(folder, table string) (net.Conn, error) {
	c, err := net.Dial("unix", socketFile(folder, table))
	if err != nil {
		return nil, ErrNotOpen
	}
	return c, nil
}

// openSession opens an SSH session for the gamemaster over a connection. leave closes both.
func openSession(c net.Conn, host ssh.PublicKey) (s *ssh.Session, leave func(), err error) {
	conn, chans, reqs, err := ssh.NewClientConn(c, "fray", &ssh.ClientConfig{User: "gm", HostKeyCallback: ssh.FixedHostKey(host)})
	if err != nil {
		_ = c.Close()
		return nil, nil, fmt.Errorf("the table does not answer: %w", err)
	}
	client := ssh.NewClient(conn, chans, reqs)
	if s, err = client.NewSession(); err != nil {
		_ = client.Close()
		return nil, nil, fmt.Errorf("the table does not answer: %w", err)
	}
	return s, func() { _ = client.Close() }, nil
}

// JoinInLines plays a table in lines over a connection, until the input ends or the user
// leaves.
func JoinInLines(c net.Conn, host ssh.PublicKey, in io.Reader, out io.Writer) error {
	s, leave, err := openSession(c, host)
	if err != nil {
		return err
	}
	defer leave()
	keys, err := s.StdinPipe()
	if err != nil {
		return err
	}
	s.Stdout, s.Stderr = out, out
	if err := s.Shell(); err != nil {
		return err
	}
	go func() {
		_, _ = io.Copy(keys, in)
		_ = keys.Close()
	}()
	err = s.Wait()
	var left *ssh.ExitMissingError
	if errors.As(err, &left) { // the other program was killed
		return errors.New("the table was closed")
	}
	return err
}

// Join shows a table over a connection on this terminal, until the user leaves. env reads
// the environment, and host is the expected host key.
func Join(c net.Conn, host ssh.PublicKey, in, out *os.File, env func(string) string) error {
	s, leave, err := openSession(c, host)
	if err != nil {
		return err
	}
	defer leave()
	for _, name := range []string{"COLORTERM", "NO_COLOR", "COLORFGBG", "TMUX", "STY"} {
		if v := env(name); v != "" {
			_ = s.Setenv(name, v) // the server may refuse it
		}
	}
	w, h, err := term.GetSize(out.Fd())
	if err != nil {
		return err
	}
	if err := s.RequestPty(env("TERM"), h, w, ssh.TerminalModes{}); err != nil {
		return err
	}
	keys, err := s.StdinPipe()
	if err != nil {
		return err
	}
	s.Stdout, s.Stderr = out, out
	before, err := term.MakeRaw(in.Fd())
	if err != nil {
		return err
	}
	defer func() { _ = term.Restore(in.Fd(), before) }()
	stop := watchSize(out, s)
	defer stop()
	if err := s.Shell(); err != nil {
		return err
	}
	go func() { _, _ = io.Copy(keys, in) }()
	err = s.Wait()
	var left *ssh.ExitMissingError
	if errors.As(err, &left) { // the other program was killed
		_, _ = io.WriteString(out, "\x1b[?1002l\x1b[?1006l\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[?1049l")
		return errors.New("the table was closed")
	}
	return err
}
