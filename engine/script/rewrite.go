package script

import (
	"go.starlark.net/syntax"
)

// rewriter changes the parsed tree so that whatever can grow, or can take longer than
// one step, is a call of a guard: see guards.go. The names of the guards are no names
// that an author can write.
type rewriter struct {
	b *book
}

// Names of guards, besides the operators, which are called as they are written.
const (
	guardMethod = ".method" // x.join: a method of a string, a list or a dict
	guardIndex  = "[]"      // x[i]
	guardPut    = "[]="     // x[i] = v
	guardPutOp  = "[]op="   // x[i] += v
	guardSlice  = "[:]"     // x[i:j]
	guardKey    = "{}"      // a key of a dict
	guardWords  = "%words"  // "…" % x where the words may not be needed
)

// libraryMethods are the names of the methods of strings, lists and dicts. A guard
// stands before each of them, whatever they are called on.
var libraryMethods = map[string]bool{}

func init() {
	for _, name := range []string{
		"capitalize", "codepoint_ords", "codepoints", "count", "elem_ords", "elems", "endswith", "find", "format", "index", "isalnum",
		"isalpha", "isdigit", "islower", "isspace", "istitle", "isupper", "join", "lower", "lstrip", "partition", "removeprefix",
		"removesuffix", "replace", "rfind", "rindex", "rpartition", "rsplit", "rstrip", "split", "splitlines", "startswith", "strip",
		"title", "upper", "append", "clear", "extend", "insert", "pop", "remove", "get", "items", "keys", "popitem", "setdefault",
		"update", "values",
	} {
		libraryMethods[name] = true
	}
}

func (w *rewriter) stmts(list []syntax.Stmt) {
	for i := range list {
		list[i] = w.stmt(list[i])
	}
}

func (w *rewriter) stmt(s syntax.Stmt) syntax.Stmt {
	switch s := s.(type) {
	case *syntax.AssignStmt:
		return w.assign(s)
	case *syntax.DefStmt:
		w.params(s.Params)
		w.stmts(s.Body)
	case *syntax.ExprStmt:
		s.X = w.expr(s.X)
	case *syntax.ForStmt:
		w.target(s.Vars)
		s.X = w.expr(s.X)
		w.stmts(s.Body)
	case *syntax.IfStmt:
		s.Cond = w.expr(s.Cond)
		w.stmts(s.True)
		w.stmts(s.False)
	case *syntax.ReturnStmt:
		if s.Result != nil {
			s.Result = w.expr(s.Result)
		}
	}
	return s
}

// assign rewrites x[i] = v and x += v, of which the first has no expression of its own.
func (w *rewriter) assign(s *syntax.AssignStmt) syntax.Stmt {
	s.RHS = w.expr(s.RHS)
	lhs := s.LHS
	for {
		p, ok := lhs.(*syntax.ParenExpr)
		if !ok {
			break
		}
		lhs = p.X
	}
	op := s.Op
	if op != syntax.EQ {
		op += syntax.PLUS - syntax.PLUS_EQ
	}
	switch x := lhs.(type) {
	case *syntax.IndexExpr:
		x.X, x.Y = w.expr(x.X), w.expr(x.Y)
		if s.Op == syntax.EQ {
			return &syntax.ExprStmt{X: guarded(guardPut, x.Lbrack, x.X, x.Y, s.RHS)}
		}
		name := &syntax.Literal{Token: syntax.STRING, TokenPos: s.OpPos, Raw: `""`, Value: op.String()}
		return &syntax.ExprStmt{X: guarded(guardPutOp, s.OpPos, x.X, x.Y, name, s.RHS)}
	case *syntax.Ident:
		if s.Op != syntax.EQ {
			s.Op, s.RHS = syntax.EQ, w.binary(&syntax.BinaryExpr{X: &syntax.Ident{NamePos: x.NamePos, Name: x.Name}, OpPos: s.OpPos, Op: op, Y: s.RHS})
		}
	case *syntax.DotExpr:
		w.b.failAt(x.Dot, "nothing can be written so: write a field with r.set(sheet, field, value)")
	default:
		w.target(lhs)
	}
	return s
}

// target checks what a loop or a tuple is assigned to: names.
func (w *rewriter) target(x syntax.Expr) {
	switch x := x.(type) {
	case *syntax.ParenExpr:
		w.target(x.X)
	case *syntax.TupleExpr:
		for _, y := range x.List {
			w.target(y)
		}
	case *syntax.ListExpr:
		for _, y := range x.List {
			w.target(y)
		}
	case *syntax.IndexExpr:
		w.b.failAt(x.Lbrack, "one place at a time: write x[i] = value in a line of its own")
	case *syntax.DotExpr:
		w.b.failAt(x.Dot, "nothing can be written so: write a field with r.set(sheet, field, value)")
	}
}

// params rewrites the defaults of parameters.
func (w *rewriter) params(list []syntax.Expr) {
	for _, p := range list {
		if x, ok := p.(*syntax.BinaryExpr); ok {
			x.Y = w.expr(x.Y)
		}
	}
}

func (w *rewriter) exprs(list []syntax.Expr) {
	for i := range list {
		list[i] = w.expr(list[i])
	}
}

func (w *rewriter) expr(x syntax.Expr) syntax.Expr {
	switch x := x.(type) {
	case *syntax.ParenExpr:
		x.X = w.expr(x.X)
	case *syntax.BinaryExpr:
		x.X, x.Y = w.expr(x.X), w.expr(x.Y)
		return w.binary(x)
	case *syntax.UnaryExpr:
		if x.X != nil {
			x.X = w.expr(x.X)
		}
	case *syntax.CallExpr:
		return w.call(x)
	case *syntax.DotExpr:
		x.X = w.expr(x.X)
		if libraryMethods[x.Name.Name] {
			name := &syntax.Literal{Token: syntax.STRING, TokenPos: x.Name.NamePos, Raw: `""`, Value: x.Name.Name}
			return guarded(guardMethod, x.Dot, x.X, name)
		}
	case *syntax.IndexExpr:
		x.X, x.Y = w.expr(x.X), w.expr(x.Y)
		if !isScalar(x.Y) {
			return guarded(guardIndex, x.Lbrack, x.X, x.Y)
		}
	case *syntax.SliceExpr:
		args := []syntax.Expr{w.expr(x.X)}
		for _, y := range []syntax.Expr{x.Lo, x.Hi, x.Step} {
			if y == nil {
				y = &syntax.Ident{NamePos: x.Lbrack, Name: "None"}
			} else {
				y = w.expr(y)
			}
			args = append(args, y)
		}
		return guarded(guardSlice, x.Lbrack, args...)
	case *syntax.CondExpr:
		x.Cond, x.True, x.False = w.expr(x.Cond), w.expr(x.True), w.expr(x.False)
	case *syntax.TupleExpr:
		w.exprs(x.List)
	case *syntax.ListExpr:
		w.exprs(x.List)
	case *syntax.DictExpr:
		for _, e := range x.List {
			w.entry(e.(*syntax.DictEntry))
		}
	case *syntax.Comprehension:
		w.comprehension(x)
	case *syntax.LambdaExpr:
		w.params(x.Params)
		x.Body = w.expr(x.Body)
	}
	return x
}

func (w *rewriter) entry(e *syntax.DictEntry) {
	e.Key, e.Value = w.expr(e.Key), w.expr(e.Value)
	if !isScalar(e.Key) {
		e.Key = guarded(guardKey, e.Colon, e.Key)
	}
}

func (w *rewriter) comprehension(x *syntax.Comprehension) {
	for _, c := range x.Clauses {
		switch c := c.(type) {
		case *syntax.ForClause:
			w.target(c.Vars)
			c.X = w.expr(c.X)
		case *syntax.IfClause:
			c.Cond = w.expr(c.Cond)
		}
	}
	if e, ok := x.Body.(*syntax.DictEntry); ok {
		w.entry(e)
		return
	}
	x.Body = w.expr(x.Body)
}

// saying are the words of a roll whose texts nobody reads while odds are counted.
var saying = map[string]bool{"note": true, "story": true, "aim": true, "beside": true}

func (w *rewriter) call(x *syntax.CallExpr) syntax.Expr {
	fn, method := x.Fn.(*syntax.DotExpr)
	x.Fn = w.expr(x.Fn)
	for i, arg := range x.Args {
		switch a := arg.(type) {
		case *syntax.UnaryExpr:
			if a.Op == syntax.STAR || a.Op == syntax.STARSTAR {
				w.b.failAt(a.OpPos, "write the arguments out: * and ** are not used in calls")
				continue
			}
		case *syntax.BinaryExpr:
			if a.Op == syntax.EQ { // name = value
				if x, ok := a.Y.(*syntax.BinaryExpr); ok && method && x.Op == syntax.PERCENT && a.X.(*syntax.Ident).Name == "stakes" {
					a.Y = guarded(guardWords, x.OpPos, w.expr(x.X), w.expr(x.Y))
					continue
				}
				a.Y = w.expr(a.Y)
				continue
			}
			if method && a.Op == syntax.PERCENT && saying[fn.Name.Name] {
				x.Args[i] = guarded(guardWords, a.OpPos, w.expr(a.X), w.expr(a.Y))
				continue
			}
		}
		x.Args[i] = w.expr(arg)
	}
	w.b.calls[x.Lparen] = x
	return x
}

// binary puts a guard in the place of an operator whose result can grow, or that may
// look at more than two numbers.
func (w *rewriter) binary(x *syntax.BinaryExpr) syntax.Expr {
	switch x.Op {
	case syntax.SLASH:
		w.b.failAt(x.OpPos, "there are no floats: // divides whole numbers and rounds down")
		return x
	case syntax.PLUS: // with a small number written out it is a sum, which grows by little
		if isSmall(x.X) || isSmall(x.Y) {
			return x
		}
	case syntax.EQL, syntax.NEQ, syntax.LT, syntax.GT, syntax.LE, syntax.GE:
		if isScalar(x.X) || isScalar(x.Y) {
			return x
		}
	case syntax.STAR, syntax.PERCENT, syntax.LTLT, syntax.PIPE, syntax.IN, syntax.NOT_IN:
	default:
		return x
	}
	return guarded(x.Op.String(), x.OpPos, x.X, x.Y)
}

// isScalar reports whether an expression is a number or a text that is written out.
func isScalar(x syntax.Expr) bool {
	switch x := x.(type) {
	case *syntax.Literal:
		return true
	case *syntax.UnaryExpr:
		return x.Op == syntax.MINUS && isScalar(x.X)
	case *syntax.ParenExpr:
		return isScalar(x.X)
	case *syntax.Ident:
		return x.Name == "None" || x.Name == "True" || x.Name == "False"
	}
	return false
}

// isSmall reports whether an expression is a number that is written out.
func isSmall(x syntax.Expr) bool {
	l, ok := x.(*syntax.Literal)
	return ok && l.Token == syntax.INT
}

// guarded calls a guard. It stands where the operator stood, so that what goes wrong is
// told of that place.
func guarded(name string, at syntax.Position, args ...syntax.Expr) syntax.Expr {
	return &syntax.CallExpr{Fn: &syntax.Ident{NamePos: at, Name: name}, Lparen: at, Args: args, Rparen: at}
}
