package script

import (
	"encoding/binary"
	"maps"
	"slices"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// liveness finds out, for each call in a function of the text, which of the function's own names can
// still be read once the call is done. What can't be read any more makes no difference, so that odds
// follow ways as one that differ in nothing else, see [machine.state].
//
// A call is left out where more than names may count: what another call has come to in the same
// statement, and how far a loop has come whose variable doesn't tell it.
type liveness struct {
	top   map[string]bool // the names at the top of the text
	own   map[string]bool // the names of the function
	sites map[syntax.Position]site
	turns []turn // the loops around
	other int    // how many loops around whose variables don't tell how far they have come

	leave, next map[string]bool // what can be read behind break and behind continue
}

// site is a call in a function of the text.
type site struct {
	live  map[string]bool // what can be read behind it
	turns []turn          // the loops around it, from outside
}

// turn is a loop and the variable that tells how far it has come.
type turn struct {
	line int32
	name string
}

// liveness finds out what the functions of a text can still read at their calls.
func (b *book) liveness(f *syntax.File) {
	b.sites = map[syntax.Position]site{}
	top := map[string]bool{}
	for _, s := range f.Stmts {
		switch s := s.(type) {
		case *syntax.DefStmt:
			top[s.Name.Name] = true
		case *syntax.AssignStmt:
			bindings(s.LHS, top)
		}
	}
	for _, s := range f.Stmts {
		def, ok := s.(*syntax.DefStmt)
		if !ok {
			continue
		}
		l := &liveness{top: top, own: map[string]bool{}, sites: b.sites}
		for _, p := range def.Params {
			if named, ok := p.(*syntax.BinaryExpr); ok {
				p = named.X
			}
			bindings(p, l.own)
		}
		for _, s := range def.Body {
			syntax.Walk(s, func(n syntax.Node) bool {
				switch n := n.(type) {
				case *syntax.AssignStmt:
					bindings(n.LHS, l.own)
				case *syntax.ForStmt:
					bindings(n.Vars, l.own)
				case *syntax.ForClause:
					bindings(n.Vars, l.own)
				case *syntax.DefStmt:
					l.own[n.Name.Name] = true
				}
				return true
			})
		}
		l.block(def.Body, nil)
	}
}

// bindings adds the names that an assignment gives values.
func bindings(x syntax.Expr, into map[string]bool) {
	switch x := x.(type) {
	case *syntax.Ident:
		into[x.Name] = true
	case *syntax.ParenExpr:
		bindings(x.X, into)
	case *syntax.UnaryExpr: // *args
		bindings(x.X, into)
	case *syntax.TupleExpr:
		for _, y := range x.List {
			bindings(y, into)
		}
	case *syntax.ListExpr:
		for _, y := range x.List {
			bindings(y, into)
		}
	}
}

// union gives the names of all sets.
func union(sets ...map[string]bool) map[string]bool {
	out := map[string]bool{}
	for _, s := range sets {
		maps.Copy(out, s)
	}
	return out
}

// without gives the names of a set that are not in another.
func without(set, other map[string]bool) map[string]bool {
	out := maps.Clone(set)
	maps.DeleteFunc(out, func(name string, _ bool) bool { return other[name] })
	return out
}

// uses gives the function's own names that stand in a part of the text.
func (l *liveness) uses(n syntax.Node) map[string]bool {
	out := map[string]bool{}
	syntax.Walk(n, func(n syntax.Node) bool {
		if id, ok := n.(*syntax.Ident); ok && l.own[id.Name] {
			out[id.Name] = true
		}
		return true
	})
	return out
}

// block gives what can be read before a block, where out can be read behind it.
func (l *liveness) block(list []syntax.Stmt, out map[string]bool) map[string]bool {
	for i := len(list) - 1; i >= 0; i-- {
		out = l.stmt(list[i], out)
	}
	return out
}

// stmt is block for one statement.
func (l *liveness) stmt(s syntax.Stmt, out map[string]bool) map[string]bool {
	switch s := s.(type) {
	case *syntax.AssignStmt:
		given := map[string]bool{}
		bindings(s.LHS, given)
		read := l.uses(s.RHS)
		if id, single := s.LHS.(*syntax.Ident); !single || s.Op != syntax.EQ || read[id.Name] {
			read = union(read, l.uses(s.LHS)) // x[i] = v, x += v
		}
		live := union(without(out, given), read)
		l.calls(s.RHS, l.calls(s.LHS, false, live), live)
		return live
	case *syntax.ExprStmt:
		live := union(out, l.uses(s.X))
		l.calls(s.X, false, live)
		return live
	case *syntax.ReturnStmt:
		if s.Result == nil {
			return nil
		}
		live := l.uses(s.Result)
		l.calls(s.Result, false, live)
		return live
	case *syntax.IfStmt:
		live := union(l.block(s.True, out), l.block(s.False, out), l.uses(s.Cond))
		l.calls(s.Cond, false, live)
		return live
	case *syntax.ForStmt:
		return l.loop(s, out)
	case *syntax.BranchStmt:
		switch s.Token {
		case syntax.BREAK:
			return l.leave
		case syntax.CONTINUE:
			return l.next
		}
	case *syntax.DefStmt:
		return union(out, l.uses(s))
	}
	return out
}

// loop is stmt for a loop. How far it has come is told by its variable, which then counts in all
// of its body, together with what it goes through.
func (l *liveness) loop(s *syntax.ForStmt, out map[string]bool) map[string]bool {
	vars, given := map[string]bool{}, map[string]bool{}
	bindings(s.Vars, vars)
	for _, x := range s.Body {
		syntax.Walk(x, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.AssignStmt:
				bindings(n.LHS, given)
			case *syntax.ForStmt:
				bindings(n.Vars, given)
			}
			return true
		})
	}
	through := l.uses(s.X)
	told := l.tells(s.X)
	for name := range union(vars, through) {
		told = told && !given[name]
	}
	if !told {
		l.other++
		defer func() { l.other-- }()
	}
	name := ""
	if id, ok := s.Vars.(*syntax.Ident); ok {
		name = id.Name
	}
	leave, next, around := l.leave, l.next, l.turns
	l.turns = append(slices.Clip(around), turn{s.For.Line, name})
	head := out
	for { // what is read in one turn may have been given a value in the turn before
		l.leave, l.next = out, union(head, vars, through)
		more := union(head, without(l.block(s.Body, l.next), vars))
		if len(more) == len(head) {
			break
		}
		head = more
	}
	l.leave, l.next, l.turns = leave, next, around
	live := union(head, through)
	if told {
		l.calls(s.X, false, live)
	}
	return live
}

// tells reports whether the variable of a loop over x tells how far it has come: no value comes twice.
func (l *liveness) tells(x syntax.Expr) bool {
	switch x := x.(type) {
	case *syntax.ParenExpr:
		return l.tells(x.X)
	case *syntax.CallExpr:
		id, ok := x.Fn.(*syntax.Ident)
		return ok && id.Name == "range" && l.plain(x) && !l.calls(x, true, nil)
	case *syntax.TupleExpr:
		return different(x.List)
	case *syntax.ListExpr:
		return different(x.List)
	}
	return false
}

// different reports whether a list consists of numbers and texts that are written out and differ.
func different(list []syntax.Expr) bool {
	seen := map[any]bool{}
	for _, x := range list {
		lit, ok := x.(*syntax.Literal)
		if !ok || seen[lit.Value] {
			return false
		}
		seen[lit.Value] = true
	}
	return true
}

// calls notes what can be read behind the calls in an expression. before says whether a call that
// may come to anything was made earlier in the statement, so that what it came to may count, too; it
// reports whether there is one in x.
func (l *liveness) calls(x syntax.Expr, before bool, live map[string]bool) (any bool) {
	each := func(list ...syntax.Expr) {
		for _, y := range list {
			if y != nil && l.calls(y, before || any, live) {
				any = true
			}
		}
	}
	switch x := x.(type) {
	case *syntax.ParenExpr:
		each(x.X)
	case *syntax.UnaryExpr:
		each(x.X)
	case *syntax.BinaryExpr:
		each(x.X, x.Y)
	case *syntax.DotExpr:
		each(x.X)
	case *syntax.IndexExpr:
		each(x.X, x.Y)
	case *syntax.SliceExpr:
		each(x.X, x.Lo, x.Hi, x.Step)
	case *syntax.CondExpr:
		each(x.Cond, x.True, x.False)
	case *syntax.TupleExpr:
		each(x.List...)
	case *syntax.ListExpr:
		each(x.List...)
	case *syntax.DictExpr:
		for _, e := range x.List {
			each(e.(*syntax.DictEntry).Key, e.(*syntax.DictEntry).Value)
		}
	case *syntax.Comprehension: // how far it has come can't be told
		syntax.Walk(x, func(n syntax.Node) bool {
			if c, ok := n.(*syntax.CallExpr); ok && !l.plain(c) {
				any = true
			}
			return true
		})
	case *syntax.CallExpr:
		each(x.Fn)
		for _, a := range x.Args {
			if named, ok := a.(*syntax.BinaryExpr); ok && named.Op == syntax.EQ {
				a = named.Y
			}
			each(a)
		}
		if l.plain(x) {
			return any
		}
		if !before && l.other == 0 && live != nil {
			l.sites[x.Lparen] = site{live, slices.Clone(l.turns)}
		}
		return true
	}
	return any
}

// The functions and the words that throw nothing and change nothing.
var (
	plainFunctions = map[string]bool{"abs": true, "bool": true, "len": true, "max": true, "min": true, "range": true, "int": true, "str": true}
	plainWords     = map[string]bool{"of": true, "now": true, "lost": true, "full": true, "on": true, "has": true, "boxes": true, "down": true}
)

// plain reports whether a call throws nothing and changes nothing.
func (l *liveness) plain(x *syntax.CallExpr) bool {
	for _, a := range x.Args {
		if named, ok := a.(*syntax.BinaryExpr); ok && named.Op == syntax.EQ {
			return false // key = a function
		}
	}
	switch fn := x.Fn.(type) {
	case *syntax.Ident:
		return plainFunctions[fn.Name] && !l.own[fn.Name] && !l.top[fn.Name]
	case *syntax.DotExpr:
		return plainWords[fn.Name.Name]
	}
	return false
}

// state tells where a rule stands that throws dice, see [engine.MergeKnown]: its place, in each of the
// functions that it is in, and what these can still read. It is false where that can't be told.
func (m *machine) state() (place, state string, ok bool) {
	var rooms [2][400]byte
	where, s := rooms[0][:0], stateKey{key: rooms[1][:0]}
	for depth := m.thread.CallStackDepth() - 1; depth > 0; depth-- {
		frame := m.thread.DebugFrame(depth)
		fn, own := frame.Callable().(*starlark.Function)
		at := frame.Position()
		here, known := m.book.sites[at]
		if !own || !known || fn.NumFreeVars() > 0 {
			return "", "", false
		}
		turns := len(where)
		for _, t := range here.turns {
			where = binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(where, uint32(t.line)), 0)
		}
		where = binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(where, uint32(at.Line)), uint32(at.Col))
		for i := range frame.NumLocals() {
			name, v := frame.Local(i)
			if here.live[name.Name] && !s.add(v) {
				return "", "", false
			}
			for k, t := range here.turns {
				if n, whole := v.(starlark.Int); whole && t.name == name.Name {
					n, _ := n.Int64()
					binary.BigEndian.PutUint32(where[turns+8*k+4:], uint32(n+1<<31))
				}
			}
		}
	}
	return string(where), string(s.key), true
}
