// The tests in house_*.go read the source of the whole module and enforce its
// layout: which package may import which, that exports are documented, and what
// a rulebook must leave alone. A new package or library is one line in
// houseRooms.
package enginetest_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const houseModule = "example.org/fray"

func TestHouse(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	house(t, root)
}

// house holds the module at root to the plan.
func house(t *testing.T, root string) {
	t.Helper()
	sources, err := houseRead(root)
	if err != nil {
		t.Fatal(err)
	}
	code, err := houseParse(sources)
	if err != nil {
		t.Fatal(err)
	}
	for name, check := range map[string]func() []houseBreach{
		"plan":      func() []houseBreach { return housePlan(houseTop(t, root)) },
		"imports":   code.imports,
		"exports":   code.exported,
		"circles":   code.circles,
		"clock":     code.clock,
		"rulebooks": code.rulebooks,
	} {
		t.Run(name, func(t *testing.T) {
			for _, b := range check() {
				t.Error(b)
			}
		})
	}
}

// houseBreach is one thing found, and the way out.
type houseBreach struct {
	pos       token.Position
	rule, fix string
}

func (b houseBreach) String() string {
	return fmt.Sprintf("%s:%d: %s; %s", b.pos.Filename, b.pos.Line, b.rule, b.fix)
}

type houseFile struct {
	path string // from the root of the module, with slashes
	dir  string
	test bool
	ast  *ast.File
}

type houseCode struct {
	fset  *token.FileSet
	files []*houseFile // sorted by path
}

// houseRead returns the Go files below root by their path.
func houseRead(root string) (map[string]string, error) {
	sources := map[string]string{}
	tree := os.DirFS(root)
	err := fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		base := d.Name()
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != "." && (base == "testdata" || base[0] == '.' || base[0] == '_'):
			return fs.SkipDir // as the go command does
		case d.IsDir() || path.Ext(name) != ".go":
			return nil
		}
		src, err := fs.ReadFile(tree, name)
		sources[name] = string(src)
		return err
	})
	return sources, err
}

func houseParse(sources map[string]string) (*houseCode, error) {
	code := &houseCode{fset: token.NewFileSet()}
	for _, name := range slices.Sorted(maps.Keys(sources)) {
		parsed, err := parser.ParseFile(code.fset, name, sources[name], parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		code.files = append(code.files, &houseFile{
			path: name,
			dir:  path.Dir(name),
			test: strings.HasSuffix(name, "_test.go"),
			ast:  parsed,
		})
	}
	return code, nil
}

func (c *houseCode) breach(at ast.Node, fix, rule string, args ...any) houseBreach {
	return houseBreach{c.fset.Position(at.Pos()), fmt.Sprintf(rule, args...), fix}
}

// houseTop lists the top of the tree: what git has or would take in, or else,
// outside a checkout, whatever is there.
func houseTop(t *testing.T, root string) []string {
	var names []string
	git := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	git.Dir = root
	if out, err := git.Output(); err == nil {
		for file := range strings.SplitSeq(strings.TrimRight(string(out), "\x00"), "\x00") {
			name, _, _ := strings.Cut(file, "/")
			names = append(names, name)
		}
		slices.Sort(names)
		return slices.Compact(names)
	}
	entries, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() != ".git" {
			names = append(names, e.Name())
		}
	}
	return names
}

func housePlan(top []string) []houseBreach {
	plan := strings.Fields("go.mod go.sum main.go README.md LICENSE .ci .gitignore .golangci.yml engine model saves ui")
	var found []houseBreach
	for _, name := range top {
		if !slices.Contains(plan, name) {
			found = append(found, houseBreach{
				token.Position{Filename: name, Line: 1},
				"not in the house plan",
				"put it below engine, model, saves or ui; documentation goes into package comments",
			})
		}
	}
	return found
}

// clock: model takes the time from its events.
func (c *houseCode) clock() []houseBreach {
	var found []houseBreach
	for _, f := range c.files {
		if f.test || f.dir != "model" && !strings.HasPrefix(f.dir, "model/") {
			continue
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			pkg, ok := sel.X.(*ast.Ident)
			if ok && pkg.Name == "time" && slices.Contains(strings.Fields("Now Since Until Sleep After AfterFunc Tick NewTimer NewTicker"), sel.Sel.Name) {
				found = append(found, c.breach(sel, "take the time of the event", "model reads a clock: time.%s", sel.Sel.Name))
			}
			return true
		})
	}
	return found
}
