package cli

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/fray/model"
	"example.org/fray/saves"
)

// TestDamageByHand damages a table and checks the commands that report the loss, keep what
// is left, restore a backup, export for a seat, and print the hash.
func TestDamageByHand(t *testing.T) {
	h := newHome(t)
	path := h.vault(t)
	live, err := openFile(&app{env: h.env}, path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := live.Do(model.Seat{Role: model.GM}, model.Note{Text: "a secret cage", Private: true}); err != nil {
		t.Fatal(err)
	}
	_, hash := live.Seal()
	if err := live.Close(); err != nil {
		t.Fatal(err)
	}
	if r := h.fray("", "check", path, "--hash", hash); r.status != done || !strings.Contains(r.out, "leads up to the hash that you noted") {
		t.Errorf("check --hash: %d %s%s", r.status, r.out, r.err)
	}
	if r := h.fray("", "check", path, "--hash", strings.Repeat("0", 64)); r.status != damaged {
		t.Errorf("check with another hash: %d %s", r.status, r.out)
	}
	for eyes, secret := range map[string]bool{"gm": true, "everyone": false} {
		for _, command := range [][]string{{"log", path}, {"export", path}, {"export", path, "--as", "md"}} {
			if r := h.fray("", append(command, "--as-seen-by", eyes)...); r.status != done || strings.Contains(r.out, "secret cage") != secret {
				t.Errorf("%v as %s sees it: %d, %s", command, eyes, r.status, r.err)
			}
		}
	}
	if r := h.fray("", "export", path, "--as", "md"); strings.Contains(r.out, "secret cage") {
		t.Error("Markdown is for everyone")
	}
	if r := h.fray("", "show", path, "--as-seen-by", "Nobody"); r.status != misused || !strings.Contains(r.err, "Choose from gm, everyone") {
		t.Errorf("a seat that is not there: %d %s", r.status, r.err)
	}
	if r := h.fray("", "log", path, "--grep", "ret cag"); r.status != done || !strings.Contains(r.out, "secret cage") {
		t.Errorf("grep: %d %s", r.status, r.out)
	}
	if r := h.fray("", "log", path, "--grep", "ret cag", "--as-seen-by", "everyone"); r.status != done || r.out != "" {
		t.Errorf("grep as everybody: %d %s", r.status, r.out)
	}
	file := filepath.Join(t.TempDir(), "mine.json")
	if err := os.WriteFile(file, []byte(h.fray("", "export", path, "--as-seen-by", "everyone").out), 0o600); err != nil {
		t.Fatal(err)
	}
	if r := h.fray("", "check", file); r.status != done || !strings.Contains(r.out, "what could be compared is in order") {
		t.Errorf("check of an export: %d %s%s", r.status, r.out, r.err)
	}
	if r := h.fray("", "check", file, "--hash", hash[:8]); r.status != 0 || !strings.Contains(r.out, "leads up to the hash that you noted") {
		t.Errorf("check of an export by a hash: %d %s%s", r.status, r.out, r.err)
	}
	r := h.fray("", "restore", path)
	name, _, _ := strings.Cut(r.out, " ")
	if r.status != done || name != "1" {
		t.Fatalf("the backups: %d %s%s", r.status, r.out, r.err)
	}
	if r := h.fray("", "restore", path, name); r.status != done || !strings.Contains(r.out, "restored as") {
		t.Errorf("restore: %d %s%s", r.status, r.out, r.err)
	}
	if err := os.Truncate(path, 5000); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"log", "show", "export"} {
		if r := h.fray("", command, path); r.status != damaged || r.out == "" || !strings.Contains(r.err, "as far as it knows nothing is missing") {
			t.Errorf("%s of a damaged table: %d %s", command, r.status, r.err)
		}
	}
	if r := h.fray("", "play", path); r.status != done || !strings.Contains(r.err, "Kept as it was found") {
		t.Errorf("play: %d %s", r.status, r.err)
	}
	if r := h.fray("", "check", path, "--hash", hash); r.status != done {
		t.Errorf("then its check: %d %s", r.status, r.out)
	}
}

// TestBringBack brings back a table that its gamemaster has deleted at a host, once.
func TestBringBack(t *testing.T) {
	h := newHome(t)
	path := h.vault(t)
	a := &app{env: h.env}
	live, err := lookAtFile(a, path)
	if err != nil {
		t.Fatal(err)
	}
	records, err := live.Records(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := records.Put(t.Context(), saves.DeletedRecords, "table", []byte("{}"), 0); err != nil {
		t.Fatal(err)
	}
	if found, err := a.files().With(t.Context(), saves.DeletedRecords, "table"); err != nil || len(found) != 1 {
		t.Errorf("a host finds deleted %v, %v", found, err)
	}
	if r := h.fray("", "restore", path, "--deleted"); r.status != done || !strings.Contains(r.out, "is there again") {
		t.Errorf("brought back: %d %s%s", r.status, r.out, r.err)
	}
	if found, err := a.files().With(t.Context(), saves.DeletedRecords, "table"); err != nil || len(found) != 0 {
		t.Errorf("then a host finds deleted %v, %v", found, err)
	}
	if r := h.fray("", "restore", path, "--deleted"); r.status != misused || !strings.Contains(r.err, "was not deleted") {
		t.Errorf("again: %d %s%s", r.status, r.out, r.err)
	}
	if err := errors.Join(records.Close(), live.Close()); err != nil {
		t.Error(err)
	}
}
