package enginetest_test

import (
	"encoding/json"
	"flag"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var (
	built = flag.Bool("built", false, "build the program and the tests of all rulebooks with a sixth one")
	whole = flag.Bool("whole", false, "run the whole suite with a sixth rulebook")
)

// TestASixthRulebookIsAFolderAndALine puts the rulebook in testdata/alley beside
// the others, in a copy of the sources, and adds it to the list. That must be
// enough for the layout, the tests of all rulebooks, its own exam and the program.
// The layout and its exam are tried at any time. With -built the program and the tests
// of all rulebooks are built in place, with the list overlaid, since the copy would have
// to be compiled from the beginning; with -whole every test there is runs in the copy.
func TestASixthRulebookIsAFolderAndALine(t *testing.T) {
	if testing.Short() {
		t.Skip("a rulebook's tests are built")
	}
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	copySources(t, root, dir)
	alley, copied := filepath.Join("testdata", "alley"), filepath.Join(dir, "engine", "alley")
	if err := os.CopyFS(copied, os.DirFS(alley)); err != nil {
		t.Fatal(err)
	}
	list := filepath.Join("engine", "systems", "systems.go")
	text, err := os.ReadFile(filepath.Join(root, list))
	if err != nil {
		t.Fatal(err)
	}
	const last, imports = "\n\t}\n}\n", "\n)\n"
	sixth := strings.Replace(string(text), last, "\n\t\talley.System,"+last, 1)
	sixth = strings.Replace(sixth, imports, "\n\t\""+modulePath+"/engine/alley\""+imports, 1)
	if err := os.WriteFile(filepath.Join(dir, list), []byte(sixth), 0o644); err != nil {
		t.Fatal(err)
	}
	run := func(in, command string, args ...string) string {
		t.Helper()
		c := exec.Command(command, args...)
		c.Dir = in
		out, err := c.CombinedOutput()
		if err != nil {
			t.Errorf("%s %s: %v\n%s", filepath.Base(command), strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	if !*built && !*whole {
		run(alley, "go", "test", "-short", ".")
		checkLayout(t, dir)
		return
	}
	files := map[string]string{filepath.Join(root, list): filepath.Join(dir, list)}
	err = fs.WalkDir(os.DirFS(copied), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			files[filepath.Join(root, "engine", "alley", name)] = filepath.Join(copied, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	overlay, err := json.Marshal(map[string]any{"Replace": files})
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	over := filepath.Join(bin, "overlay.json")
	if err := os.WriteFile(over, overlay, 0o644); err != nil {
		t.Fatal(err)
	}
	fray, lists := filepath.Join(bin, "fray.exe"), filepath.Join(bin, "lists.exe")
	run(root, "go", "build", "-buildvcs=false", "-overlay", over, "-o", fray, ".")
	if t.Failed() {
		return
	}
	if told := run(dir, fray, "systems"); !strings.Contains(told, "Back Alley") {
		t.Errorf("the program lists\n%s", told)
	}
	if told := run(dir, fray, "roll", "alley", "strike", "brawn=2", "other.guard=7", "--dice", "4,2"); !strings.Contains(told, "8 against 7") {
		t.Errorf("a roll of it tells\n%s", told)
	}
	if *whole {
		run(dir, "go", "vet", "./...")
		run(dir, "go", "test", "./...", "-skip", "^"+t.Name()+"$")
		return
	}
	run(root, "go", "test", "-vet=off", "-overlay", over, "-c", "-o", lists, "./engine/systems")
	run(filepath.Join(dir, "engine", "systems"), lists, "-test.short")
}

// copySources copies a module, without what is hidden and what git leaves out, such as
// the program that was built beside its sources.
func copySources(t *testing.T, from, to string) {
	t.Helper()
	for _, name := range topOfTree(t, from) {
		if strings.HasPrefix(name, ".") {
			continue
		}
		src, dst := filepath.Join(from, name), filepath.Join(to, name)
		info, err := os.Stat(src)
		if err != nil {
			t.Fatal(err)
		}
		if info.IsDir() {
			err = os.CopyFS(dst, os.DirFS(src))
		} else {
			var body []byte
			if body, err = os.ReadFile(src); err == nil {
				err = os.WriteFile(dst, body, 0o644)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}
