package enginetest_test

import (
	"go/ast"
	"strings"
)

// exported wants a comment on everything that packages export.
func (c *houseCode) exported() []houseBreach {
	var found []houseBreach
	for _, f := range c.files {
		if !f.test && !strings.HasSuffix(f.ast.Name.Name, "_test") {
			found = append(found, c.undocumented(f.ast)...)
		}
	}
	return found
}

// undocumented looks for what is exported and has no comment. One on a group
// of constants or variables speaks for all of them; methods of a type that is
// not exported are nobody's to read.
func (c *houseCode) undocumented(f *ast.File) []houseBreach {
	var found []houseBreach
	want := func(id *ast.Ident, comments ...*ast.CommentGroup) {
		for _, words := range comments {
			if words != nil {
				return
			}
		}
		if id.IsExported() {
			found = append(found, c.breach(id, "say what it is for, with units, ranges and errors", "%s is exported and has no comment", id.Name))
		}
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil || houseReceiver(d).IsExported() {
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

// houseReceiver is the type that a method belongs to.
func houseReceiver(d *ast.FuncDecl) *ast.Ident {
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
