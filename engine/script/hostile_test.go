package script_test

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"

	"example.org/fray/engine"
	"example.org/fray/engine/script"
)

var hostileFiles = flag.Int("hostile", 30, "how many hostile texts are read and run")

// bombs are pieces of text that ask for far more than there is, in a rule or outside of
// one. N is a number that differs from file to file.
var bombs = []string{
	`x = "a" * N00000000`,
	`x = [0] * N0000000`,
	"x = [1]\nfor i in range(60): x = x + x",
	"x = \"ab\"\nfor i in range(60): x = x + x",
	"x = \"ab\"\nfor i in range(60): x = x.replace(\"a\", x)",
	"x = \"ab\"\nfor i in range(60): x = x.join([x, x])",
	"x = \"{}{}{}\"\nfor i in range(60): x = x.format(x, x, x)",
	"x = [1]\nfor i in range(60): x.extend(x)",
	"x = \"%s%s\"\nfor i in range(60): x = x % (x, x)",
	"x = 3\nfor i in range(90): x = x * x",
	"x = 1 << N0000",
	"x = list(range(N00000000))",
	"x = sorted(range(N00000000))",
	"x = [y for y in range(N00000000)]",
	"x = all(range(1, N000000000))",
	"x = [i for i in range(N0000) for j in range(N0000)]",
	"x = {i: i for i in range(N000000)}",
	"for i in range(N000000):\n    for j in range(N000000):\n        pass",
	"x = (1,)\nfor i in range(70): x = (x, x)\ny = {x: 1}",
	"x = (1,)\nfor i in range(70): x = (x, x)\ny = str(x)",
	"x = (1,)\nfor i in range(70): x = (x, x)\ny = x == x",
	"x = (1,)\nfor i in range(70): x = (x, x)",
	"x = [1]\nx.append(x)\ny = str(x)",
	"x = [1]\nx.append(x)\ny = x == x",
	"x = [1]\nfor i in range(N000): x = [x]\ny = repr(x)",
	"x = \"a\" * 60000\nfor i in range(N000): y = x + x",
	"x = [i for i in range(9000)]\nfor i in range(N000): y = i in x",
	"x = [i for i in range(9000)]\nfor i in range(N000): y = sorted(x)",
	"x = [i for i in range(9000)]\nfor i in range(N000): y = x[1:]",
	"x = dice(N000, N000)",
	`x = int("9" * 60000)`,
	"x = \"abc\" * 2000\nfor i in range(N000): y = x.upper().split(\"b\")",
	"x = range(N00000000)[5:N0000000:1]\ny = list(x)",
	"x = zip(range(N0000000), range(N0000000))",
	"x = enumerate(range(N0000000))",
	"x = max(range(N00000000))",
	"x = dict([(i, i) for i in range(N00000)])",
	"def f(*a): return a\nx = 1\nfor i in range(70): x = f(x, x)\ny = sorted([x, x])",
	"x = lambda: x()\ny = x()",
	"x = decimal(\"999999\")\nfor i in range(50): x = x * x",
	"x = [0]\nfor i in range(50): x[0] += N000000000\nfor i in range(99): x[0] *= x[0]",
}

// shapes are texts that are hard to read.
var shapes = []func(n int) string{
	func(n int) string { return "x = " + strings.Repeat("(", n) },
	func(n int) string { return "x = " + strings.Repeat("[", n) + strings.Repeat("]", n) },
	func(n int) string { return "x = " + strings.Repeat("-", n) + "1" },
	func(n int) string { return "x = " + strings.Repeat("not ", n) + "1" },
	func(n int) string { return "x = 1" + strings.Repeat(" + 1", n) },
	func(n int) string { return "x = " + strings.Repeat("lambda: ", n) + "1" },
	func(n int) string { return "x = f" + strings.Repeat("(1)", n) },
	func(n int) string { return "x = f" + strings.Repeat(".a", n) },
	func(n int) string { return "x = f" + strings.Repeat("[0]", n) },
	func(n int) string { return "x = 1" + strings.Repeat(" if 1 else 1", n) },
	func(n int) string { return "if 1: pass\n" + strings.Repeat("elif 1: pass\n", n) },
	func(n int) string {
		var b strings.Builder
		for i := range min(n, 2000) {
			b.WriteString(strings.Repeat(" ", i) + "if 1:\n")
		}
		return b.String() + strings.Repeat(" ", min(n, 2000)) + "pass"
	},
	func(n int) string { return strings.Repeat("a", n) + " = 1" },
	func(n int) string { return "x = " + strings.Repeat("9", n) },
	func(n int) string { return "x = \"" + strings.Repeat("a", n) },
	func(n int) string { return "x = \"\"\"" + strings.Repeat("a\n", n) },
	func(n int) string { return strings.Repeat("x = 1\n", n) },
	func(n int) string { return "x = \"\x1b[2J\"" },
	func(n int) string { return "# \x00\x07" },
	func(n int) string { return "x = \xff\xfe" },
	func(n int) string {
		return "rulebook(id = \"" + strings.Repeat("a", n) + "\", name = \"\u202e\", author = 1)"
	},
	func(n int) string { return "load(\"/etc/passwd\", \"x\")" },
	func(n int) string { return "x = 1.5e400" },
	func(n int) string { return "x = {" + strings.Repeat("1: {", n) },
	func(n int) string { return "x = [a for a in " + strings.Repeat("[a for a in ", n) },
	func(n int) string { return strings.Repeat("def f(a = ", n) },
	func(n int) string { return "@@@@ %%% $$$ ```" },
	func(n int) string { return "x = \"a\" \\\n" + strings.Repeat("+ \"a\" \\\n", n) },
	func(n int) string { return "x, " + strings.Repeat("y, ", n) + "= 1" },
}

// hostile is one text that means no good.
func hostile(rnd *rand.Rand) string {
	n := fmt.Sprint(1 + rnd.IntN(9))
	bomb := strings.ReplaceAll(bombs[rnd.IntN(len(bombs))], "N", n)
	switch rnd.IntN(5) {
	case 0:
		return shapes[rnd.IntN(len(shapes))](1 + rnd.IntN(100_000))
	case 1:
		return bomb
	case 2: // in a derived field, which a panel works out
		return bombed("def more(s):\n    "+strings.ReplaceAll(bomb, "\n", "\n    ")+"\n    return 1\n", ", derived = more", "    return r.done()")
	case 3: // in what reads dice, which odds do for every state of them
		return bombed("def fold(n, face):\n    "+strings.ReplaceAll(bomb, "\n", "\n    ")+"\n    return n + face\n", "",
			"    n = r.read(\"hit\", \"20d6\", 0, fold, then = lambda n: (\"more\", \"1d6\") if n < 9999 else None)\n    return r.done()")
	}
	return bombed("", "", "    n = r.sum(\"hit\", \"2d6\")\n    "+strings.ReplaceAll(bomb, "\n", "\n    ")+"\n    return r.done()")
}

// bombed is a rulebook with a bomb in it.
func bombed(before, derived, rule string) string {
	return "rulebook(id = \"bomb\", name = \"Bomb\", author = \"Nobody\")\n" + before +
		"g = group(\"Stats\")\nstrength = g.int(\"strength\", \"Strength\", 0, 9)\nmore_of_it = g.int(\"more\", \"More\", 0, 9" + derived + ")\n" +
		"def go(r):\n    y = more_of_it.of(r.me)\n" + rule + "\naction(\"go\", \"Go\", go)\ntemplate(\"one\", \"One\", strength = 3)\n"
}

// mostAsked is how many bytes a text may ask for, one after the other: fewer are never in
// use at once. Unlike the time that it takes they are the same on every machine. Steps are
// bounded by the language itself, and a text that had no end would not let the test end.
const mostAsked = 64 << 20

// Whatever stands in a text of a stranger: reading it, showing a sheet, a roll and its
// odds end in words, without much memory.
func TestHostileTextsEndInWords(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, uint64(*hostileFiles)))
	var before, after runtime.MemStats
	read, most := 0, uint64(0)
	var slowest time.Duration
	for i := range *hostileFiles {
		text := hostile(rnd)
		runtime.ReadMemStats(&before)
		began := time.Now()
		sys, err := script.Load("hostile.star", text)
		switch {
		case err == nil:
			read++
			try(t, sys)
		default:
			var faults script.Faults
			if !errors.As(err, &faults) || len(faults) == 0 || faults[0].Words == "" || strings.ContainsAny(err.Error(), "\x00\x07\x1b") || len(err.Error()) > 5000 {
				t.Errorf("text %d ends in %.300q", i, err)
			}
		}
		slowest = max(slowest, time.Since(began))
		runtime.ReadMemStats(&after)
		asked := after.TotalAlloc - before.TotalAlloc
		if most = max(most, asked); asked > mostAsked {
			t.Errorf("text %d asks for %d MB:\n%.300s …\n%s", i, asked>>20, text, text[max(0, len(text)-200):])
		}
	}
	runtime.ReadMemStats(&after)
	if after.HeapSys > 200<<20 {
		t.Errorf("the heap has grown to %d MB", after.HeapSys>>20)
	}
	t.Logf("%d texts, %d of them read; the slowest took %v; one asked for %d MB at most, one after the other; heap %d MB", *hostileFiles, read, slowest, most>>20, after.HeapSys>>20)
}

// try shows a sheet, rolls every action and counts its odds.
func try(t *testing.T, sys *engine.System) {
	page := engine.Page{}
	if len(sys.Templates) > 0 {
		page = sys.Templates[0].Page
	}
	sys.Panel(sys.View(page, engine.Page{}))
	sys.Brief(sys.View(page, engine.Page{}))
	for _, a := range sys.Actions {
		in := engine.Inputs{System: sys, Action: a, Sheets: map[engine.Seat]engine.Page{engine.Actor: page}}
		for _, err := range []error{runs(in), odds(in)} {
			var refused *engine.Refusal
			var fault *engine.Fault
			var tooLong *engine.TooLong
			if err != nil && !errors.As(err, &tooLong) && !errors.As(err, &refused) && !errors.As(err, &fault) {
				t.Errorf("%s ends in %v", a.ID, err)
			}
			if fault != nil && (strings.Contains(fault.Words, "goroutine") || strings.Contains(fault.Words, "runtime error")) {
				t.Errorf("%s breaks: %v", a.ID, fault)
			}
		}
	}
}

func runs(in engine.Inputs) error {
	step, err := engine.Run(in, nil)
	if err == nil && step.Open != nil && step.Open.Wants == engine.Throwing {
		var faces engine.Faces
		for range step.Open.Dice.Count {
			faces = append(faces, step.Open.Dice.Low)
		}
		_, err = engine.Run(in, []engine.Answer{step.Open.Thrown(faces)})
	}
	return err
}

func odds(in engine.Inputs) error {
	_, err := engine.Odds(in, nil, nil)
	return err
}
