package enginetest_test

import (
	"go/ast"
	"go/token"
	"os/exec"
	"path"
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
		"github.com/ncruces/go-sqlite3":        "saves/index is a file of its own, and 6 MB smaller",
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
		if strings.HasSuffix(f.path, "_test.go") || strings.HasPrefix(f.path, "ui/uitest/") {
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

// optional reports interfaces of ours that a value is asked for by its type: what only some of the
// kinds of a thing can do, and the others forget. An interface that anything holds, such as the
// result of work, is not asked for but known.
func (c *sourceTree) optional() []violation {
	interfaces := map[string]bool{} // by folder and name
	for _, f := range c.files {
		ast.Inspect(f.ast, func(n ast.Node) bool {
			if d, is := n.(*ast.TypeSpec); is {
				if _, is := d.Type.(*ast.InterfaceType); is {
					interfaces[f.dir+" "+d.Name.Name] = true
				}
			}
			return true
		})
	}
	var found []violation
	for _, f := range c.files {
		if f.test || f.dir == "ui/screen" || strings.HasPrefix(f.dir, "engine") { // a model of Bubble Tea's has no lines
			continue
		}
		ask := func(what ast.Expr) {
			name := ""
			switch x := what.(type) {
			case *ast.InterfaceType:
				name = "an interface"
			case *ast.Ident:
				if interfaces[f.dir+" "+x.Name] {
					name = x.Name
				}
			case *ast.SelectorExpr:
				if of, is := x.X.(*ast.Ident); is && interfaces[f.imported(of.Name)+" "+x.Sel.Name] {
					name = of.Name + "." + x.Sel.Name
				}
			}
			if name != "" {
				found = append(found, c.violation(what, "give the interface that is there the method, and every kind an honest answer", "%s is asked for by type", name))
			}
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			switch x := n.(type) {
			case *ast.AssignStmt:
				if is, asks := x.Rhs[0].(*ast.TypeAssertExpr); asks && len(x.Lhs) == 2 && len(x.Rhs) == 1 {
					ask(is.Type)
				}
			case *ast.TypeSwitchStmt:
				for _, of := range x.Body.List {
					for _, what := range of.(*ast.CaseClause).List {
						ask(what)
					}
				}
			}
			return true
		})
	}
	return found
}

// imported returns the folder of ours that a file knows by a name, or "".
func (f *sourceFile) imported(name string) string {
	for _, spec := range f.ast.Imports {
		dir, ours := strings.CutPrefix(strings.Trim(spec.Path.Value, `"`), modulePath+"/")
		if ours && (spec.Name != nil && spec.Name.Name == name || spec.Name == nil && path.Base(dir) == name) {
			return dir
		}
	}
	return ""
}
