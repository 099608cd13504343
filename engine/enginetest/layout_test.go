// The tests in layout_*.go read the source of the whole module and enforce its
// layout: which package may import which, that exports are documented, and what
// a rulebook must not do. A new package or library is one line in importTable.
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

const modulePath = "example.org/fray"

func TestLayout(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	checkLayout(t, root)
}

// checkLayout reports every violation in the module at root.
func checkLayout(t *testing.T, root string) {
	t.Helper()
	sources, err := readSources(root)
	if err != nil {
		t.Fatal(err)
	}
	code, err := parseSources(sources)
	if err != nil {
		t.Fatal(err)
	}
	for name, check := range map[string]func() []violation{
		"top":       func() []violation { return checkTop(topOfTree(t, root)) },
		"imports":   code.imports,
		"exports":   code.exported,
		"circles":   code.circles,
		"clock":     code.clock,
		"host":      code.host,
		"stores":    code.stores,
		"optional":  code.optional,
		"rulebooks": code.rulebooks,
	} {
		t.Run(name, func(t *testing.T) {
			for _, b := range check() {
				t.Error(b)
			}
		})
	}
}

// violation is where a rule of the layout is broken, the rule, and what to do.
type violation struct {
	pos       token.Position
	rule, fix string
}

func (b violation) String() string {
	return fmt.Sprintf("%s:%d: %s; %s", b.pos.Filename, b.pos.Line, b.rule, b.fix)
}

// sourceFile is a parsed Go file.
type sourceFile struct {
	path string // from the root of the module, with slashes
	dir  string
	test bool
	ast  *ast.File
}

// sourceTree is the parsed source of the module.
type sourceTree struct {
	fset  *token.FileSet
	files []*sourceFile // sorted by path
}

// readSources returns the text of the Go files below root by path.
func readSources(root string) (map[string]string, error) {
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

func parseSources(sources map[string]string) (*sourceTree, error) {
	code := &sourceTree{fset: token.NewFileSet()}
	for _, name := range slices.Sorted(maps.Keys(sources)) {
		parsed, err := parser.ParseFile(code.fset, name, sources[name], parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		code.files = append(code.files, &sourceFile{
			path: name,
			dir:  path.Dir(name),
			test: strings.HasSuffix(name, "_test.go"),
			ast:  parsed,
		})
	}
	return code, nil
}

func (c *sourceTree) violation(at ast.Node, fix, rule string, args ...any) violation {
	return violation{c.fset.Position(at.Pos()), fmt.Sprintf(rule, args...), fix}
}

// topOfTree lists the names at the top of the tree: those that git tracks or
// would add, or, outside a git checkout, all names but .git.
func topOfTree(t *testing.T, root string) []string {
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

// checkTop allows the names that the layout has at the top of the tree and no
// others.
func checkTop(top []string) []violation {
	layout := strings.Fields("go.mod go.sum main.go README.md LICENSE .ci .gitignore .golangci.yml engine model saves ui")
	var found []violation
	for _, name := range top {
		if !slices.Contains(layout, name) {
			found = append(found, violation{
				token.Position{Filename: name, Line: 1},
				"not in the layout",
				"put it below engine, model, saves or ui; documentation goes into package comments",
			})
		}
	}
	return found
}

// clock reports where model reads a clock: it takes the time from its events.
func (c *sourceTree) clock() []violation {
	var found []violation
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
				found = append(found, c.violation(sel, "take the time of the event", "model reads a clock: time.%s", sel.Sel.Name))
			}
			return true
		})
	}
	return found
}
