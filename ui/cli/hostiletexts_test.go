package cli

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"example.org/fray/engine"
	"example.org/fray/engine/script"
	"example.org/fray/model/scene"
	"example.org/fray/ui/uitest"
)

var hostileTexts = flag.Int("texts", 0, "how many hostile rulebook texts TestHostileTextsEnd takes through every door, the check of rulebooks included; 0: those that end at once, without that check")

// hostileRules are bodies of rules that never end, take for ever, or take for ever to count.
// N stands for a number.
var hostileRules = []string{
	`n = r.read("hit", "1d6", 0, lambda n, face: n, then = lambda n: ("more", "1d6"))`,                             // endless
	`n = r.read("hit", "1d6", 0, lambda n, face: n + 1, then = lambda n: ("more", "1d6"))`,                         // endless, and never the same
	`n = r.read("hit", "9d6", 0, lambda n, face: n + face, then = lambda n: ("more", "9d6") if n < N00 else None)`, // nearly
	`n = sum_of(r, N00)`, // many throws
	`n = sum_of(r, 12)`,  // too many ways
	`n = max(sum_of(r, 6), sum_of(r, 6))`,
	`n = [x * y for x in range(N00) for y in range(900)][-1]`,       // nested loops
	`n = again(N)`,                                                  // recursion
	`n = len("x" * 900 * 900 * N)`,                                  // huge strings
	`n = r.read("hit", "20d6", (), lambda n, face: n + (face,))[0]`, // readings without end
	`n = r.sum("hit", dice(N * 20, 100))`,                           // many dice
	`n = r.sum("hit", "4d10!") + r.sum("more", "4d10!") + r.sum("yet", "4d10!")`,
	`n = len([r.pick("x%d" % i, "And?", ["a", "b"]) for i in range(N00)])`, // many questions
	`n = r.amount("much", "How much?", 0, 999999) + r.sum("hit", "1d6")`,
	`n = slow.of(r.me) + r.sum("hit", "1d6")`, // derived numbers
}

// endAtOnce are the kinds of them that are refused within a moment.
var endAtOnce = []int{6, 7, 8, 10, 13}

// hostileText makes a text of one kind.
func hostileText(rnd *rand.Rand, kind int) string {
	num := fmt.Sprint(3 + rnd.IntN(7))
	body := strings.ReplaceAll(hostileRules[kind], "N", num)
	derived, fields, actions := "", 1, 1
	switch rnd.IntN(4) {
	case 0:
		derived = ", derived = work"
		fields = 300
	case 1:
		actions = 500
	}
	work := []string{"again(s)", "slow.of(s)", "len([x for x in range(9000)]) % 9", "1"}[rnd.IntN(4)]
	var b strings.Builder
	b.WriteString(`rulebook(id = "bomb", name = "Bomb", author = "Nobody")
def again(s): return again(s)
def sum_of(r, many):
    n = 0
    for i in range(many): n += r.sum("d%d" % i, "1d6")
    return n
def work(s): return ` + work + `
g = group("Stats")
might = g.int("might", "Might", 0, 9)
slow = g.int("slow", "Slow", 0, 9, derived = work)
`)
	for i := range fields {
		fmt.Fprintf(&b, "f%d = g.int(\"f%d\", \"F %d\", 0, 9%s)\n", i, i, i, derived)
	}
	fmt.Fprintf(&b, "def go(r):\n    %s\n    return r.success(total = n + might.of(r.me))\n", body)
	for i := range actions {
		fmt.Fprintf(&b, "action(\"go%d\", \"Go %d\", go)\n", i, i)
	}
	b.WriteString("template(\"one\", \"One\", might = 3)\n")
	return b.String()
}

// Whatever a text does, every way in ends, in words: reading it, a roll, its odds, the list of
// what it has, the shelf, the list of actions and a throw at a table. What bounds it is counted
// in steps, so that this does not depend on the machine; the time here only finds what hangs.
func TestHostileTextsEnd(t *testing.T) {
	rnd := rand.New(rand.NewPCG(43, 16))
	for i := range max(*hostileTexts, len(hostileRules)) {
		kind := i % len(hostileRules)
		text := hostileText(rnd, kind)
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			oddsWithinSteps(t, text)
			if *hostileTexts > 0 || slices.Contains(endAtOnce, kind) {
				everyDoorEnds(t, text, hostileRules[kind])
			}
		})
	}
}

// everyDoorEnds takes a text through every door.
func everyDoorEnds(t *testing.T, text, rule string) {
	t.Helper()
	const hangs = 2 * time.Minute
	h := newHome(t)
	file := filepath.Join(t.TempDir(), "bomb.star")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	doors := map[string]func() result{
		"roll":    func() result { return h.fray("", "roll", file, "go0", "--seed", "1") },
		"odds":    func() result { return h.fray("", "odds", file, "go0") },
		"systems": func() result { return h.fray("", "systems", file) },
		"add":     func() result { return h.fray("", "rulebook", "add", file) },
		"play": func() result {
			return h.fray("add one\n1\n1\n\n\nback\nodds\nquit\n", "play", "table", "--new", "--rulebook", file, "--plain")
		},
	}
	if *hostileTexts > 0 {
		doors["check"] = func() result { return h.fray("", "rulebook", "check", file) }
	}
	for name, door := range doors {
		began, done := time.Now(), make(chan result, 1)
		go func() { done <- door() }()
		select {
		case r := <-done:
			for _, bad := range []string{"goroutine ", "runtime error", "bug in fray"} {
				if strings.Contains(r.out+r.err, bad) {
					t.Errorf("%s of a text with %s ends in %.600s", name, rule, r.out+r.err)
				}
			}
			if r.status != 0 && r.err == "" {
				t.Errorf("%s of a text with %s fails without a word: %.300s", name, rule, r.out)
			}
			t.Logf("%-8s %5.2f s, status %d  %s", name, time.Since(began).Seconds(), r.status, rule)
		case <-time.After(hangs):
			t.Fatalf("%s of this text hangs:\n%s", name, text)
		}
	}
}

// Of a text whose odds take too long to count, every way in that shows odds says so, with the reason
// and what would help, and shows no number: the command line, as words and as JSON, the numbered
// lines, and what screen and pages draw. That takes no more steps than any odds may.
func TestSlowTextsAreRefused(t *testing.T) {
	if *hostileTexts == 0 {
		t.Skip("each way in counts as long as it may: run with -texts 100")
	}
	const head = `rulebook(id = "slow", name = "Slow", author = "Nobody")
g = group("Stats")
might = g.int("might", "Might", 0, 9)
`
	const foot = `    return r.success(total = n) if n > 20 else r.failure(total = n)
action("go", "Go", go)
template("one", "One", might = 3)
`
	const reason = "the dice can fall in too many ways to be counted: ask for fewer dice"
	for name, body := range map[string]string{
		"many dice":           "    n = 0\n    for i in range(14): n = 2 * n + r.sum(\"d%d\" % i, \"1d6\")\n",
		"a loop between them": "    n = 0\n    for i in range(6): n = (20 * n + r.sum(\"d%d\" % i, \"1d20\")) % 99991 + len([x for x in range(500)]) - 500\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text := head + "def go(r):\n" + body + foot
			sys, err := script.Load("slow.star", text)
			if err != nil {
				t.Fatal(err)
			}
			in := engine.Inputs{System: sys, Action: sys.Actions[0], Sheets: map[engine.Seat]engine.Page{engine.Actor: sys.Templates[0].Page}}
			step, err := engine.Run(in, nil)
			if err != nil {
				t.Fatal(err)
			}
			p := scene.Preview{Step: step, In: in, Dice: true}.Counted(nil)
			const most = 50_200_000 // of one count, and of following the likeliest ways
			if p.NoOdds == nil || !strings.Contains(p.NoOdds.Error(), reason) || !strings.Contains(p.ChanceWords(), reason) || p.Odds.Steps > most {
				t.Errorf("after %d steps screen and pages say %q: %v", p.Odds.Steps, p.ChanceWords(), p.NoOdds)
			}
			h := newHome(t)
			file := filepath.Join(t.TempDir(), "slow.star")
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			if r := h.fray("", "odds", file, "go"); r.status != failed || !strings.Contains(r.err, reason) || strings.Contains(r.out, "%") {
				t.Errorf("odds ends with %d and says\n%s%s", r.status, r.out, r.err)
			}
			if r := h.fray("", "odds", file, "go", "--json"); r.status != failed || !strings.Contains(r.out, `"refused"`) || !strings.Contains(r.out, reason) {
				t.Errorf("odds --json ends with %d and says\n%s%s", r.status, r.out, r.err)
			}
			if r := h.fray("add one\none go\nodds\nback\nquit\n", "play", "table", "--new", "--rulebook", file, "--plain"); !strings.Contains(strings.ToLower(r.out), strings.ToLower(reason)) {
				t.Errorf("lines say\n%s%s", r.out, r.err)
			}
		})
	}
}

// oddsWithinSteps counts the odds of a text within some steps: they take no more.
func oddsWithinSteps(t *testing.T, text string) {
	t.Helper()
	sys, err := script.Load("bomb.star", text)
	if err != nil {
		return
	}
	const steps = 100_000
	a := sys.Actions[0]
	in := engine.Inputs{System: sys, Action: a, Sheets: map[engine.Seat]engine.Page{engine.Actor: sys.Templates[0].Page}}
	c, err := engine.Odds(in.Within(steps), nil, nil)
	const atOnce = 60_000 // a single run, which is bounded by itself
	if c.Steps > steps+atOnce || err != nil && len(c.Totals) > 0 {
		t.Errorf("odds within %d steps take %d, and end in %v with %d totals", steps, c.Steps, err, len(c.Totals))
	}
	var fault *engine.Fault
	if errors.As(err, &fault) && fault.Stack != "" {
		t.Errorf("the odds break: %v\n%s", err, fault.Stack)
	}
}

// What does not hold in a text is found by its check within seconds, with its line; what breaks
// is told by the list of rulebooks, too, and comes onto no shelf.
func TestCheckOfTexts(t *testing.T) {
	const head = "rulebook(id = \"toy\", name = \"Toy\", author = \"Nobody\")\ng = group(\"Stats\")\nmight = g.int(\"might\", \"Might\", 0, 9)\n"
	const foot = "action(\"go\", \"Go\", go)\ntemplate(\"one\", \"One\", might = 3)\n"
	for name, x := range map[string]struct {
		text, words string
		breaks      bool // no shelf takes it
	}{
		"dice in a loop, all of them kept": {"def go(r):\n    n = might.of(r.me)\n    for i in range(12):\n        n = 6 * n + r.sum(\"d%d\" % i, \"1d6\")\n    return r.success(total = n % 9)\n", "bad.star:4:1: go, One: the odds would take too long to count", false},
		"a wrong merge behind a decision": {`def go(r):
    a = r.sum("a", "2d6")
    r.merge(a > 7)
    if r.pick("benny", "Again?", ["no", "yes"]) == "yes":
        a = max(a, r.sum("b", "2d6"))
    else:
        a = 8 if a > 7 else 1
    return r.success(total = a) if a + might.of(r.me) > 7 else r.failure(total = a)
`, "the odds with benny=yes depend on what merging forgets", false},
		"a derived number of itself": {"def again(s): return more.of(s)\nmore = g.int(\"more\", \"More\", 0, 9, derived = again)\ndef go(r): return r.success(total = r.sum(\"d\", \"1d6\") + might.of(r.me))\n", "calls itself", true},
		"no end":                     {"def go(r):\n    n = r.read(\"hit\", \"1d6\", might.of(r.me), lambda n, face: n, then = lambda n: (\"more\", \"1d6\"))\n    return r.done()\n", "it still asks after", true},
	} {
		h := newHome(t)
		file := filepath.Join(t.TempDir(), "bad.star")
		if err := os.WriteFile(file, []byte(head+x.text+foot), 0o600); err != nil {
			t.Fatal(err)
		}
		if name == "no end" { // every trial of it takes a thousand throws: the shelf looks at few
		} else if r := h.fray("", "rulebook", "check", file); r.status != failed || !strings.Contains(r.out, x.words) || !strings.Contains(r.out, "bad.star:") {
			t.Errorf("%s: the check ends with %d and says\n%s%s", name, r.status, r.out, r.err)
		}
		r, list := h.fray("", "rulebook", "add", file), h.fray("", "rulebook", "list")
		if kept := strings.Contains(list.out, "toy"); kept == x.breaks || x.breaks && !strings.Contains(r.out, x.words) {
			t.Errorf("%s: on the shelf: %v; it says\n%s%s", name, kept, r.out, r.err)
		}
		if s := h.fray("", "systems", file); strings.Contains(s.out+s.err, "goroutine") || strings.Contains(x.words, "itself") && !strings.Contains(s.err, x.words) {
			t.Errorf("%s: systems says\n%s%s", name, s.out, s.err)
		}
	}
}

// The odds of all actions together are measured within a bound, and what they do not come to is
// counted.
func TestOddsAreMeasuredWithinABound(t *testing.T) {
	const many, part = 15, 4 // of the steps that a check may take
	_, s := uitest.Slow(t, "odds", many)
	measured, notReached := measureOdds(s, allStepsToMeasure/part)
	if len(measured) > 0 || notReached < many/3 || notReached >= many { // one that is given up has not taken all it may
		t.Errorf("%d of %d are measured, and %d not reached", len(measured), many, notReached)
	}
}
