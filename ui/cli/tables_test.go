package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.org/fray/engine/enginetest"
	"example.org/fray/engine/plays"
	"example.org/fray/model"
	"example.org/fray/saves"
	"example.org/fray/saves/index"
	"example.org/fray/saves/logfile"
	"example.org/fray/saves/transfer"
	"example.org/fray/ui/kit"
)

// vault creates the demo's table as a file, with more acts, and returns its path.
func (h home) vault(t *testing.T, more ...model.Command) string {
	t.Helper()
	return h.demo(t, "", more...)
}

// demo is vault for the demo of a rulebook.
func (h home) demo(t *testing.T, system string, more ...model.Command) string {
	t.Helper()
	live, err := saves.Demo(index.Memory(), rules(), deps(), system)
	if err != nil {
		t.Fatal(err)
	}
	defer live.Close()
	for _, c := range more {
		if _, err := live.Do(model.Seat{Role: model.GM}, c); err != nil {
			t.Fatal(err)
		}
	}
	var b bytes.Buffer
	if err := transfer.Export(&b, live, model.Seat{Role: model.GM}); err != nil {
		t.Fatal(err)
	}
	r := h.fray(b.String(), "import", "-", "--json")
	if r.status != done {
		t.Fatal(r.err)
	}
	return document[importJSON](t, r).Path
}

// TestSheetsToPrint checks the text of a sheet: a title, blocks with blank lines between
// them, nothing cut off, no field ids, and no line longer than eighty columns.
func TestSheetsToPrint(t *testing.T) {
	h := newHome(t)
	for _, sheet := range []struct {
		system, name string
		words        []string
	}{
		{"supermen", "Seraph", []string{"MEN & SUPERMEN", "Strength 11", "Electricity  12"}},
		{"supermen", "Footpad", []string{"Now: ", "strikes at 62", "In force"}},
		{"d6", "Rook", []string{"D6 SYSTEM", "Throwing knife"}},
		{"trip", "Mira", []string{"TRIP DIE SYSTEM", "Spear         mastery", "counts once:"}},
		{"easiness", "Ilse Marrow", []string{"EASINESS", "Agility + Perception"}},
		{"contest", "Corvin Dale", []string{"CONTEST", "somebody flatters him"}},
	} {
		name, words := sheet.name, sheet.words
		r := h.fray("", "show", h.demo(t, sheet.system), name)
		if r.status != done || !strings.HasPrefix(r.out, name+" ") {
			t.Errorf("%s: status %d: %s%s", name, r.status, r.out, r.err)
		}
		for _, w := range words {
			if !strings.Contains(r.out, w) {
				t.Errorf("%s: no %q in\n%s", name, w, r.out)
			}
		}
		lines := strings.Split(r.out, "\n")
		for i, l := range lines {
			if kit.Width(l) > 80 || strings.Contains(l, "…") || strings.Contains(l, "_") || strings.HasSuffix(l, " ") {
				t.Errorf("%s: %q", name, l)
			}
			if i > 2 && strings.HasSuffix(l, "──") && lines[i-1] != "" {
				t.Errorf("%s: no air above %q", name, l)
			}
		}
	}
}

func TestDemoInPlainLines(t *testing.T) {
	r := newHome(t).fray("", "demo")
	if r.status != done || !strings.Contains(r.out, "The Vault Job") || !strings.Contains(r.out, "Log") {
		t.Errorf("%d %s", r.status, r.out)
	}
	if !strings.Contains(r.err, "needs a terminal") {
		t.Errorf("nobody is told why: %q", r.err)
	}
	if strings.Contains(r.out, "\x1b") {
		t.Error("there are escapes in a pipe")
	}
}

func TestFirstRunIsTheDemoThenTheLastTable(t *testing.T) {
	h := newHome(t)
	if r := h.fray(""); !strings.Contains(r.out, "The Vault Job") {
		t.Errorf("first: %s", r.out)
	}
	if all, _ := logfile.List(h.saves, ""); len(all) != 0 {
		t.Errorf("the demo is kept: %v", all)
	}
	for _, name := range []string{"One", "Two", "One"} {
		if r := h.fray("", "play", name, "--new"); r.status != done {
			t.Fatal(r.err)
		}
	}
	if all, _ := logfile.List(h.saves, ""); len(all) != 2 {
		t.Errorf("opening makes tables: %v", all)
	}
	if r := h.fray(""); !strings.HasPrefix(r.out, "Two\n") {
		t.Errorf("the last table is %s", r.out)
	}
	if r := h.fray("", "play", "One", "--system", "d6"); r.status != misused {
		t.Errorf("--system of a table that is there: %d", r.status)
	}
	path := filepath.Join(t.TempDir(), "new", "evening.fray")
	if r := h.fray("", "play", "Three", "--rulebook", "d7"); r.status != misused || !strings.Contains(r.err, "d6") {
		t.Errorf("an unknown rulebook: %+v", r)
	}
	if r := h.fray("", "demo", "--rulebook", "trip", "--json"); r.status != done || !strings.Contains(r.out, `"system":"trip"`) {
		t.Errorf("the demo of another rulebook: %s %s", r.out, r.err)
	}
	if r := h.fray("", "play", path, "--system", "trip", "--json"); r.status != done || !strings.Contains(r.out, `"system":"trip"`) {
		t.Errorf("a path: %s %s", r.out, r.err)
	}
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
}

func TestLog(t *testing.T) {
	h := newHome(t)
	path := h.vault(t)
	read := func(args ...string) []entryJSON {
		return document[[]entryJSON](t, h.fray("", append([]string{"log", path, "--json"}, args...)...))
	}
	all := read()
	if len(all) < 20 || all[0].Seq != 1 || all[len(all)-1].Seq != uint64(len(all)) {
		t.Fatalf("%d events", len(all))
	}
	undone := 0
	for _, e := range all {
		if len(e.Words) == 0 || len(e.Facts) == 0 {
			t.Errorf("event %d says nothing", e.Seq)
		}
		if e.Undone {
			undone++
		}
	}
	if undone == 0 {
		t.Error("what the demo takes back is not marked")
	}
	if some := read("--since", "20"); len(some) != len(all)-19 || some[0].Seq != 20 {
		t.Errorf("since 20: %d events from %d", len(some), some[0].Seq)
	}
	seen := read("--as-seen-by", "everyone")
	from := seen[len(seen)/2]
	if some := read("--as-seen-by", "everyone", "--since", from.ID); len(some) != len(seen)-len(seen)/2 || some[0].ID != from.ID || from.Seq != 0 {
		t.Errorf("since %q: %d events of %d", from.ID, len(some), len(seen))
	}
	if some := read("--since", from.ID); some[0].ID != from.ID || some[0].Seq == 0 {
		t.Errorf("since %q: %+v", from.ID, some[0])
	}
	refers := regexp.MustCompile(`"(seq|event|undo)": ?[0-9\[{]`)
	for _, e := range seen {
		if refers.Match(e.Facts) {
			t.Errorf("a seat gets a number of an event: %s", e.Facts)
		}
	}
	for args, want := range map[string]string{"20": "only the gamemaster's log has numbers", "vaaaaaaaaaa": "no event of this log"} {
		if r := h.fray("", "log", path, "--as-seen-by", "everyone", "--since", args); r.status != misused || !strings.Contains(r.err, want) {
			t.Errorf("--since %s: %d %s", args, r.status, r.err)
		}
	}
	for _, e := range read("--grep", "sERAPH") {
		if !strings.Contains(strings.ToLower(strings.Join(e.Words, " ")), "seraph") {
			t.Errorf("%v", e.Words)
		}
	}
	if none := read("--grep", "no such words"); none == nil || len(none) != 0 {
		t.Errorf("%v", none)
	}
	if r := h.fray("", "log", path, "--since", strconv.Itoa(len(all))); strings.Count(r.out, "\n") < 2 {
		t.Errorf("in words: %q", r.out)
	}
}

// TestShow checks that a roll can read a sheet that was shown as JSON.
func TestShow(t *testing.T) {
	h := newHome(t)
	path := h.vault(t)
	r := h.fray("", "show", path, "seraph", "--json")
	c := document[model.Character](t, r)
	if c.Name != "Seraph" || len(c.Pages) == 0 {
		t.Fatalf("%+v", c)
	}
	if roll := h.fray(r.out, strings.Fields("roll supermen move --sheet - --seed 1")...); roll.status != done || !strings.HasPrefix(roll.out, "Success: ") || !strings.Contains(roll.out, "\nSeraph moves") {
		t.Errorf("%s %s", roll.out, roll.err)
	}
	if r := h.fray("", "show", path, "Sera"); r.status != done || !strings.Contains(r.out, "Agility") {
		t.Errorf("%s %s", r.out, r.err)
	}
	if r := h.fray("", "show", path, "Serapf"); r.status != misused || !strings.Contains(r.err, `did you mean "Seraph"`) {
		t.Errorf("%d %s", r.status, r.err)
	}
	if r := h.fray("", "show", path, "--json"); document[struct{ Name string }](t, r).Name != "The Vault Job" {
		t.Error(r.out)
	}
}

// TestShowAs prints a table and a sheet in each format. Text from people stays text, and
// Markdown, which is meant to be shared, has only what everybody may know.
func TestShowAs(t *testing.T) {
	h := newHome(t)
	path := h.vault(t, model.Join{Character: model.Character{Name: "<script>x</script> *co*"}})
	for as, want := range map[string][]string{
		"md":   {"# The Vault Job\n", "## Characters\n", "### Seraph\n", "- Agility", `### &lt;script>x&lt;/script> \*co\*`},
		"html": {"<!DOCTYPE html>", "<title>The Vault Job</title>", "<h2>Seraph</h2>", "@media print", "<b>Agility</b>", "<h2>&lt;script&gt;x&lt;/script&gt; *co*</h2>"},
		"text": {"The Vault Job\n", "Seraph"},
	} {
		r := h.fray("", "show", path, "--as", as, "--as-seen-by", "gm")
		for _, words := range want {
			if r.status != done || !strings.Contains(r.out, words) {
				t.Errorf("%s: %q is missing in %s%s", as, words, r.out, r.err)
			}
		}
		if as != "text" && strings.Contains(r.out, "<script>") {
			t.Errorf("%s: text from people is markup", as)
		}
		if one := h.fray("", "show", path, "seraph", "--as", as, "--as-seen-by", "gm"); one.status != done || !strings.Contains(one.out, "Agility") || strings.Contains(one.out, "Sphinx") {
			t.Errorf("%s: %s %s", as, one.out, one.err)
		}
	}
	if r := h.fray("", "show", path, "--as", "md"); strings.Contains(r.out, "Agility") {
		t.Errorf("not everybody may know: %s", r.out)
	}
	if r := h.fray("", "show", path, "seraph", "--as", "md"); r.status != done || !strings.Contains(r.out, "Known by name only") || !strings.Contains(r.err, "--as-seen-by gm") {
		t.Errorf("%+v", r)
	}
	if r := h.fray("", "show", path, "--as", "pdf"); r.status != misused || !strings.Contains(r.err, "text, md or html") {
		t.Errorf("%+v", r)
	}
	if r := h.fray("", "show", path, "--as", "md", "--json"); r.status != misused {
		t.Errorf("%+v", r)
	}
}

func TestExportAndImport(t *testing.T) {
	h := newHome(t)
	path := h.vault(t)
	first := h.fray("", "export", path)
	r := h.fray(first.out, "import", "-")
	if r.status != done {
		t.Fatal(r.err)
	}
	again := h.fray("", "export", strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(r.out), "imported to")))
	if again.out != first.out || !json.Valid([]byte(first.out)) {
		t.Error("what is imported is not what was exported")
	}
	if r := h.fray("", "export", path, "--as", "md"); r.status != done || !strings.HasPrefix(r.out, "# The Vault Job") {
		t.Errorf("%s %s", r.out, r.err)
	}
}

// TestExportedPlaysHold exports rolls as plays, and checks that they pass.
func TestExportedPlaysHold(t *testing.T) {
	h := newHome(t)
	r := h.fray("", "export", h.vault(t), "--as", "play")
	if r.status != done || r.err != "" {
		t.Fatal(r.err)
	}
	texts := strings.Split(r.out, "\n\n# Event ")
	dir, systems := t.TempDir(), map[string]bool{}
	for i, text := range texts {
		if i > 0 {
			text = "# Event " + text
		}
		name := strconv.Itoa(i) + ".play"
		play, err := plays.Parse(name, text)
		if err != nil {
			t.Fatal(err)
		}
		systems[play.System] = true
		folder := filepath.Join(dir, play.System)
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if len(texts) < 4 {
		t.Errorf("%d plays", len(texts))
	}
	for id := range systems {
		sys, _ := systemOf(&app{}, id)
		enginetest.TestPlays(t, sys, filepath.Join(dir, id))
	}
}

func TestDamage(t *testing.T) {
	h := newHome(t)
	path := h.vault(t)
	if r := h.fray("", "check", path); r.status != done || !strings.Contains(r.out, "everything is in order") {
		t.Fatalf("%d %s%s", r.status, r.out, r.err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for name, harm := range map[string]func([]byte) []byte{
		"a flipped bit":   func(b []byte) []byte { b[len(b)/2] ^= 4; return b },
		"a short file":    func(b []byte) []byte { return b[:len(b)/2] },
		"a lost head":     func(b []byte) []byte { copy(b, make([]byte, 16)); return b },
		"an empty middle": func(b []byte) []byte { copy(b[4096:], make([]byte, 4096)); return b },
	} {
		if err := os.WriteFile(path, harm(bytes.Clone(whole)), 0o644); err != nil {
			t.Fatal(err)
		}
		r := h.fray("", "check", path, "--json")
		if r.status != damaged {
			t.Errorf("%s: status %d, %s%s", name, r.status, r.out, r.err)
		}
		if r.out != "" && document[reportJSON](t, r).Good {
			t.Errorf("%s: all is well", name)
		}
		for _, command := range []string{"log", "show", "export", "play"} {
			r := h.fray("", command, path)
			if r.status != damaged && r.status != done { // the damage may be in a part that no command reads
				t.Errorf("%s: %s: status %d, %s", name, command, r.status, r.err)
			}
		}
	}
}

// TestWhatIsNoDamage checks that errors other than damage have status 1 and say what to do.
func TestWhatIsNoDamage(t *testing.T) {
	h := newHome(t)
	alien := filepath.Join(t.TempDir(), "alien.fray")
	if err := os.WriteFile(alien, []byte("SQLite format 3\x00 and more"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"log", "play", "show", "export", "check"} {
		if r := h.fray("", command, alien); r.status != damaged || !strings.Contains(r.err, "is not a fray table") || r.out != "" {
			t.Errorf("%s: %d %s", command, r.status, r.err)
		}
	}
	if all, err := os.ReadDir(filepath.Dir(alien)); err != nil || len(all) != 1 {
		t.Errorf("beside it stand %v", all)
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, []byte("no table"), 0o644); err != nil {
		t.Fatal(err)
	}
	if r := h.fray("", "play", "New", "--saves", filepath.Join(file, "below")); r.status != failed || !strings.Contains(r.err, "not a folder") {
		t.Errorf("a folder that cannot be made: %d %s", r.status, r.err)
	}
	if r := h.fray("", "check", file); r.status != misused && r.status != failed {
		t.Errorf("no table: %d %s", r.status, r.err)
	}
}

// filesIn returns the names of all files in a folder, and the contents of the tables.
func filesIn(t *testing.T, folder string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(folder, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		out[path] = ""
		if filepath.Ext(path) == ".fray" {
			b, err := os.ReadFile(path)
			out[path] = string(b)
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestTableInUse checks that reading a table, open elsewhere or not, changes no file and
// leaves none behind.
func TestTableInUse(t *testing.T) {
	h := newHome(t)
	live, err := openFile(&app{env: h.env}, h.vault(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, played := range []bool{true, false} {
		before := filesIn(t, h.saves)
		for _, command := range [][]string{{"log"}, {"log", "--grep", "guard"}, {"show"}, {"export"}, {"check"}} {
			if r := h.fray("", append(command, live.Path())...); r.status != done {
				t.Errorf("%s: %d %s", command, r.status, r.err)
			}
		}
		if played {
			if r := h.fray("", "play", live.Path()); r.status != done || !strings.Contains(r.err, "look at") {
				t.Errorf("play: %d %s", r.status, r.err)
			}
		}
		if after := filesIn(t, h.saves); !maps.Equal(before, after) {
			t.Errorf("played %v: before there were %q, then %q", played, slices.Sorted(maps.Keys(before)), slices.Sorted(maps.Keys(after)))
		}
		if err := live.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestSearchKeepsTheIndex checks that a search keeps the index of a long log, unless
// somebody plays the table or the folder is read-only.
func TestSearchKeepsTheIndex(t *testing.T) {
	h := newHome(t)
	path := h.vault(t)
	log, err := logfile.Open(path, logfile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	seq, _, err := log.Newest(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var lines []saves.Line
	for n := seq + 1; n <= seq+1500; n++ {
		body, err := model.Event{Seq: n, Time: time.Now().UTC(), By: model.Seat{Role: model.GM}, Facts: []model.Fact{model.Noted{Text: fmt.Sprintf("the guards of gate %d", n)}}}.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, saves.Line{Seq: n, Body: body})
	}
	if err := log.Append(t.Context(), seq, lines); err != nil {
		t.Fatal(err)
	}
	finds := func() {
		t.Helper()
		if r := h.fray("", "log", path, "--grep", "guards gate 1234"); r.status != done || strings.Count(r.out, "gate 1234") != 1 {
			t.Errorf("found: %d %q %s", r.status, r.out, r.err)
		}
	}
	behind := func() bool {
		t.Helper()
		live, err := lookAtFile(&app{env: h.env}, path)
		if err != nil {
			t.Fatal(err)
		}
		defer live.Close()
		return live.Indexing()
	}
	finds() // while the table is played
	if !behind() {
		t.Error("the index of a table that is played was written")
	}
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	before := filesIn(t, h.saves)
	finds()
	if behind() {
		t.Error("the index was not kept")
	}
	finds()
	before[path+".index"] = ""
	if after := filesIn(t, h.saves); !maps.Equal(before, after) {
		t.Errorf("before there were %q, then %q", slices.Sorted(maps.Keys(before)), slices.Sorted(maps.Keys(after)))
	}
}

func TestFolders(t *testing.T) {
	h := newHome(t)
	d := document[pathsJSON](t, h.fray("", "paths", "--json"))
	if d.Saves != h.saves || !strings.HasPrefix(d.State, h.state) || d.Tables == nil {
		t.Errorf("%+v", d)
	}
	other := t.TempDir()
	if d := document[pathsJSON](t, h.fray("", "paths", "--json", "--saves", other)); d.Saves != other {
		t.Errorf("--saves: %s", d.Saves)
	}
	s := &app{env: func(key string) string { return map[string]string{"XDG_DATA_HOME": other}[key] }}
	if s.folder() != filepath.Join(other, "fray") {
		t.Errorf("XDG_DATA_HOME: %s", s.folder())
	}
}

func TestPlacesAreKept(t *testing.T) {
	h := newHome(t)
	s := &app{env: h.env}
	p := readPlaces(s)["a"]
	p.Selected = "c1"
	storePlace(s, "a", p)
	storePlace(s, "b", readPlaces(s)["b"])
	if got := readPlaces(s); got["a"].Selected != "c1" || len(got) != 2 {
		t.Errorf("%+v", got)
	}
	if err := os.WriteFile(stateFile(s), []byte("null"), 0o644); err != nil {
		t.Fatal(err)
	}
	storePlace(s, "a", p)
	if got := readPlaces(s); len(got) != 1 {
		t.Errorf("after a broken file: %+v", got)
	}
}
