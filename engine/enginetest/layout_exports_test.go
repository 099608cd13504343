package enginetest_test

import (
	"go/ast"
	"strings"
)

// exported reports exported names without a comment.
func (c *sourceTree) exported() []violation {
	var found []violation
	for _, f := range c.files {
		if !f.test && !strings.HasSuffix(f.ast.Name.Name, "_test") {
			found = append(found, c.undocumented(f.ast)...)
		}
	}
	return found
}

// undocumented reports the exported names of a file that have no comment. A
// comment on a group of constants or variables counts for all of them. Methods
// of an unexported type need none.
func (c *sourceTree) undocumented(f *ast.File) []violation {
	var found []violation
	want := func(id *ast.Ident, comments ...*ast.CommentGroup) {
		for _, words := range comments {
			if words != nil {
				return
			}
		}
		if id.IsExported() {
			found = append(found, c.violation(id, "say what it is for, with units, ranges and errors", "%s is exported and has no comment", id.Name))
		}
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil || receiverType(d).IsExported() {
				want(d.Name, d.Doc)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					want(s.Name, s.Doc, d.Doc)
					if methods, ok := s.Type.(*ast.InterfaceType); ok && s.Name.IsExported() {
						for _, m := range methods.Methods.List {
							for _, id := range m.Names {
								want(id, m.Doc, m.Comment)
							}
						}
					}
				case *ast.ValueSpec:
					for _, id := range s.Names {
						want(id, s.Doc, s.Comment, d.Doc)
					}
				}
			}
		}
	}
	return found
}

// host reports what of ui/serve accepts connections besides its one host.
func (c *sourceTree) host() []violation {
	var found []violation
	for _, f := range c.in("ui/serve") {
		for _, d := range f.ast.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || f.test || !fn.Name.IsExported() || fn.Recv != nil && (!receiverType(fn).IsExported() || receiverType(fn).Name == "Host") {
				continue
			}
			for _, p := range fn.Type.Params.List {
				if x, ok := p.Type.(*ast.SelectorExpr); ok && x.Sel.Name == "Listener" {
					found = append(found, c.violation(fn, "connections of every kind come in through Host", "ui/serve accepts connections with %s", fn.Name.Name))
				}
			}
		}
	}
	return found
}

// receiverType returns the name of the type that a method belongs to.
func receiverType(d *ast.FuncDecl) *ast.Ident {
	t := d.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.Ident:
			return x
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.ParenExpr:
			t = x.X
		}
	}
}
