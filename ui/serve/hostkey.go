package serve

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/crypto/ssh"

	"example.org/fray/saves"
	"example.org/fray/saves/unfinished"
)

// HostKey returns the host key of this installation. It is created once, and only this user
// can read it.
func HostKey(folder string) (ssh.Signer, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("the host key cannot be saved: %w", saves.Explain(folder, err))
	}
	file := filepath.Join(folder, "host_ed25519")
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		if text, err = makeHostKey(file); errors.Is(err, fs.ErrExist) { // another program was faster
			text, err = os.ReadFile(file)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("the host key cannot be saved: %w", saves.Explain(folder, err))
	}
	return parseHostKey(file, text)
}

// ReadHostKey is the host key in a file that several hosts share. It is never made here,
// since then each would have another.
func ReadHostKey(file string) (ssh.Signer, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("the host key cannot be read: %w. Make one for all hosts with: ssh-keygen -t ed25519 -N '' -f %s", err, file)
	}
	return parseHostKey(file, text)
}

func parseHostKey(file string, text []byte) (ssh.Signer, error) {
	info, err := os.Stat(file)
	if err == nil && info.Mode().Perm()&0o077 != 0 && os.PathSeparator == '/' {
		return nil, fmt.Errorf("others can read the host key %s: make it private with chmod 600", file)
	}
	k, err := ssh.ParsePrivateKey(text)
	if err != nil {
		return nil, fmt.Errorf("the host key %s cannot be read: %w", file, err)
	}
	return k, nil
}

// makeHostKey creates the key. On an error it leaves no partial key behind.
func makeHostKey(file string) ([]byte, error) {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	block, err := ssh.MarshalPrivateKey(private, "fray")
	if err != nil {
		return nil, err
	}
	text := pem.EncodeToMemory(block)
	f, err := unfinished.Create(filepath.Dir(file), "")
	if err != nil {
		return nil, err
	}
	if _, err := f.Write(text); err != nil {
		unfinished.Drop(f)
		return nil, err
	}
	return text, unfinished.Finish(f, file, false)
}
