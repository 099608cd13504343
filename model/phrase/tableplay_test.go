package phrase_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/fray/engine/systems"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/phrase"
)

// fight is a play of a table that holds.
const fight = `# A fight at the gate.
table contest
rule contest.spectacular off
join Pia contest: abilities/r1/name Sword, abilities/r1/level 9
join Cob contest: abilities/r1/name Club, abilities/r1/level 5, player no
scene The gate
next
> clock round 1
> turn Pia
> free Pia
> pending none
> open none
Pia exchange kind=combat against Cob
  dice 19
  other.dice 1
> = success total=28
> Cob.contests/r1/full=15 Cob.contests/r1/lost=9
> log success
> no log failure
undo
> Cob.contests/r1/lost=0
redo
> Cob.contests/r1/lost=9
redo
refused nothing to redo
`

func rules() model.Rulebooks {
	out := model.Rulebooks{}
	for _, s := range systems.All() {
		out[s.ID] = s
	}
	return out
}

// failures runs a play and returns its failures, one line each.
func failures(text string) string {
	p, err := phrase.ParseTablePlay("x.play", text)
	if err != nil {
		return err.Error()
	}
	var out []string
	for _, f := range p.Run(rules(), phrase.Gate{Decide: decide.Decide, Turns: decide.Turns, Free: decide.Free, NextDue: decide.NextDue}, nil) {
		out = append(out, f.String())
	}
	return strings.Join(out, "\n")
}

func TestPlayPasses(t *testing.T) {
	if got := failures(fight); got != "" {
		t.Error(got)
	}
}

func TestFailingLinesAreReported(t *testing.T) {
	for _, c := range [][3]string{
		{"> clock round 1", "> clock round 2", "x.play:8: want clock round 2, got clock round 1"},
		{"> turn Pia", "> turn Cob", "x.play:9: want turn Cob, got turn Pia"},
		{"> free Pia", "> free none", "x.play:10: want free none, got free Pia"},
		{"> pending none", "> pending Pia exchange 3", "x.play:11: want pending Pia exchange 3, got pending none"},
		{"> open none", "> open Cob", "x.play:12: want open Cob, got open none"},
		{"total=28", "total=27", "x.play:16: want total=27, got total=28"},
		{"> = success", "> = failure", "x.play:16: want = failure, got = success"},
		{"lost=9", "lost=8", "x.play:17: want Cob.contests/r1/lost=8, got Cob.contests/r1/lost=9"},
		{"> log success", "> log failure", "x.play:18: want log failure, got log success"},
		{"> no log failure", "> no log success", "x.play:19: want no log success, got log success"},
		{"refused nothing to redo", "refused too heavy", "x.play:25: want refused too heavy, got "},
		{"refused nothing to redo", "next", "x.play:24: want no refusal, got refused "},
		{"redo", "redo\nrefused too late", "x.play:23: want refused too late, got no refusal"},
		{"  other.dice 1\n", "", "x.play:13: want Pia exchange kind=combat against Cob, got the roll asks other.dice 1d20"},
		{"  other.dice 1\n", "  other.dice 1\n  luck 3\n", "x.play:13: want luck 3, got nothing more is asked"},
		{"  dice 19", "  dice x", `x.play:13: want Pia exchange kind=combat against Cob, got dice: "x" is not the face of a die`},
		{"kind=combat", "sort=combat", `x.play:13: want Pia exchange sort=combat against Cob, got Exchange has no parameter "sort"`},
		{"Pia exchange", "Pia dance", `got contest has no action "dance"`},
		{"against Cob", "against Dan", `got nobody is called "Dan"`},
		{"scene The gate", "sing The gate", `x.play:6: want sing The gate, got "sing" is neither a command nor a name`},
		{"contest.spectacular", "contest.splendid", "got contest has no house rule splendid"},
		{"join Cob contest", "join Cob checkers", "got there is no rulebook checkers"},
		{"player no", "colour red", "got "},
		{"undo", "undo twice", `got "twice" is not a whole number`},
		{"table contest", "system contest", "x.play:2: a play of a table begins with one line such as 'table d6'"},
		{"scene The gate", "table contest", "x.play:6: a play of a table begins with one line such as 'table d6'"},
		{"scene The gate", "scene The gate\n  dice 3", `x.play:7: nothing is asked by "scene The gate": answers stand below an action, take or answer`},
		{"  dice 19", "  dice", `x.play:14: "dice" has no answer`},
		{"undo", "leave", `x.play:20: "leave" is not understood: write 'leave NAME'`},
		{"> open none", "> Pia", `x.play:12: "> Pia" is not understood: write '> NAME.FIELD=VALUE'`},
		{"> open none", "> mark Pia", `x.play:12: "> mark Pia" is not understood: write '> mark NAME WORD …'`},
		{"> open none", "> no rain today", "got write no log, no mark, no effect or no follows"},
	} {
		if !strings.Contains(fight, c[0]) {
			t.Fatalf("%q is not in the play", c[0])
		}
		if got := failures(strings.Replace(fight, c[0], c[1], 1)); !strings.Contains(got, c[2]) {
			t.Errorf("%q for %q: got\n%s\nwant %s", c[1], c[0], got, c[2])
		}
	}
}

// Whatever a text contains, reading and running it ends and does not panic.
func TestMalformedPlaysDoNotPanic(t *testing.T) {
	texts := []string{fight}
	for _, pattern := range []string{"../testdata/*.play", "../../engine/*/testdata/table/*.play"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("no plays in %s: %v", pattern, err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			texts = append(texts, string(text))
		}
	}
	rnd := rand.New(rand.NewPCG(3, 5))
	var words []string
	for _, text := range texts {
		words = append(words, strings.Fields(text)...)
	}
	for range 1500 {
		lines := strings.Split(texts[rnd.IntN(len(texts))], "\n")
		for range 1 + rnd.IntN(3) {
			i := rnd.IntN(len(lines))
			w := strings.Split(lines[i], " ")
			at := rnd.IntN(len(w))
			switch rnd.IntN(4) {
			case 0: // a word is missing
				lines[i] = strings.Join(append(w[:at:at], w[at+1:]...), " ")
			case 1: // one is another
				w[at] = words[rnd.IntN(len(words))]
				lines[i] = strings.Join(w, " ")
			case 2: // a line ends early
				lines[i] = strings.Join(w[:at], " ")
			default: // lines change places
				k := rnd.IntN(len(lines))
				lines[i], lines[k] = lines[k], lines[i]
			}
		}
		failures(strings.Join(lines, "\n"))
	}
}

func TestIsTablePlay(t *testing.T) {
	for text, want := range map[string]bool{
		fight: true, "table d6": true, "\n# a comment\n\ntable d6": true,
		"": false, "#": false, "system d6\naction check": false, "# table d6": false, "tables": false,
	} {
		if got := phrase.IsTablePlay(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
