package uitest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// Update is set by the flag -update: Golden then writes its files instead of comparing
// them. Read the diff of every golden file before you commit it.
var Update = flag.Bool("update", false, "write the golden files anew")

// Golden compares got with the file name in testdata; see [Update].
func Golden(tb testing.TB, name, got string) {
	tb.Helper()
	path := filepath.Join("testdata", name)
	want, err := os.ReadFile(path)
	switch {
	case err == nil && string(want) == got:
	case *Update:
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			tb.Fatal(err)
		}
	case err != nil:
		tb.Fatalf("%v: run with -update to write it", err)
	default:
		tb.Errorf("%s has changed:\n%slook at it, and run with -update if it is right", path, difference(string(want), got))
	}
}

// mostDiffering is the largest number of differing lines that are shown.
const mostDiffering = 12

// difference shows the lines that differ between two texts, without colours.
func difference(want, got string) string {
	before, after := strings.Split(ansi.Strip(want), "\n"), strings.Split(ansi.Strip(got), "\n")
	var b strings.Builder
	told := 0
	for i := range max(len(before), len(after)) {
		was, is := lineAt(before, i), lineAt(after, i)
		if was == is {
			continue
		}
		if told++; told > mostDiffering {
			b.WriteString("and more\n")
			break
		}
		fmt.Fprintf(&b, "%d - %s\n%d + %s\n", i+1, was, i+1, is)
	}
	if told == 0 {
		return "only colours differ\n"
	}
	return b.String()
}

func lineAt(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return ""
}

// Plain returns drawn lines as plain text: without colours, and without spaces at the ends
// of lines.
func Plain(lines []string) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(strings.TrimRight(ansi.Strip(l), " ") + "\n")
	}
	return b.String()
}
