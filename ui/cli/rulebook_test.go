package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTheGameOfTheLesson follows the guide: a game of less than forty lines in the file
// that the program creates, checked and played. It rolls 3d6 under a skill, with criticals
// by a margin of 10.
func TestTheGameOfTheLesson(t *testing.T) {
	var text, play strings.Builder
	for l := range strings.Lines(lesson) {
		if code, ok := strings.CutPrefix(l, "    "); ok && play.Len() == 0 && !strings.HasPrefix(code, "   fray") {
			text.WriteString(code)
		} else if example, ok := strings.CutPrefix(l, "  "); ok && (play.Len() > 0 || strings.HasPrefix(example, "system ")) {
			play.WriteString(example)
		}
	}
	if n := strings.Count(text.String(), "\n"); n >= 40 {
		t.Errorf("the game of the lesson has %d lines", n)
	}
	h := newHome(t)
	file := filepath.Join(t.TempDir(), "under.star")
	if r := h.fray("", "rulebook", "new", file); r.status != done {
		t.Fatalf("exit %d: %s%s", r.status, r.out, r.err)
	}
	if err := os.WriteFile(file, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(strings.TrimSuffix(file, "star")+"play", []byte(play.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	if r := h.fray("", "rulebook", "check", file); r.status != done || !strings.Contains(r.out, "1 play holds beside it") {
		t.Fatalf("exit %d: %s%s", r.status, r.out, r.err)
	}
	r := h.fray("", "roll", file, "roll", "skills/r1/name=Climb", "skills/r1/level=12", "--dice", "1,1,0")
	if r.status == done {
		t.Error("a die showed 0")
	}
	if r = h.fray("", "roll", file, "roll", "skills/r1/name=Climb", "skills/r1/level=13", "--dice", "1,1,1"); r.status != done || !strings.Contains(r.out, "critical") {
		t.Errorf("exit %d: %s%s", r.status, r.out, r.err)
	}
	if r = h.fray("add scout\nreal scout\nscout climb\n\n1 1 1\nquit\n", "play", "Friday", "--rulebook", file, "--plain"); !strings.Contains(r.out, "Scout succeeds: 3 against 12") {
		t.Errorf("exit %d: %s%s", r.status, r.out, r.err)
	}
}

// TestFaultsAreToldWithTheirLine checks that errors in a text are reported with their line,
// including those that appear only in play.
func TestFaultsAreToldWithTheirLine(t *testing.T) {
	h := newHome(t)
	file := filepath.Join(t.TempDir(), "my.star")
	if r := h.fray("", "rulebook", "new", file); r.status != done {
		t.Fatalf("exit %d: %s%s", r.status, r.out, r.err)
	}
	made, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ was, is, want string }{
		{"return r.done()", "pass", "my.star:61:1: breathe ends without a result: it gives back r.success(…), r.failure(…) or r.done(), and not None\n    def breathe(r):\n    ^\n"},
		{"harm.of(r.row(weapon)) +", "harm.of(r.me) +", "my.star:53:20: harm is read on a row of Weapons: this is a sheet"},
		{"def check(r):", "def check(r)", "my.star:29:13: the line ends where \":\" is expected\n    def check(r)\n                ^\n"},
		{"might.of(r.me)", "mihgt.of(r.me)", "nothing is called mihgt: did you mean might?"},
		{`r.sum("dice", "2d6") + what`, `r.sum("2d6") + what`, "a question has an id before its dice, such as \"hit\", \"2d6\""},
		{"# What may hold", "panel([\"Stats\", might, guard, grit, weapons])\n# What may hold", "the panel does not show wits: name it in there"},
	} {
		if err := os.WriteFile(file, []byte(strings.Replace(string(made), c.was, c.is, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		r := h.fray("", "rulebook", "check", file)
		if r.status != failed || !strings.Contains(r.out, c.want) || strings.Contains(r.out+r.err, "goroutine") {
			t.Errorf("%s: exit %d, no %q in\n%s%s", c.is, r.status, c.want, r.out, r.err)
		}
	}
}

// TestChangedIDsAreTold checks that the ids which a table's version has and the new text
// has not are listed, each with its probable new id.
func TestChangedIDsAreTold(t *testing.T) {
	h := newHome(t)
	file := filepath.Join(t.TempDir(), "my.star")
	if r := h.fray("", "rulebook", "new", file); r.status != done {
		t.Fatalf("exit %d: %s%s", r.status, r.out, r.err)
	}
	if r := h.fray("add hero\nquit\n", "play", "Yard", "--rulebook", file, "--plain"); r.status != done {
		t.Fatalf("exit %d: %s%s", r.status, r.out, r.err)
	}
	made, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	newer := strings.NewReplacer(`"guard", "Guard"`, `"armour", "Guard"`, "guard = 9", "armour = 9", "guard = 7", "armour = 7",
		`weapons.int("harm"`, `weapons.int("edge"`, "harm = 3", "edge = 3", "harm = 2", "edge = 2", `house("crits"`, `house("twelves"`, `action("breathe"`, `action("pause"`).Replace(string(made))
	if err := os.WriteFile(file, []byte(newer), 0o600); err != nil {
		t.Fatal(err)
	}
	r := h.fray("", "rulebook", "check", file, "--table", "Yard")
	said := strings.Join(strings.Fields(r.out), " ")
	for _, words := range []string{
		"the field guard is gone: its values are kept, and not read; armour is new with its label: keep the id guard if it is the same",
		"the column weapons/harm is gone", "the house rule crits is gone", "the action breathe is gone",
	} {
		if r.status != done || !strings.Contains(said, words) {
			t.Errorf("exit %d, no %q in\n%s%s", r.status, words, r.out, r.err)
		}
	}
	if r := h.fray("", "rulebook", "check", file); strings.Contains(r.out, "is gone") {
		t.Errorf("compared with no table:\n%s", r.out)
	}
}

// TestTheLifeOfAText creates a rulebook text, plays it, changes it twice in a fight,
// changes it back, and deletes its file. The table and its exports keep every version, and
// each roll is verified with the text that it was made with.
func TestTheLifeOfAText(t *testing.T) {
	h := newHome(t)
	file := filepath.Join(t.TempDir(), "life.star")
	does := func(h home, keys, words string, args ...string) string {
		t.Helper()
		r := h.fray(keys+"quit\n", args...)
		if r.status != done || !strings.Contains(r.out+r.err, words) {
			t.Fatalf("fray %s: exit %d, no %q in %s%s", strings.Join(args, " "), r.status, words, r.out, r.err)
		}
		return r.out
	}
	must := func(words string, args ...string) string {
		t.Helper()
		return does(h, "", words, args...)
	}
	// Two dice against Guard 7: a 5 hits, and then it becomes harder.
	const strikes = "hero strikes brute\n\n"
	text := ""
	changed := func(more string) {
		t.Helper()
		const adds = "total = dice + might.of(r.me) + r.situation\n"
		if err := os.WriteFile(file, []byte(strings.Replace(text, adds, strings.TrimSuffix(adds, "\n")+more+"\n", 1)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	must("is written", "rulebook", "new", file)
	made, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text = string(made)
	does(h, "add hero\nadd brute\n"+strikes, "hit 83 %", "play", "Yard", "--rulebook", file, "--plain")
	must("The rulebook Life is at the table", "log", "Yard")

	text = strings.Replace(text, "# Points that", "luck = stats.int(\"luck\", \"Luck\", 0, 9)\n\n# Points that", 1)
	changed(" + 2")
	does(h, strikes, "hit 97 %", "play", "Yard", "--rulebook", file, "--plain")
	must("one rule changed, one field new", "log", "Yard")

	changed(" + 9")
	does(h, strikes+"undo\nundo\n"+strikes, "hit always", "play", "Yard", "--rulebook", file, "--plain")
	if out := must("Undone: A newer text of Life: one rule changed", "log", "Yard"); strings.Count(out, "Hero") < 4 {
		t.Errorf("the log is\n%s", out)
	}

	if err := os.WriteFile(file, []byte("rulebook("), 0o600); err != nil {
		t.Fatal(err)
	}
	if r := h.fray("", "play", "Yard", "--rulebook", file, "--plain"); r.status == done || !strings.Contains(r.err, "life.star:1:") {
		t.Errorf("a text with a fault: exit %d, %s", r.status, r.err)
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	does(h, strikes+"end session\n", "hit 97 %", "play", "Yard", "--plain")
	sound := func(h home) {
		t.Helper()
		if out := does(h, "", "everything is in order", "check", "Yard"); strings.Contains(out, "today's rules") || !strings.Contains(out, "10 dice drawn again and correct") || !strings.Contains(out, "5 finished rolls repeated") {
			t.Errorf("the check says\n%s", out)
		}
	}
	sound(h)
	exported := filepath.Join(t.TempDir(), "yard.json")
	all := must("", "export", "Yard")
	if err := os.WriteFile(exported, []byte(all), 0o600); err != nil {
		t.Fatal(err)
	}
	elsewhere := newHome(t)
	does(elsewhere, "", "imported", "import", exported)
	sound(elsewhere)
	does(elsewhere, strikes, "hit 97 %", "play", "Yard", "--plain")

	// A version of fray that cannot read the text shows its sheets and rolls as recorded.
	if err := os.WriteFile(exported, []byte(strings.ReplaceAll(all, `= group(`, `= once_a_word(`)), 0o600); err != nil {
		t.Fatal(err)
	}
	later := newHome(t)
	does(later, "", "imported", "import", exported)
	if out := does(later, "", "can no longer be read", "show", "Yard", "Hero"); !strings.Contains(out, "might 2") || !strings.Contains(out, "Sword") {
		t.Errorf("the sheet is\n%s", out)
	}
	does(later, "show hero\n", "might 2", "play", "Yard", "--plain")
	was, is := must("", "log", "Yard"), does(later, "", "", "log", "Yard")
	for _, l := range strings.Split(was, "\n") {
		if strings.Contains(l, "against 7") && !strings.Contains(is, strings.SplitN(strings.TrimSpace(l), "   ", 2)[0]) {
			t.Errorf("%q is not in\n%s", l, is)
		}
	}
}

// TestOptionsAreNamedBare checks that the prompt understands the option of a parameter
// without the name of the parameter, as a verb and behind one.
func TestOptionsAreNamedBare(t *testing.T) {
	h := newHome(t)
	for _, c := range []struct{ rulebook, lines, want string }{
		{"d20", "add fighter\nadd goblin\nbrenna check wisdom\n", "Brenna: Ability check, ability wisdom"},
		{"d20", "brenna pushes goblin\n", "Brenna: Grapple or shove against Goblin, manoeuvre push"},
		{"d20", "brenna save dexterity dc=12\n", "Brenna: Saving throw, dc 12, ability dexterity"},
		{"d20", "brenna check nonsense\n", `"nonsense" is neither a command nor a name`},
		{"forged", "add cutter\nadd lurk\nvane group prowl sable\n", "Vane: Group action against Sable, action prowl"},
		{"forged", "vane act command desperate\n", "Vane: Action roll, action command, position desperate"},
	} {
		if r := h.fray(c.lines+"quit\n", "play", "Table "+c.rulebook, "--rulebook", c.rulebook, "--plain"); !strings.Contains(r.out, c.want) {
			t.Errorf("%q: no %q in\n%s%s", c.lines, c.want, r.out, r.err)
		}
	}
}

// TestTenLinesAreAGame checks that a sheet and one action are a whole game: it passes, is
// played, and has a fight to show.
func TestTenLinesAreAGame(t *testing.T) {
	h := newHome(t)
	file := filepath.Join(t.TempDir(), "tiny.star")
	text := `rulebook(id = "tiny", name = "Tiny", author = "Me")
stats = group("Stats")
nerve = stats.int("nerve", "Nerve", 1, 10, start = 5)
def dare(r):
    face = r.sum("dice", "1d10")
    if face <= nerve.of(r.me) + r.situation:
        return r.success(total = face)
    return r.failure(total = face)
action("dare", "Dare", dare)
`
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if r := h.fray("", "rulebook", "check", file); r.status != done {
		t.Fatalf("exit %d: %s%s", r.status, r.out, r.err)
	}
	r := h.fray("add blank\nreal somebody\nsomebody dare\n\n3\nshow\nquit\n", "play", "Friday", "--rulebook", file, "--plain")
	for _, want := range []string{"Success: 50 %", "Somebody: Dare", "1. Somebody: Nerve 5"} {
		if !strings.Contains(r.out, want) {
			t.Errorf("exit %d, no %q: %s%s", r.status, want, r.out, r.err)
		}
	}
	if r = h.fray("", "demo", "--rulebook", file, "--plain"); !strings.Contains(r.out, "(foes): Nerve 5") {
		t.Errorf("exit %d: %s%s", r.status, r.out, r.err)
	}
}
