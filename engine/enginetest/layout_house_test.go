package enginetest_test

import (
	"go/ast"
	"go/token"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The program links nothing that calls methods by name in the place of a writer of markup,
// that stands over what it stands on, or that reads formats which nobody has.
func TestNotInTheProgram(t *testing.T) {
	list := exec.Command("go", "list", "-deps", ".")
	list.Dir = "../.."
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	deps := strings.Fields(string(out))
	if !slices.Contains(deps, modulePath+"/ui/cli") {
		t.Fatal("the list is of something else")
	}
	for pkg, instead := range map[string]string{
		"html/template":                        "write markup with model/markup",
		"github.com/charmbracelet/wish":        "charmbracelet/ssh below it does the work",
		modulePath + "/saves/transfer/earlier": "nothing was released that wrote another format",
	} {
		if slices.Contains(deps, pkg) {
			t.Errorf("the program depends on %s: %s", pkg, instead)
		}
	}
}

// stores reports prefixes of a path that mean a store.
func (c *sourceTree) stores() []violation {
	var found []violation
	for _, f := range c.files {
		if strings.HasSuffix(f.path, "_test.go") {
			continue // hostile names look like that, too
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			if text, is := n.(*ast.BasicLit); is && text.Kind == token.STRING && storePrefix.MatchString(text.Value) {
				found = append(found, c.violation(text, "hand on the saves.Store with the name", "%s means a store by the first letters of a path", text.Value))
			}
			return true
		})
	}
	return found
}

var storePrefix = regexp.MustCompile("^[\"`]store[:]")
