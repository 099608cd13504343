package enginetest_test

import (
	"go/ast"
	"go/importer"
	"go/token"
	"go/types"
	"path"
	"strings"
)

// rulebooks holds rules to what makes running them again, from the first line
// and in any order, come to the same result.
func (c *houseCode) rulebooks() []houseBreach {
	imp := &houseImporter{code: c, std: importer.ForCompiler(c.fset, "source", nil), done: map[string]*types.Package{}}
	var found []houseBreach
	seen := map[string]bool{}
	for _, f := range c.files {
		if seen[f.dir] || f.test {
			continue
		}
		seen[f.dir] = true
		switch {
		case f.dir == "engine/systems":
			found = append(found, c.exports(f.dir, "All")...)
		case houseIsRulebook(f.dir):
			if path.Dir(f.dir) == "engine" {
				found = append(found, c.exports(f.dir, "System")...)
			}
			info := &types.Info{
				Types:      map[ast.Expr]types.TypeAndValue{},
				Defs:       map[*ast.Ident]types.Object{},
				Uses:       map[*ast.Ident]types.Object{},
				Selections: map[*ast.SelectorExpr]*types.Selection{},
			}
			imp.check(f.dir, info)
			for _, g := range c.in(f.dir) {
				found = append(found, (&houseRules{code: c, info: info}).read(g.ast)...)
			}
		}
	}
	return found
}

func houseIsRulebook(dir string) bool {
	return strings.HasPrefix(dir, "engine/") && !houseFits("engine/enginetest/... engine/systems/... engine/playfile engine/internal/...", dir)
}

// in returns the files of a package without its tests.
func (c *houseCode) in(dir string) []*houseFile {
	var files []*houseFile
	for _, f := range c.files {
		if f.dir == dir && !f.test {
			files = append(files, f)
		}
	}
	return files
}

// exports wants exactly one exported name at package level.
func (c *houseCode) exports(dir, only string) []houseBreach {
	var found []houseBreach
	files := c.in(dir)
	there := false
	for _, f := range files {
		for _, id := range houseDeclared(f.ast) {
			switch {
			case id.Name == only:
				there = true
			case id.IsExported():
				found = append(found, c.breach(id, "write it small; tests can live inside the package", "%s exports %s and may export %s alone", dir, id.Name, only))
			}
		}
	}
	if !there {
		found = append(found, c.breach(files[0].ast, "declare it", "%s doesn't export %s", dir, only))
	}
	return found
}

// houseDeclared returns the names declared at package level.
func houseDeclared(f *ast.File) []*ast.Ident {
	var ids []*ast.Ident
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				ids = append(ids, d.Name)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					ids = append(ids, s.Name)
				case *ast.ValueSpec:
					ids = append(ids, s.Names...)
				}
			}
		}
	}
	return ids
}

// houseImporter type-checks our packages from the files already read and the
// standard library from its source. Errors are the compiler's to report.
type houseImporter struct {
	code *houseCode
	std  types.Importer
	done map[string]*types.Package
}

// Import implements types.Importer.
func (i *houseImporter) Import(name string) (*types.Package, error) {
	if pkg := i.done[name]; pkg != nil {
		return pkg, nil
	}
	var pkg *types.Package
	if dir, ours := strings.CutPrefix(name, houseModule+"/"); ours {
		pkg = i.check(dir, nil)
	} else {
		pkg, _ = i.std.Import(name)
	}
	if pkg == nil {
		pkg = types.NewPackage(name, path.Base(name))
		pkg.MarkComplete()
	}
	i.done[name] = pkg
	return pkg, nil
}

func (i *houseImporter) check(dir string, info *types.Info) *types.Package {
	var files []*ast.File
	for _, f := range i.code.in(dir) {
		files = append(files, f.ast)
	}
	conf := types.Config{Importer: i, IgnoreFuncBodies: info == nil, Error: func(error) {}}
	pkg, _ := conf.Check(houseModule+"/"+dir, i.code.fset, files, info)
	return pkg
}

// houseRules reads one file of a rulebook.
type houseRules struct {
	code  *houseCode
	info  *types.Info
	found []houseBreach
	float int // the last line blamed for a float: one complaint a line
}

func (h *houseRules) read(f *ast.File) []houseBreach {
	ast.Inspect(f, func(n ast.Node) bool {
		if e, ok := n.(ast.Expr); ok {
			h.floats(e)
		}
		switch n := n.(type) {
		case *ast.GoStmt:
			h.blame(n, "a rule is one procedure in the book's order", "go statement in a rulebook")
		case *ast.DeferStmt:
			h.blame(n, "an abandoned rule must leave nothing to tidy up", "defer in a rulebook")
		case *ast.CallExpr:
			h.call(n)
		case *ast.RangeStmt:
			h.ranges(n)
		case *ast.AssignStmt:
			if n.Tok != token.DEFINE {
				h.writes(n.Lhs...)
			}
		case *ast.IncDecStmt:
			h.writes(n.X)
		}
		return true
	})
	return h.found
}

func (h *houseRules) blame(at ast.Node, fix, rule string, args ...any) {
	h.found = append(h.found, h.code.breach(at, fix, rule, args...))
}

func (h *houseRules) call(n *ast.CallExpr) {
	id, ok := ast.Unparen(n.Fun).(*ast.Ident)
	if !ok {
		return
	}
	builtin, ok := h.info.Uses[id].(*types.Builtin)
	if !ok {
		return
	}
	switch builtin.Name() {
	case "recover":
		h.blame(n, "engine.Run recovers; let it fail loudly", "recover in a rulebook")
	case "delete", "clear", "copy":
		if len(n.Args) > 0 {
			h.writes(n.Args[0])
		}
	}
}

func (h *houseRules) ranges(n *ast.RangeStmt) {
	if n.Tok == token.ASSIGN {
		for _, e := range []ast.Expr{n.Key, n.Value} {
			if e != nil {
				h.writes(e)
			}
		}
	}
	const fix = "range over a slice in the book's order, or over slices.Sorted(maps.Keys(m))"
	if t := h.info.TypeOf(n.X); t != nil {
		if _, ok := t.Underlying().(*types.Map); ok {
			h.blame(n, fix, "ranging over a map in a rulebook")
			return
		}
	}
	// The iterators of package maps keep the map's order, which is none.
	if call, ok := ast.Unparen(n.X).(*ast.CallExpr); ok {
		if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
			if fn := h.info.Uses[sel.Sel]; fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "maps" {
				h.blame(n, fix, "ranging over maps.%s in a rulebook", fn.Name())
			}
		}
	}
}

// writes blames assignments to variables of a package, whole or in part.
func (h *houseRules) writes(targets ...ast.Expr) {
	for _, e := range targets {
		v, ok := h.root(e).(*types.Var)
		if ok && v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
			h.blame(e, "keep it on the sheet or in a local variable: a rule runs many times", "writing package variable %s in a rulebook", v.Name())
		}
	}
}

// root returns the variable of which e is a part.
func (h *houseRules) root(e ast.Expr) types.Object {
	switch e := e.(type) {
	case *ast.Ident:
		return h.info.Uses[e]
	case *ast.ParenExpr:
		return h.root(e.X)
	case *ast.IndexExpr:
		return h.root(e.X)
	case *ast.SliceExpr:
		return h.root(e.X)
	case *ast.StarExpr:
		return h.root(e.X)
	case *ast.SelectorExpr:
		if h.info.Selections[e] != nil {
			return h.root(e.X) // a field
		}
		return h.info.Uses[e.Sel] // another package's variable
	}
	return nil
}

// floats blames whatever is of a float type, named or inferred; an untyped
// constant that ends up whole is fine.
func (h *houseRules) floats(e ast.Expr) {
	t := h.info.TypeOf(e)
	if t == nil {
		return
	}
	basic, ok := t.Underlying().(*types.Basic)
	if !ok || basic.Info()&(types.IsFloat|types.IsComplex) == 0 || basic.Info()&types.IsUntyped != 0 {
		return
	}
	if line := h.code.fset.Position(e.Pos()).Line; line != h.float {
		h.float = line
		h.blame(e, "count in whole numbers or in thousandths (engine.Milli)", "%s in a rulebook", basic.Name())
	}
}
