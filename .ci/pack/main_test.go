package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

var (
	day   = time.Date(2026, 1, 2, 3, 4, 6, 0, time.UTC)
	files = map[string]string{"fray": "a program", "LICENSE": "as you like", "completions/fray.bash": "complete"}
	want  = []string{
		"fray-v1/LICENSE -rw-r--r-- as you like",
		"fray-v1/completions/fray.bash -rw-r--r-- complete",
		"fray-v1/fray -rwxr-xr-x a program",
	}
)

// folder writes the files at another place, in another order, with other times
// and rights, each time.
func folder(t *testing.T, turn int) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "fray-v1")
	names := []string{"fray", "LICENSE", "completions/fray.bash"}
	if turn%2 == 1 {
		slices.Reverse(names)
	}
	for _, name := range names {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(files[name]), []os.FileMode{0o600, 0o755}[turn%2]); err != nil {
			t.Fatal(err)
		}
		when := day.AddDate(turn, turn, turn)
		if err := os.Chtimes(file, when, when); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestSameFilesSameBytes(t *testing.T) {
	for _, form := range []string{".tar.gz", ".zip"} {
		var all [][]byte
		for turn := range 3 {
			file := filepath.Join(t.TempDir(), "out"+form)
			if err := archive(folder(t, turn), file, day); err != nil {
				t.Fatal(err)
			}
			body, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, body)
		}
		if !bytes.Equal(all[0], all[1]) || !bytes.Equal(all[0], all[2]) {
			t.Errorf("%s: the same files come to other bytes", form)
		}
		if got := unpacked(t, form, all[0]); !slices.Equal(got, want) {
			t.Errorf("%s holds %q, want %q", form, got, want)
		}
	}
}

// unpacked lists what is in an archive, with rights and text; the time has to
// be the day, and nobody's name may be there.
func unpacked(t *testing.T, form string, body []byte) (got []string) {
	t.Helper()
	if form == ".zip" {
		z, err := zip.NewReader(bytes.NewReader(body), int64(len(body)))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range z.File {
			r, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			text, err := io.ReadAll(r)
			if err != nil || !f.Modified.Equal(day) {
				t.Errorf("%s: %v, %v", f.Name, err, f.Modified)
			}
			got = append(got, fmt.Sprintf("%s %s %s", f.Name, f.Mode(), text))
		}
		return got
	}
	g, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if !g.ModTime.IsZero() || g.Name != "" {
		t.Errorf("gzip tells %v %q", g.ModTime, g.Name)
	}
	for r := tar.NewReader(g); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return got
		}
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil || !h.ModTime.Equal(day) || h.Uid+h.Gid != 0 || h.Uname+h.Gname != "" {
			t.Errorf("%+v: %v", h, err)
		}
		got = append(got, fmt.Sprintf("%s %s %s", h.Name, h.FileInfo().Mode(), text))
	}
}

func TestWhatCannotBePackedIsSaid(t *testing.T) {
	dir := folder(t, 0)
	if err := archive(dir, filepath.Join(t.TempDir(), "out.rar"), day); err == nil {
		t.Error("a .rar is made")
	}
	if err := archive(filepath.Join(dir, "nothing"), filepath.Join(t.TempDir(), "out.zip"), day); err == nil {
		t.Error("a folder that isn't there is packed")
	}
	if err := os.Symlink("LICENSE", filepath.Join(dir, "link")); err == nil {
		if err := archive(dir, filepath.Join(t.TempDir(), "out.zip"), day); err == nil {
			t.Error("a link is packed as if it were a file")
		}
	}
}

func TestChecksums(t *testing.T) {
	dir := folder(t, 0)
	for range 2 { // the list itself is not on it
		if err := checksums(dir); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(filepath.Join(dir, "SHA256SUMS"))
	// From: printf %s 'as you like' | sha256sum, and the same of "a program".
	const want = "5350c386107a0595534a23c027a90ed70350bc2b24905b05d31f932f4f5fe2d0  LICENSE\nd69ea8cda2433733c1ce02de65da8f48e6a3dbba6bb18876a2062908e54ef7cb  fray\n"
	if err != nil || string(got) != want {
		t.Errorf("got %q %v, want %q", got, err, want)
	}
}
