// Pack makes the archives of a release: the same bytes from the same files, on
// any machine, day and user.
//
//	go run ./.ci/pack -at 1767225600 FOLDER NAME.tar.gz    or NAME.zip
//	go run ./.ci/pack -sums FOLDER                         writes FOLDER/SHA256SUMS
//
// Tools that pack differ between systems in what they can be told about order,
// owners and times; this one has nothing to be told but the time.
package main

import (
	"archive/tar"
	"archive/zip"
	"compress/flate"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"
)

func main() {
	at := flag.Int64("at", 0, "the time of every file, in seconds since 1970")
	sums := flag.Bool("sums", false, "write the SHA-256 of every file of a folder into its SHA256SUMS")
	flag.Parse()
	err := errors.New("usage: pack [-at SECONDS] FOLDER ARCHIVE, or pack -sums FOLDER")
	switch {
	case *sums && flag.NArg() == 1:
		err = checksums(flag.Arg(0))
	case !*sums && flag.NArg() == 2:
		err = archive(flag.Arg(0), flag.Arg(1), time.Unix(*at, 0).UTC())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "pack:", err)
		os.Exit(1)
	}
}

// archive packs a folder, under its name.
func archive(folder, file string, at time.Time) error {
	out, err := os.Create(file)
	if err != nil {
		return err
	}
	switch {
	case strings.HasSuffix(file, ".tar.gz"):
		err = tarball(out, folder, at)
	case strings.HasSuffix(file, ".zip"):
		err = zipped(out, folder, at)
	default:
		err = fmt.Errorf("%s is neither a .tar.gz nor a .zip", file)
	}
	return errors.Join(err, out.Close())
}

// packed is one file on its way into an archive.
type packed struct {
	name string // with the folder's, and slashes
	mode fs.FileMode
	body []byte
}

// each hands the files of a folder over by name. What can be run is told by its
// name, for not every system keeps that with the file.
func each(folder string, pack func(packed) error) error {
	tree := os.DirFS(folder)
	return fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if !d.Type().IsRegular() {
			return fmt.Errorf("%s is not a plain file", name)
		}
		body, err := fs.ReadFile(tree, name)
		if err != nil {
			return err
		}
		mode := fs.FileMode(0o644)
		if name == "fray" || name == "fray.exe" {
			mode = 0o755
		}
		return pack(packed{path.Join(filepath.Base(folder), name), mode, body})
	})
}

func tarball(out io.Writer, folder string, at time.Time) error {
	zip, err := gzip.NewWriterLevel(out, gzip.BestCompression) // without name, time and system
	if err != nil {
		return err
	}
	tarred := tar.NewWriter(zip)
	err = each(folder, func(p packed) error {
		head := &tar.Header{Typeflag: tar.TypeReg, Name: p.name, Mode: int64(p.mode), Size: int64(len(p.body)), ModTime: at, Format: tar.FormatUSTAR}
		if err := tarred.WriteHeader(head); err != nil {
			return err
		}
		_, err := tarred.Write(p.body)
		return err
	})
	return errors.Join(err, tarred.Close(), zip.Close())
}

func zipped(out io.Writer, folder string, at time.Time) error {
	archive := zip.NewWriter(out)
	archive.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) {
		return flate.NewWriter(w, flate.BestCompression)
	})
	err := each(folder, func(p packed) error {
		head := &zip.FileHeader{Name: p.name, Method: zip.Deflate, Modified: at}
		head.SetMode(p.mode)
		w, err := archive.CreateHeader(head)
		if err != nil {
			return err
		}
		_, err = w.Write(p.body)
		return err
	})
	return errors.Join(err, archive.Close())
}

// checksums writes what sha256sum and shasum read.
func checksums(folder string) error {
	const list = "SHA256SUMS"
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	var b strings.Builder
	for _, e := range entries {
		if e.Name() == list || !e.Type().IsRegular() {
			continue
		}
		body, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "%x  %s\n", sha256.Sum256(body), e.Name())
	}
	return os.WriteFile(filepath.Join(folder, list), []byte(b.String()), 0o644)
}
