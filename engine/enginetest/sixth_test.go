package enginetest_test

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var whole = flag.Bool("whole", false, "run the whole suite with a sixth rulebook")

// TestASixthRulebookIsAFolderAndALine puts the rulebook in testdata/straws
// beside the others, in a copy of the sources, and adds it to the list: the
// house, the new rulebook's own exam and the program must do with that. With
// -whole it runs every test there is.
func TestASixthRulebookIsAFolderAndALine(t *testing.T) {
	if testing.Short() {
		t.Skip("a copy of the sources is built")
	}
	dir := t.TempDir()
	if err := copySources(filepath.Join("..", ".."), dir); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(filepath.Join(dir, "engine", "straws"), os.DirFS(filepath.Join("testdata", "straws"))); err != nil {
		t.Fatal(err)
	}
	list := filepath.Join(dir, "engine", "systems", "systems.go")
	text, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	const last, imports = "\n\t}\n}\n", "\n)\n"
	sixth := strings.Replace(string(text), last, "\n\t\tstraws.System,"+last, 1)
	sixth = strings.Replace(sixth, imports, "\n\t\""+houseModule+"/engine/straws\""+imports, 1)
	if err := os.WriteFile(list, []byte(sixth), 0o644); err != nil {
		t.Fatal(err)
	}
	run := func(args ...string) {
		t.Helper()
		c := exec.Command("go", args...)
		c.Dir = dir
		out, err := c.CombinedOutput()
		if err != nil {
			t.Errorf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
	fray := filepath.Join(t.TempDir(), "fray.exe")
	run("build", "-o", fray, ".")
	if t.Failed() {
		return
	}
	says := func(args ...string) string {
		out, err := exec.Command(fray, args...).CombinedOutput()
		if err != nil {
			t.Errorf("fray %s: %v", strings.Join(args, " "), err)
		}
		return string(out)
	}
	if told := says("systems"); !strings.Contains(told, "Drawing Straws") {
		t.Errorf("the program lists\n%s", told)
	}
	if told := says("roll", "straws", "draw", "luck=3", "--dice", "2,4,1"); !strings.Contains(told, "the longest is 4") {
		t.Errorf("a roll of it tells\n%s", told)
	}
	if *whole {
		run("vet", "./...")
		run("test", "./...", "-skip", "^"+t.Name()+"$")
	} else {
		run("vet", "./engine/straws", "./engine/systems")
		run("test", "-short", "./engine/straws", "./engine/systems")
		run("test", "-run", "^TestHouse$", "./engine/enginetest")
	}
}

// copySources copies a module, without what is hidden and what was built.
func copySources(from, to string) error {
	entries, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	for _, e := range entries {
		name := e.Name()
		if strings.HasPrefix(name, ".") || name == "release" {
			continue
		}
		src, dst := filepath.Join(from, name), filepath.Join(to, name)
		switch {
		case e.IsDir():
			err = os.CopyFS(dst, os.DirFS(src))
		case e.Type().IsRegular():
			var body []byte
			if body, err = os.ReadFile(src); err == nil {
				err = os.WriteFile(dst, body, 0o644)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}
