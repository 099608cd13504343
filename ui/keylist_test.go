package ui

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// keyReaders may look at a key itself: the one place that matches keys with
// bindings, the menu that has bindings of its own, and what takes in text.
var keyReaders = map[string]bool{
	"pane/binding.go": true, "pane/line.go": true, "pane/keys.go": true, "people/people.go": true, "people/paste.go": true,
	"form/typing.go": true, "form/text.go": true,
	"mouse.go": true, // the wheel is the arrows
	"screen":   true,
}

// keyWords are sentences that name a key.
var keyWords = regexp.MustCompile(`(?i)\b(enter|esc|escape|tab|backspace|pgup|pgdown|pgdn|f[1-9][0-2]?)\b|ctrl\+|shift\+|alt\+|\b(press|key) [a-z?:]\b|\b(left and right|up and down)\b`)

// listed are the places in which keys stand: literals of bindings and the
// functions that make them.
func listed(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.KeyValueExpr:
		id, ok := n.Key.(*ast.Ident)
		return ok && (id.Name == "Keys" || id.Name == "ID")
	case *ast.ValueSpec:
		return len(n.Names) == 1 && (n.Names[0].Name == "Fixed" || n.Names[0].Name == "keyNames")
	case *ast.FuncDecl:
		return n.Name.Name == "Enter" || n.Name.Name == "KeyWord" || n.Name.Name == "ParseKey" || n.Name.Name == "Stroke"
	}
	return false
}

// No key stands outside the lists of bindings: neither where keys are told
// apart nor in what people read.
func TestKeysStandInTheirLists(t *testing.T) {
	err := fs.WalkDir(os.DirFS("."), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (path == "cli" || path == "screen" || path == "kit" || path == "lines" || path == "early" || path == "uitest" || d.Name() == "testdata") {
			return fs.SkipDir
		}
		if filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		return keysIn(t, filepath.ToSlash(path))
	})
	if err != nil {
		t.Fatal(err)
	}
}

func keysIn(t *testing.T, path string) error {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, nil, 0)
	if err != nil {
		return err
	}
	for _, decl := range file.Decls {
		keys := map[string]bool{} // what is called a key in this function
		if f, ok := decl.(*ast.FuncDecl); ok {
			for _, p := range f.Type.Params.List {
				if sel, is := p.Type.(*ast.SelectorExpr); is && sel.Sel.Name == "KeyMsg" {
					for _, name := range p.Names {
						keys[name.Name] = true
					}
				}
			}
		}
		lookedAt(t, set, path, decl, keys)
	}
	return nil
}

func lookedAt(t *testing.T, set *token.FileSet, path string, decl ast.Decl, keys map[string]bool) {
	ast.Inspect(decl, func(n ast.Node) bool {
		if n == nil || listed(n) {
			return false
		}
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok && keys[x.Name] && n.Sel.Name != "Paste" && !keyReaders[path] {
				t.Errorf("%s: %s.%s looks at a key: match it with f.Pressed", set.Position(n.Pos()), x.Name, n.Sel.Name)
			}
		case *ast.BasicLit:
			// An ID is one word; what people read has several.
			if n.Kind == token.STRING && strings.ContainsAny(n.Value, " +") && keyWords.MatchString(n.Value) {
				t.Errorf("%s: %s names a key: ask f.KeyOf", set.Position(n.Pos()), n.Value)
			}
		}
		return true
	})
}
