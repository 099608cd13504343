package trip

import "example.org/fray/engine"

// This file holds all that only makes odds cheap. The rules say what is thrown
// and what is kept; here their dice become readings, of which those that come
// to the same are counted once.

// prepared is [prepare], done once: all rolls begin alike, however the dice fall.
func prepared(r *engine.Roll) *attempt {
	return engine.Precompute(r, func() attempt { return *prepare(r) })
}

// hands are the dice of a roll that is thrown once.
type hands struct {
	*counted
	chain engine.DiceSequence[state]
	key   any
}

func (a *attempt) handsOf(die bonusDie) *hands {
	c := a.counted(die, "")
	return &hands{c, c.chain(), a.key(die, false)}
}

// thrown throws one Trip roll: [lines.throw] with the dice of the table.
func (h *hands) thrown(r *engine.Roll) throws {
	s := h.chain.ReadKeyed(r, h.key)
	return h.end(&s)
}

// twice throws a whole Trip roll twice, each time with its bonus die, and keeps
// what the fortune keeps.
func (a *attempt) twice(r *engine.Roll, f fortune, first, second bonusDie) kept {
	c := a.counted(first, "")
	return a.keepOne(r, f, c.chain(), c.end, second)
}

// again throws a second time beside what has fallen.
func (a *attempt) again(r *engine.Roll, f fortune, fallen throws, die bonusDie) kept {
	first := forgotten(fallen, false)
	first.over = true
	chain := engine.DiceSequence[state]{From: first, Next: func(state) (engine.Part, bool) { return engine.Part{}, false }}
	k := a.keepOne(r, f, chain, (*state).remembered, die)
	if k.throws == first.remembered() {
		k.throws = fallen // a state holds no dice that were forgotten
	}
	return k
}

// keepOne throws what chain says, of which end gives what it came to, and then
// a whole Trip roll.
func (a *attempt) keepOne(r *engine.Roll, f fortune, chain engine.DiceSequence[state], end func(*state) throws, die bonusDie) kept {
	again := a.counted(die, f.prefix())
	of := func(s state) throws {
		if s.second {
			return again.end(&s)
		}
		return end(&s)
	}
	over := func(s state) state {
		if s.over {
			return s
		}
		return forgotten(of(s), s.second)
	}
	s, other := engine.Twice[state]{
		First: chain, Second: again.chain(),
		Stands: func(s state) bool { s = over(s); return f.stands(s.omen()) },
		Rank:   func(s state) int { s = over(s); return f.rank(s.failed, int(s.result), s.omen()) },
		Same:   settled, Alone: true,
	}.Read(r, a.key(die, true))
	k := kept{throws: of(s), other: of(other), second: s.second}
	k.stood = !s.second && f.stands(k.omen)
	return k
}

func (a *attempt) counted(die bonusDie, prefix string) *counted {
	return &counted{a.lines, die, prefix}
}

// key tells the dice of a roll from others. They don't go by the difficulty.
func (a *attempt) key(die bonusDie, second bool) any {
	k := thrownKey{a.lines, die, second}
	k.difficulty = difficulty{}
	return k
}

// thrownKey is all that tells one Trip roll from another before its dice.
type thrownKey struct {
	lines
	die    bonusDie
	second bool
}

// hand are the dice of one Trip roll that have fallen: Trip die, Trip die
// again, bonus die, Heroic pair. No die has more than 100 faces.
type hand struct {
	faces  [5]uint8
	fallen int8
}

// dice are read by the rule one after the other. What has not fallen yet reads
// as a 1, which nobody looks at: the first of it is what the roll waits for.
type dice struct {
	hand
	next   int8
	prefix string      // sets the questions of a second throw apart
	waits  engine.Part // without dice: for nothing
}

func (d *dice) one(id, words string, faces int) int {
	if d.next >= d.fallen {
		d.wait(id, words, engine.D(1, faces))
		return 1
	}
	d.next++
	return int(d.faces[d.next-1])
}

func (d *dice) two(id, words string, faces int) (low, high int) {
	if d.next+2 > d.fallen {
		d.wait(id, words, engine.D(2, faces))
		return 1, 1
	}
	d.next += 2
	a, b := int(d.faces[d.next-2]), int(d.faces[d.next-1])
	return min(a, b), max(a, b)
}

func (d *dice) wait(id, words string, dice engine.Dice) {
	if d.waits.Dice.Count == 0 {
		d.waits = engine.Part{Ask: engine.Ask{ID: d.prefix + id, Words: words}, Dice: dice}
	}
}

// state is a Trip roll as far as its dice have fallen. Where the odds have
// forgotten dice, what they came to stands instead, and hand are those since.
// It is small and without gaps, for the odds look up tens of thousands.
type state struct {
	total   int32
	result  int32
	flags   int32 // the omen, and above it a natural 20: no die after them goes by them
	reached bool  // the total and its Degree are known
	over    bool  // so is the result
	second  bool  // the throw that luck or anti-luck added
	failed  bool
	degree  int8
	hand
}

// natural20 stands above all omens.
const natural20 = 4

func (s *state) omen() omen { return omen(s.flags % natural20) }

func forgotten(t throws, second bool) state {
	s := state{reached: true, second: second, failed: t.failed, flags: int32(t.omen),
		degree: int8(t.degree), total: int32(t.total), result: int32(t.result)}
	if t.max {
		s.flags += natural20
	}
	return s
}

// remembered is what stands for the dice that were forgotten.
func (s *state) remembered() throws {
	return throws{omen: s.omen(), failed: s.failed, max: s.flags >= natural20, degree: int(s.degree), total: int(s.total), result: int(s.result)}
}

// counted is a Trip roll whose odds are counted.
type counted struct {
	lines
	die    bonusDie
	prefix string
}

// goOn reads the dice of s as far as they go.
func (c *counted) goOn(s *state, d *dice) throws {
	d.hand, d.prefix = s.hand, c.prefix
	if s.reached {
		return c.heroicRoll(d, s.remembered())
	}
	return c.throw(d, c.die)
}

// end gives what the dice of s came to.
func (c *counted) end(s *state) throws {
	if s.over {
		return s.remembered()
	}
	var d dice
	return c.goOn(s, &d)
}

// chain is the roll, die by die.
func (c *counted) chain() engine.DiceSequence[state] {
	return engine.DiceSequence[state]{
		From: state{second: c.prefix != ""},
		Next: func(s state) (engine.Part, bool) {
			var d dice
			if !s.over {
				c.goOn(&s, &d)
			}
			return d.waits, d.waits.Dice.Count > 0
		},
		Fold: func(s state, v int) state {
			s.faces[s.fallen] = uint8(v)
			s.fallen++
			return s
		},
		Same: c.forget,
		Sum:  func(s *state) *int32 { return &s.flags },
	}
}

// forget drops the dice that the total has taken up, and in the end all but the
// flags and the result.
func (c *counted) forget(s state) state {
	if !s.reached {
		d := dice{hand: s.hand}
		t := c.reach(&d, c.die)
		if d.waits.Dice.Count > 0 {
			return s
		}
		s = forgotten(t, s.second)
	}
	if s.degree > 0 && s.fallen < 2 {
		return s
	}
	if t := s.remembered(); !t.failed {
		t.end(int(s.faces[0]), int(s.faces[1]))
		s.result = int32(t.result)
	}
	s.hand = hand{}
	s.over, s.degree, s.total = true, 0, 0
	return s
}

// settled forgets which throw it was that is kept, unless luck was paid for a
// second Critical: a first one stands.
func settled(s state) state {
	s.second = s.second && s.omen() == critical
	return s
}

// offers are the [attempt.luckOptions], the same however the dice fall; where
// nobody takes one, only what that comes to. In play they are put together when
// the dice have fallen: nil.
func (a *attempt) offers(r *engine.Roll) []engine.Option {
	switch {
	case r.DecidesNothing():
		return keeping
	case !r.Counted():
		return nil
	}
	return *engine.Precompute(r, func() []engine.Option { return a.luckOptions(r) })
}

// pips are plain dice, as far as they have fallen.
type pips struct {
	fallen, sum int
	second      bool
}

// thrown throws plain dice once.
func (d plainDice) thrown(r *engine.Roll) int {
	dice := d.chain("")
	return dice.Read(r).sum
}

// twice throws plain dice twice and keeps what the fortune keeps.
func (d plainDice) twice(r *engine.Roll, f fortune) keptSums { return d.keepOne(r, f, d.chain("")) }

// again throws a second time beside a sum that has fallen.
func (d plainDice) again(r *engine.Roll, f fortune, sum int) keptSums {
	return d.keepOne(r, f, engine.DiceSequence[pips]{From: pips{fallen: d.count, sum: sum},
		Next: func(pips) (engine.Part, bool) { return engine.Part{}, false }})
}

func (d plainDice) keepOne(r *engine.Roll, f fortune, first engine.DiceSequence[pips]) keptSums {
	kept, other := engine.Twice[pips]{
		First: first, Second: d.chain(f.prefix()),
		Stands: func(pips) bool { return false },
		Rank:   func(s pips) int { return f.sign() * s.sum }, Alone: true,
	}.Read(r, d)
	return keptSums{kept.sum, other.sum}
}

func (d plainDice) chain(prefix string) engine.DiceSequence[pips] {
	return engine.DiceSequence[pips]{
		From: pips{second: prefix != ""},
		Next: func(s pips) (engine.Part, bool) {
			return engine.Part{Ask: engine.Ask{ID: prefix + "dice", Words: "Dice"}, Dice: engine.D(d.count, d.faces)}, s.fallen == 0
		},
		Fold: func(s pips, v int) pips { return pips{s.fallen + 1, s.sum + v, s.second} },
	}
}
