package enginetest_test

import (
	"go/ast"
	"go/importer"
	"go/token"
	"go/types"
	"path"
	"strings"
)

// rulebooks reports what could make a rule come to another result when it is
// run again from its first line: goroutines, floats, the order of maps, state
// of a package.
func (c *sourceTree) rulebooks() []violation {
	imp := &sourceImporter{code: c, std: importer.ForCompiler(c.fset, "source", nil), done: map[string]*types.Package{}}
	var found []violation
	seen := map[string]bool{}
	for _, f := range c.files {
		if seen[f.dir] || f.test {
			continue
		}
		seen[f.dir] = true
		switch {
		case f.dir == "engine/systems":
			found = append(found, c.exports(f.dir, "All")...)
		case isRulebook(f.dir):
			if path.Dir(f.dir) == "engine" && !matches("engine/dice engine/kit", f.dir) { // which others use, too
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
				found = append(found, (&ruleChecker{code: c, info: info}).read(g.ast)...)
			}
		}
	}
	return found
}

// isRulebook reports whether dir holds a rulebook or a part of one.
func isRulebook(dir string) bool {
	return strings.HasPrefix(dir, "engine/") && !matches("engine/enginetest/... engine/systems/... engine/plays engine/script engine/books engine/internal/...", dir)
}

// in returns the files of a package, its tests left out.
func (c *sourceTree) in(dir string) []*sourceFile {
	var files []*sourceFile
	for _, f := range c.files {
		if f.dir == dir && !f.test {
			files = append(files, f)
		}
	}
	return files
}

// exports reports exported names of a package other than only, and a package
// that does not export it.
func (c *sourceTree) exports(dir, only string) []violation {
	var found []violation
	files := c.in(dir)
	there := false
	for _, f := range files {
		for _, id := range declaredNames(f.ast) {
			switch {
			case id.Name == only:
				there = true
			case id.IsExported():
				found = append(found, c.violation(id, "write it in lower case; tests can be inside the package", "%s exports %s and may export %s alone", dir, id.Name, only))
			}
		}
	}
	if !there {
		found = append(found, c.violation(files[0].ast, "declare it", "%s doesn't export %s", dir, only))
	}
	return found
}

// declaredNames returns the names declared at package level.
func declaredNames(f *ast.File) []*ast.Ident {
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

// sourceImporter type-checks our packages from the files already read and the
// standard library from its source. It ignores type errors, which the compiler
// reports.
type sourceImporter struct {
	code *sourceTree
	std  types.Importer
	done map[string]*types.Package
}

// Import implements types.Importer.
func (i *sourceImporter) Import(name string) (*types.Package, error) {
	if pkg := i.done[name]; pkg != nil {
		return pkg, nil
	}
	var pkg *types.Package
	if dir, ours := strings.CutPrefix(name, modulePath+"/"); ours {
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

func (i *sourceImporter) check(dir string, info *types.Info) *types.Package {
	var files []*ast.File
	for _, f := range i.code.in(dir) {
		files = append(files, f.ast)
	}
	conf := types.Config{Importer: i, IgnoreFuncBodies: info == nil, Error: func(error) {}}
	pkg, _ := conf.Check(modulePath+"/"+dir, i.code.fset, files, info)
	return pkg
}

// ruleChecker checks one file of a rulebook.
type ruleChecker struct {
	code  *sourceTree
	info  *types.Info
	found []violation
	float int // the last line reported for a float, so that each line is reported once
}

func (h *ruleChecker) read(f *ast.File) []violation {
	ast.Inspect(f, func(n ast.Node) bool {
		if e, ok := n.(ast.Expr); ok {
			h.floats(e)
		}
		switch n := n.(type) {
		case *ast.GoStmt:
			h.report(n, "a rule is one procedure in the book's order", "go statement in a rulebook")
		case *ast.DeferStmt:
			h.report(n, "a rule that is abandoned must leave nothing to clean up", "defer in a rulebook")
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

// report adds a violation.
func (h *ruleChecker) report(at ast.Node, fix, rule string, args ...any) {
	h.found = append(h.found, h.code.violation(at, fix, rule, args...))
}

func (h *ruleChecker) call(n *ast.CallExpr) {
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
		h.report(n, "engine.Run recovers; let it fail loudly", "recover in a rulebook")
	case "delete", "clear", "copy":
		if len(n.Args) > 0 {
			h.writes(n.Args[0])
		}
	}
}

func (h *ruleChecker) ranges(n *ast.RangeStmt) {
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
			h.report(n, fix, "ranging over a map in a rulebook")
			return
		}
	}
	// The iterators of package maps go in the order of the map, which is random.
	if call, ok := ast.Unparen(n.X).(*ast.CallExpr); ok {
		if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
			if fn := h.info.Uses[sel.Sel]; fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "maps" {
				h.report(n, fix, "ranging over maps.%s in a rulebook", fn.Name())
			}
		}
	}
}

// writes reports assignments to variables of a package, whole or in part.
func (h *ruleChecker) writes(targets ...ast.Expr) {
	for _, e := range targets {
		v, ok := h.root(e).(*types.Var)
		if ok && v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
			h.report(e, "keep it on the sheet or in a local variable: a rule runs many times", "writing package variable %s in a rulebook", v.Name())
		}
	}
}

// root returns the variable of which e is a part.
func (h *ruleChecker) root(e ast.Expr) types.Object {
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

// floats reports expressions of a float type, named or inferred. An untyped
// constant that becomes a whole number is allowed.
func (h *ruleChecker) floats(e ast.Expr) {
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
		h.report(e, "count in whole numbers or in thousandths (engine.Milli)", "%s in a rulebook", basic.Name())
	}
}
