package script

import (
	"sync"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"example.org/fray/engine"
)

// chain is a throw with what is thrown after it, by what it depends on: functions of the
// text know nothing else.
type chain struct {
	fold, then, alike code // then and alike may be none
	id                string
	dice              engine.Dice
	start             string // the key of the reading that it begins with
}

// code is a function of a text by what it depends on, besides its arguments.
type code struct {
	at     syntax.Position
	around string            // the keys of the values that it reads around itself
	fn     starlark.Callable // the function itself, if it is no function of the text or reads anything else
}

func codeOf(v starlark.Callable) code {
	fn, own := v.(*starlark.Function)
	if !own {
		return code{fn: v}
	}
	var around []byte
	for i := range fn.NumFreeVars() {
		_, value := fn.FreeVar(i)
		var err error
		if around, err = appendKey(around, value); err != nil {
			return code{fn: v}
		}
	}
	return code{at: fn.Position(), around: string(around)}
}

// steady reports whether functions of the same code do the same in any count of odds.
func (c code) steady() bool { return c.fn == nil }

func (c chain) steady() bool { return c.fold.steady() && c.then.steady() && c.alike.steady() }

// mostChains is how many chains of throws a count of odds keeps.
const mostChains = 64

// chain makes the chain of throws that begins with first; sum adds up the faces that fall.
// While odds are counted the same one is given again: its ends are then worked out once.
func (m *machine) chain(first engine.Part, fold, then, alike starlark.Callable, start *reading, sum *int) *engine.DiceSequence[*reading] {
	by := chain{codeOf(fold), codeOf(then), codeOf(alike), first.Ask.ID, first.Dice, start.key}
	if known := m.chains[by]; known != nil && m.roll.Silent() {
		return known
	}
	out := &engine.DiceSequence[*reading]{
		Next: func(s *reading) (engine.Part, bool) {
			if s == nil {
				return first, true
			}
			return m.next(then, s)
		},
		Fold: func(s *reading, face int) *reading {
			if s == nil {
				s = start
			}
			return m.readAs(fold, s.value, starlark.MakeInt(face))
		},
		Fell: func(_ *reading, _ engine.Part, face int) { *sum += face },
	}
	if alike != nil {
		out.Same = func(s *reading) *reading { return m.readAs(alike, s.value) }
	}
	if m.roll.Silent() && by.steady() && len(m.chains) < mostChains {
		if m.chains == nil {
			m.chains = map[chain]*engine.DiceSequence[*reading]{}
		}
		m.chains[by] = out
		out.Kept = &keptEnds{m: m, by: by}
	}
	return out
}

// next is what the function then of a text has thrown next; false for nothing.
func (m *machine) next(then starlark.Callable, s *reading) (engine.Part, bool) {
	if then == nil {
		return engine.Part{}, false
	}
	if words := m.asksTooMuch(); words != "" {
		panic(&wrong{m.book.faultAt(codeOf(then).at, words)})
	}
	v := m.within("read", then, s.value)
	if v == starlark.None {
		return engine.Part{}, false
	}
	c := &call{m: m, word: thenWord}
	if pair, ok := v.(starlark.Tuple); ok && len(pair) == 2 {
		c.args = pair
	} else {
		c.bad("", "%s gives the id and the dice of the next throw, such as (\"more\", \"1d6\"), or None: this is %s", then.Name(), typeWords(v))
	}
	if len(c.wrong) == 0 {
		if id, d := c.askID("id"), c.diceOf("dice"); len(c.wrong) == 0 && d.sum == nil {
			return engine.Part{Ask: engine.Ask{ID: id, Words: engine.ThrowWords(id)}, Dice: d.Dice}, d.Count > 0
		}
		c.bad("dice", "dice that follow are of one kind, such as \"3d6\"")
	}
	panic(&wrong{m.book.faultAt(then.(*starlark.Function).Position(), c.wrong[0].words)})
}

// readAs calls a function that reads dice.
func (m *machine) readAs(fold starlark.Callable, args ...starlark.Value) *reading {
	s, err := m.reading(m.within("read", fold, args...))
	if err != nil {
		panic(m.book.explained(err))
	}
	return s
}

// within calls a function that a word of r was given. While odds are counted it is called
// for every state of the dice in a single run: what it takes counts for all runs.
func (m *machine) within(word string, fn starlark.Callable, args ...starlark.Value) starlark.Value {
	was, steps, memory := m.inside, m.thread.Steps, m.memory
	m.inside = word
	v, err := starlark.Call(m.thread, fn, args, nil)
	m.inside = was
	if err != nil {
		panic(m.book.explained(err))
	}
	if m.roll.Silent() {
		took := m.thread.Steps - steps
		m.thread.Steps, m.memory = steps, memory
		m.dice += int(took)
		m.spent(took + stepsOfCall*stepsInOne)
	}
	return v
}

// mostKept is how many ends of chains a rulebook keeps, all in all.
const mostKept = 20_000

// kept are the ends of the chains of throws that were counted last. The functions of a text
// know nothing but their arguments, so a chain has the same ends in every count of odds: a
// form whose difficulty changes need not have its dice read again.
type kept struct {
	mu   sync.Mutex
	of   map[chain]keptChain
	ends int // of all of them
}

type keptChain struct {
	ends  *engine.Ends[*reading]
	steps int // of the engine that reading the dice took
	dice  int // of the interpreter
}

// keptEnds are those of one chain. A count that is given them takes as many steps as one
// that reads the dice, so that it is refused or not whatever was counted before.
type keptEnds struct {
	m     *machine
	by    chain
	began int // the steps of the engine before the first die
	dice  int // those of the interpreter
}

// Ends gives the ends that are kept, nil for none.
func (k *keptEnds) Ends() *engine.Ends[*reading] {
	kept := &k.m.book.kept
	kept.mu.Lock()
	known, ok := kept.of[k.by]
	kept.mu.Unlock()
	if !ok {
		k.began, k.dice = k.m.roll.Spent(), k.m.dice
		return nil
	}
	k.m.dice += known.dice
	k.m.spent(uint64(known.steps) * stepsInOne)
	return known.ends
}

// Keep keeps the ends, and forgets the others if they become too many.
func (k *keptEnds) Keep(ends *engine.Ends[*reading]) {
	kept := &k.m.book.kept
	n := len(ends.States)
	if n > mostKept/4 {
		return
	}
	kept.mu.Lock()
	defer kept.mu.Unlock()
	if kept.of == nil || kept.ends+n > mostKept {
		kept.of, kept.ends = map[chain]keptChain{}, 0
	}
	kept.of[k.by] = keptChain{ends, k.m.roll.Spent() - k.began, k.m.dice - k.dice}
	kept.ends += n
}
