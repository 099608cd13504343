package script

import (
	"slices"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"example.org/fray/engine"
)

// finish completes the rulebook when its declarations have been read, and finds what
// only the whole of them shows.
func (b *book) finish() {
	b.checkCode()
	if !b.named {
		b.faults = append(b.faults, Fault{File: b.file, Words: `there is no rulebook(id = "…", name = "…", author = "…"): a text begins with it`})
		return
	}
	if len(b.actions) == 0 {
		b.faults = append(b.faults, Fault{File: b.file, Words: "there is no action: declare one with action(id, label, rule)"})
	}
	if len(b.sys.Templates) == 0 {
		b.blankTemplate()
	}
	if tk := &b.sys.Time; tk.Round == "" {
		tk.Round, tk.Unit = "round", "turn"
	}
	b.checkPanel()
	if len(b.sys.Defence) > 0 { // what holds for somebody is seen by everybody
		for _, x := range b.marks {
			b.sys.Defence = append(b.sys.Defence, x.spec.ID)
		}
	}
	b.clock()
	b.between()
	b.ownTerms()
	b.show()
	b.sys.Derives = b.deriving
}

// deriving works out all derived fields of a sheet with one machine, so that they are bounded
// together, and gives what breaks.
func (b *book) deriving(p engine.Page) (err error) {
	m := b.machine(deriveSteps)
	defer func() {
		if x := recover(); x != nil {
			broken, told := x.(error)
			if !told {
				panic(x)
			}
			err = broken
		}
	}()
	s := b.sys.Sheet.Read(p).For(m)
	for _, sp := range b.sys.Sheet.Fields() {
		if sp.IsDerived() {
			sp.Default(s)
		}
	}
	return nil
}

// blankTemplate gives a text that declares no template one: the sheet as it begins.
func (b *book) blankTemplate() {
	t := engine.Template{ID: "blank", Name: "Somebody", Note: "The sheet as it begins.", Side: engine.Heroes}
	for _, sp := range b.sys.Sheet.Fields() {
		if !sp.IsDerived() && !sp.Bookkeeping && !sp.Unmodifiable && sp.Kind != engine.Text {
			t.Page = t.Page.With(sp.ID, sp.Default(engine.Sheet{}))
			break
		}
	}
	if lists := b.sys.Sheet.Lists(); t.Page.IsZero() && len(lists) > 0 {
		t.Page = t.Page.With(lists[0].ID+"/r1/name", engine.ValueOf(lists[0].Label))
	}
	if t.Page.IsZero() {
		b.faults = append(b.faults, Fault{File: b.file, Words: "there is nothing on the sheet: declare a number with group(label).int(id, label, least, most)"})
		return
	}
	b.sys.Templates = append(b.sys.Templates, t)
}

// checkPanel finds what stands on the sheet and is shown nowhere.
func (b *book) checkPanel() {
	if !b.paneled {
		return
	}
	shown := map[string]bool{}
	for _, v := range b.panel {
		switch v := v.(type) {
		case *field:
			shown[v.ID] = true
		case *pool:
			shown[v.Full.ID] = true
		case *track:
			for _, sp := range append(v.boxes, v.count) {
				if sp != nil {
					shown[sp.ID] = true
				}
			}
		case *table:
			shown[v.list.ID] = true
		}
	}
	for _, sp := range b.sys.Sheet.Fields() {
		if _, loss := b.sys.Pool(sp.ID); !loss && !sp.Bookkeeping && !sp.Quiet && !shown[sp.ID] {
			b.faults = append(b.faults, b.panelFault("the panel does not show "+sp.ID+": name it in there"))
		}
	}
	for _, l := range b.sys.Sheet.Lists() {
		if !shown[l.ID] {
			b.faults = append(b.faults, b.panelFault("the panel does not show the table "+l.ID+": name it in there"))
		}
	}
}

func (b *book) panelFault(words string) Fault {
	return b.faultAt(b.panelAt, words)
}

// clock joins the actions with how time is kept.
func (b *book) clock() {
	tk := &b.sys.Time
	if b.time.order != "" {
		a := b.action(b.time.order)
		if a == nil {
			b.faults = append(b.faults, *b.time.at)
			return
		}
		tk.Initiative = a.ID
		a.Mode = engine.Instant
	}
	for _, h := range b.time.hooks {
		a := b.action(h.action)
		if a == nil || a.Mode != engine.ByClock {
			b.faults = append(b.faults, h.at)
			continue
		}
		*map[string]*string{"turn": &tk.Between.Turn, "turn_over": &tk.Between.TurnOver, "down": &tk.Between.Down, "scene": &tk.Between.Scene}[h.word] = a.ID
	}
	for _, a := range b.actions {
		if a.by == "reaction" {
			if a.Purpose == engine.ForOther {
				a.Purpose = engine.ForDefence
			}
			if tk.Defence == "" && a.takes == 0 {
				tk.Defence = a.ID
			} else {
				a.Mode = engine.Instant
			}
		}
	}
	for _, a := range b.rests {
		a.Mode = engine.Instant
	}
}

// ownTerms checks that what the terms name is there.
func (b *book) ownTerms() {
	for _, t := range b.terms {
		for word, id := range map[string]string{"action": t.Action, "otherwise": t.Else} {
			if id != "" && b.action(id) == nil {
				b.faults = append(b.faults, t.at[word])
			}
		}
		if t.Condition != "" && !slices.ContainsFunc(b.sys.Conditions, func(x engine.Condition) bool { return x.ID == t.Condition }) {
			b.faults = append(b.faults, t.at["condition"])
		}
		b.sys.Terms = append(b.sys.Terms, t.Term)
	}
}

// look goes through the text before it is changed: which functions read r.situation,
// and which call which.
func (b *book) look(f *syntax.File) {
	b.uses, b.callsOf, b.own = map[string]bool{}, map[string][]string{}, map[string]map[string]bool{}
	b.spans = map[string][2]int{}
	for _, s := range f.Stmts {
		name, params := "", []syntax.Expr(nil)
		if def, ok := s.(*syntax.DefStmt); ok {
			name, params = def.Name.Name, def.Params
			from, to := def.Span()
			b.spans[name] = [2]int{int(from.Line), int(to.Line)}
		}
		first := ""
		if len(params) > 0 {
			if id, ok := params[0].(*syntax.Ident); ok {
				first = id.Name
			}
		}
		syntax.Walk(s, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.DotExpr:
				if x, ok := n.X.(*syntax.Ident); ok {
					b.dots = append(b.dots, dot{n, x.Name, name, x.Name == first})
				}
				if n.Name.Name == "situation" {
					b.uses[name] = true
				}
			case *syntax.Ident:
				b.callsOf[name] = append(b.callsOf[name], n.Name)
			case *syntax.CallExpr:
				if d, ok := n.Fn.(*syntax.DotExpr); ok {
					if x, ok := d.X.(*syntax.Ident); ok {
						b.asks = append(b.asks, asked{n, d.Name.Name, name, x.Name == first})
					}
				}
			}
			return true
		})
		if a, ok := s.(*syntax.AssignStmt); ok {
			if id, ok := a.LHS.(*syntax.Ident); ok {
				b.tops = append(b.tops, id.Name)
			}
		}
		if name != "" {
			b.tops = append(b.tops, name)
			b.locals(name, s)
		}
	}
}

// dot is a word that is read of a name: strength.of.
type dot struct {
	expr    *syntax.DotExpr
	of      string // the name
	inside  string // the function it stands in
	isFirst bool   // the name is that of the function's first parameter
}

// asked is a call of a word of a name: r.sum(…).
type asked struct {
	call    *syntax.CallExpr
	word    string
	inside  string // the function it stands in
	isFirst bool
}

// locals keeps the names that a function uses for its own.
func (b *book) locals(fn string, s syntax.Stmt) {
	own := map[string]bool{}
	var bind func(x syntax.Expr)
	bind = func(x syntax.Expr) {
		switch x := x.(type) {
		case *syntax.Ident:
			own[x.Name] = true
		case *syntax.BinaryExpr:
			bind(x.X)
		case *syntax.UnaryExpr:
			if x.X != nil {
				bind(x.X)
			}
		case *syntax.TupleExpr:
			for _, y := range x.List {
				bind(y)
			}
		case *syntax.ParenExpr:
			bind(x.X)
		}
	}
	syntax.Walk(s, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.DefStmt:
			for _, p := range n.Params {
				bind(p)
			}
		case *syntax.LambdaExpr:
			for _, p := range n.Params {
				bind(p)
			}
		case *syntax.AssignStmt:
			bind(n.LHS)
		case *syntax.ForStmt:
			bind(n.Vars)
		case *syntax.ForClause:
			bind(n.Vars)
		}
		return true
	})
	b.own[fn] = own
}

// findSituation finds out whether the rule of an action reads r.situation, by itself or
// in a function that it calls.
func (b *book) findSituation(a *action) {
	seen, queue := map[string]bool{}, []string{a.rule.Name()}
	for len(queue) > 0 {
		name := queue[0]
		queue = queue[1:]
		if seen[name] {
			continue
		}
		seen[name] = true
		if b.uses[name] {
			a.situation = true
			return
		}
		for _, called := range b.callsOf[name] {
			if _, fn := b.globals[called].(*starlark.Function); fn {
				queue = append(queue, called)
			}
		}
	}
	a.situation = a.rule.Name() == "lambda" && b.uses[""]
}

// source is the text of a function, and of those that it calls.
func (b *book) source(name string) string {
	var out strings.Builder
	for _, fn := range b.reached(name) {
		span := b.spans[fn]
		out.WriteString(strings.Join(b.lines[span[0]-1:min(span[1], len(b.lines))], "\n"))
	}
	return out.String()
}

// reached are the functions that one calls, itself included.
func (b *book) reached(name string) []string {
	var out []string
	queue := []string{name}
	for len(queue) > 0 {
		fn := queue[0]
		queue = queue[1:]
		if _, known := b.spans[fn]; known && !slices.Contains(out, fn) {
			out = append(out, fn)
			queue = append(queue, b.callsOf[fn]...)
		}
	}
	return out
}

// endsInTotal reports whether a rule, or what it calls, may end in a total.
func (b *book) endsInTotal(rule string) bool {
	within := b.reached(rule)
	return len(within) == 0 || slices.ContainsFunc(b.asks, func(x asked) bool { // a lambda has no text of its own
		return slices.Contains([]string{"success", "failure", "done"}, x.word) && slices.Contains(within, x.inside) && x.names("total")
	})
}

// names reports whether a call has an argument of a name.
func (x asked) names(arg string) bool {
	return slices.ContainsFunc(x.call.Args, func(a syntax.Expr) bool {
		named, ok := a.(*syntax.BinaryExpr)
		return ok && named.Op == syntax.EQ && named.X.(*syntax.Ident).Name == arg
	})
}

// onlyTotals reports whether a rule ends in no other way than with a total that is
// measured against nothing.
func (b *book) onlyTotals(rule string) bool {
	any := false
	for _, x := range b.asks {
		if !x.isFirst || x.inside != rule {
			continue
		}
		switch x.word {
		case "failure", "done":
			return false
		case "success":
			if x.names("target") || !x.names("total") {
				return false
			}
			any = true
		}
	}
	return any
}

// checkCode finds in the rules what would only come up when they run: words that r or a
// field does not have, questions without an id, actions that are not there.
func (b *book) checkCode() {
	rules := map[string]bool{}
	for _, a := range b.actions {
		if a.rule != nil {
			rules[a.rule.Name()] = true
			b.findSituation(a)
			a.totals = b.onlyTotals(a.rule.Name())
			a.Result.NoTotal = !b.endsInTotal(a.rule.Name())
			a.Source = b.source(a.rule.Name())
			a.Line = int(a.rule.Position().Line)
		}
	}
	for _, d := range b.dots {
		name := d.expr.Name.Name
		if d.isFirst && (d.of == "r" || rules[d.inside]) {
			if rollWords.find(name) == nil {
				b.failAt(d.expr.Name.NamePos, "r has no .%s%s", name, meant(name, rollWords.names()))
			}
			continue
		}
		if d.inside != "" && b.own[d.inside][d.of] {
			continue // a name of the function's own
		}
		v, known := b.globals[d.of].(starlark.HasAttrs)
		if !known {
			continue
		}
		switch v.(type) {
		case *starlark.List, *starlark.Dict, starlark.String:
			continue
		}
		if !slices.Contains(v.AttrNames(), name) {
			b.failAt(d.expr.Name.NamePos, "%s has no .%s%s", typeWords(v), name, meant(name, v.AttrNames()))
		}
	}
	for _, x := range b.asks {
		if x.isFirst {
			b.checkAsk(x)
		}
	}
}

// checkAsk looks at the arguments of a word of r.
func (b *book) checkAsk(x asked) {
	w := rollWords.find(x.word)
	if w == nil || w.value {
		return
	}
	given := map[string]syntax.Expr{}
	for i, arg := range x.call.Args {
		if named, ok := arg.(*syntax.BinaryExpr); ok && named.Op == syntax.EQ {
			id := named.X.(*syntax.Ident)
			if w.param(id.Name) < 0 && !w.rest {
				var names []string
				for _, p := range w.params {
					names = append(names, p.name)
				}
				b.failAt(id.NamePos, "r.%s has no argument %s%s", w.name, quoted(id.Name), meant(id.Name, names))
			}
			given[id.Name] = named.Y
		} else if i < len(w.params) {
			given[w.params[i].name] = arg
		} else {
			b.failAt(syntax.Start(arg), "r.%s takes %d arguments: %s", w.name, len(w.params), w.signature())
		}
	}
	for _, p := range w.params {
		if given[p.name] == nil && !p.optional {
			b.failAt(syntax.Start(x.call), "%s is missing: r.%s", p.name, w.signature())
		}
	}
	text := func(name string) (string, syntax.Position, bool) {
		l, ok := given[name].(*syntax.Literal)
		if !ok {
			return "", syntax.Position{}, false
		}
		s, ok := l.Value.(string)
		return s, l.TokenPos, ok
	}
	if id, at, ok := text("id"); ok && !askForm.MatchString(id) {
		b.failAt(at, "%s", notAnID(id))
	}
	if dice, at, ok := text("dice"); ok {
		c := &call{m: &machine{book: b}, word: w, args: make([]starlark.Value, len(w.params))}
		c.args[w.param("dice")] = starlark.String(dice)
		if d := c.diceOf("dice"); d == nil && len(c.wrong) > 0 {
			b.failAt(at, "%s", c.wrong[0].words)
		}
	}
	if id, at, ok := text("action"); ok && b.action(id) == nil {
		b.failAt(at, "there is no action %s%s", quoted(id), meant(id, b.actionIDs()))
	}
	if story, at, ok := text("words"); ok && w.name == "story" {
		for _, part := range strings.Split(story, "{")[1:] {
			if name, _, closed := strings.Cut(part, "}"); !closed || !slices.Contains([]string{"actor", "target", "at", "other"}, name) && !strings.HasPrefix(name, "dice ") {
				b.failAt(at, "a story knows {actor}, {target}, {at} and {dice ID}: not {%s", part[:min(len(part), 20)])
			}
		}
	}
}

// declaredNames are the names that stand at the top of the text.
func (b *book) declaredNames() map[string]bool {
	out := map[string]bool{}
	for _, name := range b.tops {
		out[name] = true
	}
	return out
}
