package uitest

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// Update is set where golden files are written anew instead of being compared:
// go test ./ui/... -update. Look at each of them before you keep it.
var Update = flag.Bool("update", false, "write the golden files anew")

// Golden compares a text with the file of a name in testdata; see [Update].
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
		tb.Errorf("%s has changed; got:\n%s\nwant:\n%s\nlook at it, and run with -update if it is right", path, ansi.Strip(got), ansi.Strip(string(want)))
	}
}

// Plain is drawn lines as plain text: without colours, and without blanks at the ends
// of lines.
func Plain(lines []string) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(strings.TrimRight(ansi.Strip(l), " ") + "\n")
	}
	return b.String()
}
