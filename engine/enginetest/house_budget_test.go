package enginetest_test

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"
	"unicode"
)

const (
	houseFileLines   = 600
	houseTestLines   = 1000
	houseFuncLines   = 80
	houseUpdateLines = 60 // the root Update, where screens grow
	houseFields      = 15
	houseMethods     = 40 // of one type of the screen
	houseRootFiles   = 15 // of ui itself: what grows beyond is a room
	houseTableLines  = 10 // a shorter literal is no table
)

func (c *houseCode) budgets() []houseBreach {
	var found []houseBreach
	for _, f := range c.files {
		if ast.IsGenerated(f.ast) {
			continue
		}
		tables := c.tables(f.ast)
		most := houseFileLines
		if f.test {
			most = houseTestLines
		}
		file := c.fset.File(f.ast.FileStart)
		if n := file.LineCount() - c.spared(tables, f.ast.FileStart, f.ast.FileEnd); n > most {
			found = append(found, c.breach(f.ast, "split it by the things in it; literal tables don't count", "a file of %d lines, the budget is %d", n, most))
		}
		found = append(found, c.lengths(f, tables)...)
		found = append(found, c.fields(f)...)
	}
	return append(append(found, c.methods()...), c.rootFiles()...)
}

// methods counts those of each type of the screen, tests aside: the largest
// programs of this kind grew one model that everything hung on.
func (c *houseCode) methods() []houseBreach {
	var found []houseBreach
	count := map[string]int{}
	for _, f := range c.files {
		for _, d := range f.ast.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Recv == nil || f.test || f.dir != "ui" && !strings.HasPrefix(f.dir, "ui/") {
				continue
			}
			name := f.dir + "." + houseReceiver(fn).Name
			if count[name]++; count[name] == houseMethods+1 {
				found = append(found, c.breach(fn, "part it by what a person does", "%s has more than %d methods", name, houseMethods))
			}
		}
	}
	return found
}

// rootFiles counts the files of ui itself.
func (c *houseCode) rootFiles() []houseBreach {
	n := 0
	for _, f := range c.files {
		if f.dir != "ui" || f.test {
			continue
		}
		if n++; n == houseRootFiles+1 {
			return []houseBreach{c.breach(f.ast, "give it a room below ui", "ui itself has more than %d files", houseRootFiles)}
		}
	}
	return nil
}

// tables are the outermost literals that hold no code: long is fine, they are
// read like a page of the book.
func (c *houseCode) tables(f *ast.File) []ast.Node {
	var found []ast.Node
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CompositeLit:
			if houseHoldsCode(n) {
				return true
			}
		case *ast.BasicLit:
			if n.Kind != token.STRING {
				return false
			}
		default:
			return true
		}
		if c.lines(n.Pos(), n.End()) > houseTableLines {
			found = append(found, n)
		}
		return false
	})
	return found
}

func houseHoldsCode(n ast.Node) bool {
	holds := false
	ast.Inspect(n, func(n ast.Node) bool {
		_, code := n.(*ast.FuncLit)
		holds = holds || code
		return !holds
	})
	return holds
}

// spared counts the lines between from and to that tables take, but for the
// first line of each.
func (c *houseCode) spared(tables []ast.Node, from, to token.Pos) int {
	n := 0
	for _, t := range tables {
		if from <= t.Pos() && t.End() <= to {
			n += c.lines(t.Pos(), t.End()) - 1
		}
	}
	return n
}

func (c *houseCode) lines(from, to token.Pos) int {
	return c.fset.Position(to).Line - c.fset.Position(from).Line + 1
}

// lengths measures declared functions, and literal ones that stand outside any.
func (c *houseCode) lengths(f *houseFile, tables []ast.Node) []houseBreach {
	var found []houseBreach
	ast.Inspect(f.ast, func(n ast.Node) bool {
		most, name := houseFuncLines, "a function literal"
		switch n := n.(type) {
		case *ast.FuncDecl:
			name = n.Name.Name
			if name == "Update" && n.Recv != nil && f.dir == "ui" && !f.test {
				most = houseUpdateLines
			}
		case *ast.FuncLit:
		default:
			return true
		}
		if got := c.lines(n.Pos(), n.End()) - c.spared(tables, n.Pos(), n.End()); got > most {
			found = append(found, c.breach(n, "name its steps; literal tables don't count", "%s has %d lines, the budget is %d", name, got, most))
		}
		return false
	})
	return found
}

func (c *houseCode) fields(f *houseFile) []houseBreach {
	var found []houseBreach
	ast.Inspect(f.ast, func(n ast.Node) bool {
		s, ok := n.(*ast.StructType)
		if !ok {
			return true
		}
		if got := s.Fields.NumFields(); got > houseFields {
			found = append(found, c.breach(s, "group the fields that change together", "a struct of %d fields, the budget is %d", got, houseFields))
		}
		return true
	})
	return found
}

// names: a type is called after a thing on the table, not after software.
func (c *houseCode) names() []houseBreach {
	const fix = "say what it is, in the words of the table"
	var found []houseBreach
	for _, f := range c.files {
		if w := houseBanned(strings.TrimSuffix(f.ast.Name.Name, "_test")); w != "" {
			found = append(found, c.breach(f.ast.Name, fix, "package %s is called %s", f.ast.Name.Name, w))
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			if spec, ok := n.(*ast.TypeSpec); ok {
				if w := houseBanned(spec.Name.Name); w != "" {
					found = append(found, c.breach(spec, fix, "type %s is called %s", spec.Name.Name, w))
				}
			}
			return true
		})
	}
	return found
}

// houseBanned returns the first word of a name in camel case that says nothing.
func houseBanned(name string) string {
	banned := strings.Fields("manager handler service helper utils common")
	for _, w := range houseWords(name) {
		if slices.Contains(banned, strings.ToLower(w)) {
			return w
		}
	}
	return ""
}

// houseWords splits SSHHandlerOf into SSH, Handler, Of.
func houseWords(name string) []string {
	var words []string
	runes := []rune(name)
	start := 0
	for i := 1; i < len(runes); i++ {
		after := unicode.IsUpper(runes[i]) && !unicode.IsUpper(runes[i-1])
		before := i+1 < len(runes) && unicode.IsUpper(runes[i]) && unicode.IsLower(runes[i+1])
		if after || before || runes[i] == '_' {
			words = append(words, string(runes[start:i]))
			start = i
		}
	}
	words = append(words, string(runes[start:]))
	for i := range words {
		words[i] = strings.Trim(words[i], "_")
	}
	return words
}
