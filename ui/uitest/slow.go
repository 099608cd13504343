package uitest

import (
	"fmt"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/script"
)

// SlowRules are bodies of rules that take long to run, to be refused whatever is tried, or to be
// counted.
var SlowRules = map[string]string{
	"runs":    "    n = len([x for x in range(15000)]) + r.sum(\"d\", \"1d6\")\n    return r.success(total = n + might.of(r.me))\n",
	"refuses": "    n = len([x for x in range(15000)]) + how.of(r) + might.of(r.me)\n    r.refuse(\"not with %d\" % n)\n",
	"odds":    "    n, all = might.of(r.me), []\n    for i in range(12): all.append(r.sum(\"d%d\" % i, \"1d6\"))\n    for x in all: n += x\n    return r.success(total = n)\n",
}

// Slow returns a table whose rulebook is a text with many slow actions.
func Slow(tb testing.TB, rule string, actions int) (*Memory, *engine.System) {
	tb.Helper()
	var text strings.Builder
	text.WriteString("rulebook(id = \"slow\", name = \"Slow\", author = \"Nobody\")\ng = group(\"Stats\")\nmight = g.int(\"might\", \"Might\", 0, 9)\n" +
		"how = param.int(\"how\", \"How\", 0, 9)\ndef go(r):\n" + SlowRules[rule])
	for i := range actions {
		fmt.Fprintf(&text, "action(\"go%d\", \"Go %d\", go, form = [how])\n", i, i)
	}
	text.WriteString("template(\"one\", \"One\", might = 3)\n")
	s, err := script.Load("slow.star", text.String())
	if err != nil {
		tb.Fatal(err)
	}
	return Seated(tb, s), s
}
