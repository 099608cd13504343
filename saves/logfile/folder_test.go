package logfile

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"example.org/fray/model"
	"example.org/fray/saves"
	"example.org/fray/saves/index"
	"example.org/fray/saves/logtest"
)

// tabled makes a table of a name in a folder, plays an act and closes it.
func tabled(t *testing.T, folder, name string, o Options) (path string) {
	t.Helper()
	log, err := New(folder, name, o)
	if err != nil {
		t.Fatal(err)
	}
	path = log.Path()
	l, err := saves.Make(log, index.Memory(), toyRules, model.Make{Name: name, System: "toy"}, toyDeps)
	if err != nil {
		t.Fatal(err)
	}
	noted(t, l, "the guards come")
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// Tables are listed by their names, and found by any likeness that fits one of them.
func TestFolder(t *testing.T) {
	folder, o := t.TempDir(), Options{State: t.TempDir()}
	paths := map[string]string{}
	for _, name := range []string{"The Vault", "The Vault of Ice", "Ärger", "the vault!"} {
		paths[name] = tabled(t, folder, name, o)
	}
	if got := filepath.Base(paths["the vault!"]); got != "the-vault-2.fray" {
		t.Errorf("a second table of that name is the file %s", got)
	}
	gone := tabled(t, folder, "Gone", o)
	for _, err := range []error{
		os.Remove(gone), os.WriteFile(filepath.Join(folder, "broken.fray"), []byte("{\n"), 0o600),
		os.WriteFile(filepath.Join(folder, "notes.txt"), nil, 0o600), os.Mkdir(filepath.Join(folder, "old.fray"), 0o700),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	all, err := List(folder, o.State)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, l := range all {
		names = append(names, l.Name)
		if read := l.Name != "broken"; read != (l.Seq == 2) || l.Gone != (l.Name == "Gone") || l.Size == 0 || l.Played.IsZero() {
			t.Errorf("listed is %+v", l)
		}
	}
	slices.Sort(names)
	if got := strings.Join(names, ", "); got != "Gone, The Vault, The Vault of Ice, broken, the vault!, Ärger" {
		t.Errorf("the folder has %s", got)
	}
	for name, want := range map[string]string{
		"the  VAULT": paths["The Vault"], "The Vault of": paths["The Vault of Ice"], "ärg": paths["Ärger"], "the-vault-2": paths["the vault!"],
		"the-vault.fray": paths["The Vault"], "Gone": gone, gone: gone, "broken": filepath.Join(folder, "broken.fray"), paths["Ärger"]: paths["Ärger"],
	} {
		if got, err := Find(folder, o.State, name); err != nil || got != want {
			t.Errorf("%q finds %s, %v, and not %s", name, got, err, want)
		}
	}
	for name, want := range map[string]string{"the": "matches several tables", "Nobody": "it has", "../x": "is not there", "no.fray": "it has"} {
		if got, err := Find(folder, o.State, name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q finds %s, %v", name, got, err)
		}
	}
	nowhere := filepath.Join(folder, "nowhere")
	if all, err := List(nowhere, ""); len(all) > 0 || err != nil {
		t.Errorf("a folder that is not there has %v, %v", all, err)
	}
	if _, err := List(gone+backupFolder+"/000001.fray.gz", ""); err == nil {
		t.Error("a file is listed as a folder")
	}
	if _, err := Find(nowhere, "", "any"); err == nil || !strings.Contains(err.Error(), "has none yet") {
		t.Errorf("in an empty folder: %v", err)
	}
}

// Removing a table leaves nothing of it, and nothing else is touched.
func TestRemove(t *testing.T) {
	folder, o := t.TempDir(), Options{State: t.TempDir()}
	other, path := tabled(t, folder, "Other", o), tabled(t, folder, "Vault", o)
	for _, beside := range []string{".index", keptSuffix + "20240301-200000"} {
		if err := os.WriteFile(path+beside, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	l := liveOn(t, path, o)
	if err := Remove(path, o.State); !isA[*saves.InUse](err) {
		t.Errorf("a table that is played: %v", err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if err := Remove(path, o.State); err != nil {
		t.Fatal(err)
	}
	left, _ := filepath.Glob(filepath.Join(folder, "*"))
	if want := []string{other, other + backupFolder}; !slices.Equal(left, want) {
		t.Errorf("left are %v", left)
	}
	if _, known := Recall(o.State, path); known {
		t.Error("it is still remembered")
	}
	var none *saves.NotFound
	if err := Remove(path, o.State); !errors.As(err, &none) {
		t.Errorf("removing it again: %v", err)
	}
}

// A check of the backups says which are damaged or of another table, and what can be
// restored of each is told.
func TestBackupsOfAllKinds(t *testing.T) {
	folder := t.TempDir()
	path, other := tabled(t, folder, "Vault", Options{}), tabled(t, folder, "Other", Options{})
	good, err := os.ReadFile(backupsOf(path)[0].Path)
	if err != nil {
		t.Fatal(err)
	}
	foreign, err := os.ReadFile(backupsOf(other)[0].Path)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{
		"000002" + backupSuffix: foreign, "000003" + backupSuffix: good[:len(good)-200], "000004" + backupSuffix: []byte("Dear diary"),
		"notes" + backupSuffix: good, "000000" + backupSuffix: good,
	} {
		if err := os.WriteFile(filepath.Join(path+backupFolder, name), text, private); err != nil {
			t.Fatal(err)
		}
	}
	l := reopen(t, path)
	defer done(t, l)
	said := strings.Join(l.checkBackups(), "\n")
	for _, want := range []string{"000002.fray.gz is of another table", "000003.fray.gz is damaged", "000004.fray.gz is damaged"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is missing in\n%s", want, said)
		}
	}
	if strings.Count(said, "\n") != 2 {
		t.Errorf("said is\n%s", said)
	}
	for n, want := range map[int]string{1: "", 2: "", 3: "no event in it can be read", 4: "cannot be unpacked", 5: "has no backup 5: it has 1, 2, 3, 4"} {
		_, notes, err := Restore(path, n, "again", nil, Options{})
		if got := strings.Join(notes, " "); want == "" && (err != nil || got != "") || !strings.Contains(got, want) && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("backup %d: %s, %v", n, got, err)
		}
	}
	if _, _, err := Restore(filepath.Join(folder, "again.fray"), 1, "again", nil, Options{}); err == nil || !strings.Contains(err.Error(), "has no backups yet") {
		t.Errorf("without backups: %v", err)
	}
}

// noLocks is a file system without locks.
type noLocks struct{ system }

type unlockable struct{ file }

func (noLocks) open(name string, flag int) (file, error) {
	f, err := system{}.open(name, flag)
	return unlockable{f}, err
}

func (unlockable) lock() error { return syscall.ENOLCK }

// Where files cannot be locked, a table can be looked at, and why not more is said; nothing is
// made there and nothing left behind.
func TestWithoutLocks(t *testing.T) {
	folder, o := t.TempDir(), Options{fsys: noLocks{}}
	path := tabled(t, folder, "Vault", Options{})
	l, err := OpenOrLook(path, o)
	if err != nil || !isA[*saves.NoLocks](l.Why()) || !strings.Contains(l.Why().Error(), "only look at it. Copy it") {
		t.Fatalf("a table: %v", err)
	}
	if got := logtest.ReadAll(t, l, 0); len(got) != 2 {
		t.Errorf("%d events are read", len(got))
	}
	done(t, l)
	if l, err := New(folder, "Another", o); l != nil || !isA[*saves.NoLocks](err) {
		t.Errorf("a new table: %v", err)
	}
	if all, err := os.ReadDir(folder); err != nil || len(all) != 2 {
		t.Errorf("there stand %v, %v", all, err)
	}
}

// unlisted is a file system where folders cannot be listed or looked at.
type unlisted struct{ system }

func (unlisted) list(string) ([]string, error) { return nil, syscall.EMFILE }

// Where the backups cannot be listed none is taken for gone: no other is written over, and the
// table is played on.
func TestBackupsUnlisted(t *testing.T) {
	path := tabled(t, t.TempDir(), "Vault", Options{})
	before, err := os.ReadFile(backupsOf(path)[0].Path)
	if err != nil {
		t.Fatal(err)
	}
	l, err := Open(path, Options{fsys: unlisted{}})
	if err != nil {
		t.Fatal(err)
	}
	add(t, l, 20)
	if err := l.Close(); !errors.Is(err, syscall.EMFILE) {
		t.Errorf("closing it: %v", err)
	}
	after, err := os.ReadFile(backupsOf(path)[0].Path)
	if err != nil || string(after) != string(before) {
		t.Errorf("the backup was written over, %v", err)
	}
}

// noLinks is a file system without hard links.
type noLinks struct{ system }

func (noLinks) link(string, string) error { return errors.ErrUnsupported }

// Where a file cannot be given a second name, what is set aside is a copy.
func TestWithoutHardLinks(t *testing.T) {
	path := filepath.Join(t.TempDir(), "vault.fray")
	l, err := Create(path, Options{fsys: noLinks{}})
	if err != nil {
		t.Fatal(err)
	}
	add(t, l, 5)
	other := []byte(`{"a":"diary"}` + "\n")
	if err := errors.Join(os.Remove(path), os.WriteFile(path, other, private)); err != nil {
		t.Skip("files that are open cannot be removed here")
	}
	add(t, l, 6)
	if kept := l.Findings().Kept; len(kept) != 1 {
		t.Errorf("kept are %v", kept)
	} else if text, err := os.ReadFile(kept[0]); err != nil || string(text) != string(other) {
		t.Errorf("kept is %q, %v", text, err)
	}
	done(t, l)
}

// The end of a text is found behind which line feeds lie ready, without reading the text.
func TestTextEnd(t *testing.T) {
	for _, text := range []int{0, 1, 100, 1 << 15, 1<<15 + 1, 100_000} {
		for _, feeds := range []int{0, 1, 2, 1<<15 - 1, 1 << 15, roomAhead, roomAhead + 70_000} {
			line := strings.Repeat("x", text) + strings.Repeat("\n", feeds)
			want := int64(text + min(feeds, 1))
			if text == 0 {
				want = int64(feeds) // nothing is known of it
			}
			if got := textEnd(strings.NewReader(line), int64(len(line))); got != want {
				t.Errorf("of %d characters and %d line feeds the text ends at %d, and not at %d", text, feeds, got, want)
			}
		}
	}
}
