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
)

// HostKey returns the host key of this installation. It is created once, and only this user
// can read it.
func HostKey(folder string) (ssh.Signer, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("the host key cannot be saved: %w", err)
	}
	file := filepath.Join(folder, "host_ed25519")
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		if text, err = makeHostKey(file); errors.Is(err, fs.ErrExist) { // another program was faster
			text, err = os.ReadFile(file)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("the host key cannot be saved: %w", err)
	}
	info, err := os.Stat(file)
	if err == nil && info.Mode().Perm()&0o077 != 0 && os.PathSeparator == '/' {
		return nil, fmt.Errorf("others can read the host key %s: make it private with chmod 600, or delete it and fray makes another", file)
	}
	k, err := ssh.ParsePrivateKey(text)
	if err != nil {
		return nil, fmt.Errorf("the host key %s cannot be read: %w. If you delete it, fray makes another, and players get a warning", file, err)
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
	f, err := os.CreateTemp(filepath.Dir(file), "*.new") // created with permissions 0600
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.Remove(f.Name()) }()
	_, err = f.Write(text)
	if err := errors.Join(err, f.Close()); err != nil {
		return nil, err
	}
	return text, os.Link(f.Name(), file) // fails if the file exists
}
