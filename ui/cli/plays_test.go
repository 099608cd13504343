package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const (
	rollPlay = `system d6
action check code=4D difficulty=8
  regular 3d6 3 6 4
  wild 1d6 5
= success total=18
`
	tablePlay = `table d6
join Rook d6: agility 3D
join Guard d6: agility 2D
scene The yard
Rook check attribute=agility difficulty=5
  regular 3 4
  wild 5
> = success total=12
Rook check attribute=agility difficulty=5
  regular 1 1
  wild 2
> = failure total=4
`
)

// written writes files into a new folder, and returns the folder.
func written(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestPlaysThatHold(t *testing.T) {
	h := newHome(t)
	dir := written(t, map[string]string{"roll.play": rollPlay, "below/table.play": tablePlay, "notes.txt": "no play"})
	if r := h.fray("", "test", dir); r.status != done || r.out != "2 plays hold\n" || r.err != "" {
		t.Errorf("status %d: %s%s", r.status, r.out, r.err)
	}
	file := filepath.Join(dir, "roll.play")
	if r := h.fray("", "test", file, file, "--json"); r.status != done || r.out != `{"plays":1,"failed":[]}`+"\n" {
		t.Errorf("status %d: %s%s", r.status, r.out, r.err)
	}
}

func TestPlaysThatDoNotHold(t *testing.T) {
	h := newHome(t)
	for _, c := range []struct{ text, want string }{
		{strings.Replace(rollPlay, "total=18", "total=17", 1), "5: want total=17, got total=18"},
		{strings.Replace(rollPlay, "system d6", "system d7", 1), "1: want system d7, got there is no rulebook of this name"},
		{strings.Replace(rollPlay, "  wild", "wild", 1), `4: want a line of a play, got "wild" is not a line of a play`},
		{"", "1: want a line of a play, got no rulebook is named"},
		{strings.Replace(tablePlay, "total=12", "total=11", 1), "8: want total=11, got total=12"},
		{strings.Replace(tablePlay, "table d6", "table d7", 1), "1: want no refusal, got refused "},
		{strings.Replace(tablePlay, "Rook check", "Crow check", 1), `5: want Crow check attribute=agility difficulty=5, got "Crow" is neither a command nor a name`},
		{strings.Replace(tablePlay, "  wild 5", "  wild 5\n  luck 3", 1), "5: want luck 3, got nothing more is asked"},
		{strings.Replace(tablePlay, "scene The yard", "leave", 1), `4: want a line of a play, got "leave" is not understood: write 'leave NAME'`},
	} {
		dir := written(t, map[string]string{"fight.play": c.text, "good.play": rollPlay})
		file := filepath.ToSlash(filepath.Join(dir, "fight.play"))
		r := h.fray("", "test", dir)
		if r.status != failed || !strings.HasPrefix(r.out, file+":"+c.want) || r.err != "" {
			t.Errorf("status %d: got\n%s%s\nwant %s", r.status, r.out, r.err, c.want)
		}
		if !strings.HasSuffix(r.out, "1 of 2 plays does not hold\n") {
			t.Errorf("the last line of\n%s", r.out)
		}
		d := document[playsJSON](t, h.fray("", "test", dir, "--json"))
		if d.Plays != 2 || len(d.Failed) == 0 || d.Failed[0].File != file || d.Failed[0].Line == 0 || d.Failed[0].Want == "" || d.Failed[0].Got == "" {
			t.Errorf("%+v", d)
		}
	}
}

func TestPlaysThatAreNotThere(t *testing.T) {
	h := newHome(t)
	dir := written(t, map[string]string{"notes.txt": "no play"})
	for _, args := range [][]string{{"test"}, {"test", dir}, {"test", filepath.Join(dir, "fight.play")}} {
		if r := h.fray("", args...); r.status != misused || r.err == "" || r.out != "" {
			t.Errorf("%v: status %d, %s%s", args, r.status, r.out, r.err)
		}
	}
}
