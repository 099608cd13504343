//go:build linux

// Disks without room and people who may write nowhere are made with what Linux has for it.

package cli

import (
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"example.org/fray/ui/uitest"
)

var everyFolder = flag.Bool("folders", false, "try every command in every kind of folder, not each in some")

// triedWith are the arguments with which each command is tried in every kind of folder, by its
// name: words in capitals are files. A command that is not here fails the test.
var triedWith = map[string][]string{
	"fray":                 {""},
	"fray play":            {"play Vault", "play Fresh --new", "play Fresh --rulebook GAME.star", "play Vault --read-only", "--plain play Vault"},
	"fray demo":            {"demo", "--plain demo"},
	"fray roll":            {"roll d20 check", "roll d6 check code=4D", "roll 2d6"},
	"fray odds":            {"odds d20 check"},
	"fray systems":         {"systems", "systems d20"},
	"fray log":             {"log Vault", "log Vault --grep hello", "log Vault --json"},
	"fray show":            {"show Vault", "show Vault --as html"},
	"fray foretell":        {"foretell Vault"},
	"fray replay":          {"replay Vault"},
	"fray export":          {"export Vault", "export Vault --as md", "export Vault --as play"},
	"fray import":          {"import TABLE.json", "import SHEET.json", "import NOTHING.json"},
	"fray check":           {"check Vault", "check TABLE.json"},
	"fray restore":         {"restore Vault", "restore Vault 1", "restore Vault 7", "restore Vault --deleted"},
	"fray rulebook":        {"rulebook"},
	"fray rulebook new":    {"rulebook new GAME"},
	"fray rulebook check":  {"rulebook check BROKEN.star"},
	"fray rulebook list":   {"rulebook list"},
	"fray rulebook show":   {"rulebook show d20"},
	"fray rulebook add":    {"rulebook add GAME.star"},
	"fray rulebook remove": {"rulebook remove game"},
	"fray test":            {"test FIGHT.play"},
	"fray host":            {"host Vault --headless --listen 127.0.0.1:999999", "host --listen 127.0.0.1:999999"},
	"fray invite":          {"invite Vault --as Mira"},
	"fray join":            {"--plain join Vault"},
	"fray store":           {"store"},
	"fray store init":      {"store init"},
	"fray store put":       {"store put Vault"},
	"fray store get":       {"store get Vault"},
	"fray store export":    {"store export OUT"},
	"fray paths":           {"paths"},
	"fray completion":      {"completion bash"},
	"fray man":             {"man"},
	"fray help":            {"help"},
}

// leaves gives a command and all below it.
func leaves(c *cobra.Command) []*cobra.Command {
	out := []*cobra.Command{c}
	for _, below := range c.Commands() {
		out = append(out, leaves(below)...)
	}
	return out
}

// folderTried is a folder of tables of some kind, with what commands need beside it.
type folderTried struct {
	home
	root string // holds all that is below
	bin  string // the program, which is started by somebody who may not write; "" to run it here
}

// folderKind makes a folder of tables of some kind of one that has the table Vault. It returns
// words that say why it cannot here.
type folderKind struct {
	name  string
	make  func(f *folderTried) (why string, err error)
	works bool // what the commands do succeeds
}

func named(name string) func(*folderTried) (string, error) {
	return func(f *folderTried) (string, error) {
		saves := filepath.Join(f.root, name)
		err := os.Rename(f.saves, saves)
		f.saves = saves
		return "", err
	}
}

var folderKinds = []folderKind{
	{"as usual", func(*folderTried) (string, error) { return "", nil }, true},
	{"backslash", named(`back\slash`), true},
	{"backslash at the end", named(`trail\`), true},
	{"newline", named("new\nline"), true},
	{"brackets", named("[br]ack[et"), true},
	{"star and question mark", named("st*r?"), true},
	{"like a flag", named("-rf"), true},
	{"formatted", named("%s%n%d"), true},
	{"escapes", named("\x1b[2Jcleared"), true},
	{"not UTF-8", named("\xff\xfe"), true},
	{"letters of other ways to write", named("سيرافيم \u202eevil"), true},
	{"dots at the end", named("dots. ."), true},
	{"long", named(strings.Repeat("long", 60)), true},
	{"missing", func(f *folderTried) (string, error) { return "", os.RemoveAll(f.saves) }, false},
	{"a file", func(f *folderTried) (string, error) {
		return "", errors.Join(os.RemoveAll(f.saves), os.WriteFile(f.saves, []byte("Dear diary"), 0o600))
	}, false},
	{"below a file", func(f *folderTried) (string, error) {
		file := filepath.Join(f.root, "diary")
		f.saves = filepath.Join(file, "tables")
		return "", os.WriteFile(file, []byte("Dear diary"), 0o600)
	}, false},
	{"a pipe", func(f *folderTried) (string, error) {
		return "", errors.Join(os.RemoveAll(f.saves), syscall.Mkfifo(f.saves, 0o600))
	}, false},
	{"a device", func(f *folderTried) (string, error) { f.saves = "/dev/null"; return "", nil }, false},
	{"a link to itself", func(f *folderTried) (string, error) {
		return "", errors.Join(os.RemoveAll(f.saves), os.Symlink("tables", f.saves))
	}, false},
	{"a name too long", func(f *folderTried) (string, error) {
		f.saves = filepath.Join(f.root, strings.Repeat("x", 300))
		return "", nil
	}, false},
	{"where nothing can be made", func(f *folderTried) (string, error) { f.saves = "/proc/tables"; return "", nil }, false},
	{"may be read and not written", func(f *folderTried) (string, error) { return f.forbid(0o555, 0o444) }, false},
	{"may not be read", func(f *folderTried) (string, error) { return f.forbid(0o000, 0o000) }, false},
	{"full", func(f *folderTried) (string, error) { return f.full() }, false},
	{"the state is a file", func(f *folderTried) (string, error) {
		return "", errors.Join(os.RemoveAll(f.state), os.WriteFile(f.state, nil, 0o600))
	}, true},
}

// nobody is somebody without rights, by their number on most systems.
const nobody = 65534

// forbid takes rights from the folder and what is in it. Whoever may do everything has
// somebody else start the program.
func (f *folderTried) forbid(folder, file fs.FileMode) (why string, err error) {
	if f.bin, err = program(); err != nil {
		return "", err
	}
	if err := os.Mkdir(filepath.Join(f.root, "own"), 0o700); err != nil {
		return "", err
	}
	f.state, f.config = filepath.Join(f.root, "own", "state"), filepath.Join(f.root, "own", "config")
	if os.Geteuid() == 0 {
		err = os.Chown(filepath.Join(f.root, "own"), nobody, nobody)
	}
	if err != nil {
		return "", err
	}
	err = filepath.WalkDir(f.root, func(path string, d fs.DirEntry, err error) error {
		switch rest, below := strings.CutPrefix(path, f.saves); {
		case err != nil:
			return err
		case d.Name() == "own" || path == f.root:
			return nil
		case !below:
			return os.Chmod(path, 0o444)
		case rest == "":
			return nil
		case d.IsDir():
			return os.Chmod(path, 0o555)
		}
		return os.Chmod(path, file)
	})
	if err = errors.Join(err, os.Chmod(f.root, 0o755), os.Chmod(f.saves, folder)); err != nil || os.Geteuid() != 0 {
		return "", err
	}
	own := filepath.Dir(f.root) // the folder of this test, so that others come here at all
	if err := os.Chmod(own, 0o711); err != nil {
		return "", err
	}
	for dir := filepath.Dir(own); dir != "/"; dir = filepath.Dir(dir) {
		if info, err := os.Stat(dir); err != nil || info.Mode()&1 == 0 {
			return "others cannot come to the folder of the tests", err
		}
	}
	f.bin = "/proc/self/exe" // others cannot come to where the program is, and need not
	if _, err := os.Stat(f.bin); errors.Is(err, fs.ErrNotExist) {
		return "who may write everywhere cannot start the program as somebody else here", nil
	}
	return "", nil
}

// full puts the tables on a disk that has no room.
func (f *folderTried) full() (why string, err error) {
	small := filepath.Join(f.root, "small")
	if err := os.Mkdir(small, 0o700); err != nil {
		return "", err
	}
	if err := syscall.Mount("none", small, "tmpfs", 0, "size=128k"); err != nil {
		return fmt.Sprintf("no small disk can be made here (%v): package logfile has one of its own", err), nil
	}
	table, err := os.ReadFile(filepath.Join(f.saves, "vault.fray"))
	f.saves = small
	return "", errors.Join(err, os.WriteFile(filepath.Join(small, "vault.fray"), table, 0o600), f.fill(filepath.Join(small, "fill")))
}

// fill writes a file until there is no more room.
func (f *folderTried) fill(name string) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	for ; err == nil; _, err = file.Write(make([]byte, 512)) {
	}
	return errors.Join(file.Close())
}

// runs runs a command line, words in capitals as files of root. ended is false where it takes
// longer than anybody waits.
func (f *folderTried) runs(t *testing.T, line string) (r result, ended bool) {
	t.Helper()
	args := strings.Fields(line)
	for i, a := range args {
		if strings.Trim(strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(a, ".json"), ".star"), ".play"), "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" {
			args[i] = filepath.Join(f.root, a)
		}
	}
	args = append(args, "--saves", f.saves)
	if f.bin == "" {
		done := make(chan result, 1)
		go func() { done <- f.fray("", args...) }()
		select {
		case r = <-done:
			return r, true
		case <-time.After(patience):
			return r, false
		}
	}
	ctx, stop := context.WithTimeout(t.Context(), patience)
	defer stop()
	c := exec.CommandContext(ctx, f.bin, args...)
	var out, wrong strings.Builder
	c.Args[0] = programName
	c.Stdout, c.Stderr, c.Env = &out, &wrong, f.environ()
	if c.Dir = f.root; os.Geteuid() == 0 {
		c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	}
	if err := c.Run(); c.ProcessState == nil {
		t.Fatal(err)
	}
	return result{c.ProcessState.ExitCode(), out.String(), wrong.String()}, ctx.Err() == nil
}

// contents gives a sum of every file below a folder, and the names of folders and other things.
func contents(t *testing.T, root string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrPermission) {
			return fs.SkipDir
		}
		if err != nil {
			return err
		}
		out[path] = d.Type().String()
		if d.Type().IsRegular() {
			if text, err := os.ReadFile(path); err == nil {
				out[path] = fmt.Sprintf("%d bytes %x", len(text), sha256.Sum256(text))
			}
		}
		return nil
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR) {
		t.Fatal(err)
	}
	return out
}

// changesOf lists what differs between two states of a folder, but for what lies below some
// folders.
func changesOf(before, after map[string]string, but ...string) (out []string) {
	for _, path := range slices.Sorted(maps.Keys(after)) {
		if before[path] != after[path] {
			out = append(out, path)
		}
	}
	for _, path := range slices.Sorted(maps.Keys(before)) {
		if _, there := after[path]; !there {
			out = append(out, path+" is gone")
		}
	}
	return slices.DeleteFunc(out, func(path string) bool {
		return slices.ContainsFunc(but, func(b string) bool { return path == b || strings.HasPrefix(path, b+"/") })
	})
}

var (
	rawWords  = regexp.MustCompile(`panic|goroutine|runtime error|\b(open|openat|stat|lstat|mkdir|rename|link|unlink|remove|read|write|fork/exec|readdirent|fdopendir|readlink|chmod) [./]\S*: |syntax error in pattern|SQLSTATE|<nil>|%!`)
	helpWords = regexp.MustCompile(`choose|move it away|it has |was not deleted|make room|Type more|reports|the text ends|private with chmod|can let you|copy it|Make its folder|creates it|'fray |is not there|Try another|needs a terminal|set FRAY|--\w|at the end of each session|nobody|another name|no store|postgres://|is closed|cannot be saved`)
)

// Every command ends in every kind of folder, within seconds and with a sentence that says what
// would help. Where nothing can be done nothing is changed, and nothing is ever made outside.
func TestEveryFolder(t *testing.T) {
	t.Chdir(t.TempDir())
	all := leaves(root(&app{env: func(string) string { return "" }}))
	for _, c := range all {
		if triedWith[c.CommandPath()] == nil {
			t.Errorf("'%s' is tried in no folder: say with which arguments", c.CommandPath())
		}
	}
	whole := newHome(t)
	elsewhere := newHome(t)
	for name, h := range map[string]home{"Vault": whole, "Brought": elsewhere} {
		if r := h.fray("note hello\nquit\n", "--plain", "play", name, "--new", "--rulebook", "d6"); r.status != done {
			t.Fatalf("%+v", r)
		}
	}
	files := map[string]string{
		"TABLE.json": elsewhere.fray("", "export", "Brought").out, "SHEET.json": `{"name":"Kestrel","systems":{"supermen":{"strength":11}}}`,
		"GAME.star": strings.NewReplacer("GAME_ID", "game", "GAME_NAME", "Game").Replace(newRulebook), "BROKEN.star": "rulebook(",
		"FIGHT.play": "system d6\naction check code=1D difficulty=3\n  wild 1d6 4\n= success\n",
	}
	for n, kind := range folderKinds {
		t.Run(kind.name, func(t *testing.T) {
			root := t.TempDir()
			f := &folderTried{home: home{filepath.Join(root, "tables"), filepath.Join(root, "state"), filepath.Join(root, "config")}, root: root}
			fresh := func() (why string) {
				err := errors.Join(os.CopyFS(f.saves, os.DirFS(whole.saves)), os.Mkdir(f.state, 0o700))
				for name, text := range files {
					err = errors.Join(err, os.WriteFile(filepath.Join(root, name), []byte(text), 0o600))
				}
				if err == nil {
					why, err = kind.make(f)
				}
				if err != nil {
					t.Fatal(err)
				}
				return why
			}
			if why := fresh(); why != "" {
				t.Skip(why)
			}
			t.Cleanup(func() {
				if f.bin != "" { // so that the test can remove it
					_ = os.Chmod(f.saves, 0o700)
				}
				_ = syscall.Unmount(filepath.Join(root, "small"), 0)
			})
			tried := 0
			for _, c := range all {
				for _, line := range triedWith[c.CommandPath()] {
					if tried++; (kind.works && n > 0 || f.bin != "") && tried%5 != n%5 && !*everyFolder {
						continue
					}
					before := contents(t, root)
					r, ended := f.runs(t, line)
					said := fmt.Sprintf("fray %s: status %d\n%.600s%.600s", line, r.status, r.out, r.err)
					switch {
					case !ended:
						t.Fatalf("fray %s does not end", line)
					case r.status < done || r.status > damaged:
						t.Errorf("it breaks: %s", said)
					case rawWords.MatchString(r.err) || rawWords.MatchString(r.out) && c.Name() != "man":
						t.Errorf("in raw words: %s", said)
					case uitest.Steering.MatchString(r.err) || uitest.Steering.MatchString(r.out):
						t.Errorf("with control characters: %s", said)
					case r.status != done && !helpWords.MatchString(r.err+r.out):
						t.Errorf("nothing that would help: %s", said)
					case kind.works && r.status == done && strings.Contains(line, "Fresh") && len(changesOf(before, contents(t, root))) == 0:
						t.Errorf("no table is made: %s", said)
					}
					but := []string{f.state, f.config, filepath.Join(root, "GAME.star")}
					if kind.works {
						but = append(but, f.saves)
					}
					if kind.name == "full" { // which is no loss: an index is made again
						but = append(but, filepath.Join(f.saves, "vault.fray.index"))
					}
					if diff := changesOf(before, contents(t, root), but...); len(diff) > 0 && !(kind.name == "missing" && r.status == done) {
						t.Errorf("it changes %q: %s", diff, said)
					}
					if kind.name == "missing" {
						_ = os.RemoveAll(f.saves)
					}
				}
			}
		})
	}
	if left, err := os.ReadDir("."); err != nil || len(left) > 0 {
		t.Errorf("where the program ran stand %v, %v", left, err)
	}
}
