package script

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"go.starlark.net/starlark"

	"example.org/fray/engine"
)

// roll is r, what a rule is called with.
type roll struct {
	thing
	*engine.Roll
	ready
	action  *action
	why     bool // the reason for the situation is told
	me, foe *sheet
}

func (r *roll) String() string                           { return "r" }
func (r *roll) Type() string                             { return "r" }
func (r *roll) what() string                             { return "r" }
func (r *roll) Attr(name string) (starlark.Value, error) { return r.ready.attr(rollWords, r, name) }
func (r *roll) AttrNames() []string                      { return rollWords.names() }

// situation is what the gamemaster adds. The reason stands in the working where the rule
// first reads it.
func (r *roll) situation() int {
	n, why := engine.Every.Situation.Of(r.Params()), engine.Every.Why.Of(r.Params())
	if n != 0 && why != "" && !r.why {
		r.Note("situation %+d: %s", n, why)
	}
	r.why = true
	return n
}

// roll gives the argument that is r.
func (c *call) roll(name string) *roll {
	if r, ok := c.arg(name).(*roll); ok {
		return r
	}
	if c.given(name) {
		c.bad(name, "%s is read in a rule, with r: this is %s", c.word.name, typeWords(c.arg(name)))
	}
	return nil
}

// sheet gives an argument that is a sheet.
func (c *call) sheet(name string) *sheet {
	if s, ok := c.arg(name).(*sheet); ok {
		return s
	}
	if c.given(name) {
		c.bad(name, "%s is a sheet, such as r.me or r.foe: this is %s", name, typeWords(c.arg(name)))
	}
	return nil
}

var rollWords, poolWords, trackWords, conditionWords *words

func init() {
	rollWords = &words{of: "r", list: []*word{
		newWord("me", "The sheet of whoever acts.", `strength.of(r.me)`, rollSheet(engine.Actor)),
		newWord("foe", "The sheet of the opponent; it is false where there is none.", `armour.of(r.foe)`, rollSheet(engine.Other)),
		newWord("foes", "The sheets of all opponents.", `for foe in r.foes: hp.lose(foe, 1)`, rollFoes),
		newWord("situation", "What the gamemaster adds for what the rules do not count. Add it to the total.", `total = face + r.situation`, func(c *call) (starlark.Value, error) {
			return starlark.MakeInt(c.on.(*roll).situation()), nil
		}),
		newWord("why", "The reason for the situation, or nothing. It is noted by itself, unless the rule reads it before the situation.", `name = "situation" + (" (%s)" % r.why if r.why else "")`, func(c *call) (starlark.Value, error) {
			r := c.on.(*roll)
			r.why = true
			return starlark.String(engine.Every.Why.Of(r.Params())), nil
		}),
		newWord("moment", "The present unit of time.", `r.moment`, func(c *call) (starlark.Value, error) {
			return starlark.MakeInt(c.on.(*roll).Moment()), nil
		}),
		newWord("gamemaster", "Whether the gamemaster begins the roll.", `r.gamemaster`, func(c *call) (starlark.Value, error) {
			return starlark.Bool(c.on.(*roll).Gamemaster()), nil
		}),
		newWord("row(param)", "The row that a parameter names: the first row of the table where nothing was chosen, a false one where there is none.", `r.row(weapon)`, rollRow),
		newWord("throw(id, dice)", "Throws dice of one kind and gives their faces.", `faces = r.throw("dice", "3d6")`, rollThrow),
		newWord("sum(id, dice)", "Throws dice and adds them up.", `face = r.sum("hit", "1d20")`, rollSum),
		newWord("sums(parts)", "Throws dice of several kinds and adds them all up; odds take one count for all.", `harm = r.sums([("damage", "1d8"), ("fire", "2d6")])`, rollSums),
		newWord("best(n, parts)", "Throws dice of several kinds and adds up the n highest, whatever their kinds; a die that explodes is the sum of its faces. Odds count them face by face, so that a wild die or roll and keep is no hard case.", `best = r.best(1, [("trait", "1d8!"), ("wild", "1d6!")])`, rollBest(false)),
		newWord("worst(n, parts)", "The same with the n lowest.", `worst = r.worst(1, [("danger", "3d6")])`, rollBest(true)),
		newWord("count(id, dice, at_least=, at_most=)", "Throws dice and counts those that show so much.", `hits = r.count("dice", dice(6, 10), at_least = 8)`, rollCount),
		newWord("read(id, dice, start, fold, then=, alike=)", "Throws dice and reads them one by one: fold(so_far, face) gives what is known after each. The order must not matter. then(so_far) is asked after each throw: it gives the id and the dice of the next one, or None. alike(so_far) forgets what can make no difference any more; only odds ask it, so that they follow less.",
			`best = r.read("dice", "3d6", 0, max)`, rollRead),
		newWord("merge(known)", "Promises that from here on only known counts of what the dice have shown: odds then follow all ways to it as one.",
			`r.merge(r.sum("dice", "3d6"))`, rollMerge),
		newWord("pick(id, words, options, who=, stakes=)", "Asks for one of several answers, and gives its id. The first is taken where nobody decides. who is the sheet of whoever decides, r.me unless you say so, or \"gamemaster\"; stakes says what depends on it now.",
			`how = r.pick("how", "How?", [option("plain", "Plainly"), option("wild", "Wildly", price = "1 stress")])`, rollPick),
		newWord("share(id, words, total, uses, who=, stakes=)", "Asks how points are shared among uses, and gives a dict; who and stakes are those of r.pick.",
			`gave = r.share("share", "Share 3", 3, [use("hit", "Hit"), use("guard", "Guard")])`, rollShare),
		newWord("amount(id, words, least, most, who=, stakes=)", "Asks for a number; who and stakes are those of r.pick.", `n = r.amount("spend", "Spend stress", 0, 2)`, rollAmount),
		newWord("refuse(words)", "Ends the rule: it cannot be done, and why.", `r.refuse("no weapon is in hand")`, func(c *call) (starlark.Value, error) {
			words := c.line("words")
			if len(c.wrong) > 0 {
				return starlark.None, nil
			}
			c.on.(*roll).Refuse("%s", words)
			return starlark.None, nil
		}),
		newWord("takes_part(sheet)", "Says that somebody besides r.me acts in this roll, as in an opposed roll: it cannot be made against somebody who is down, busy or surprised, and it takes an action, and the time of this one, of both.", `r.takes_part(r.foe)`, rollTakesPart),
		newWord("aim(n, words=)", "Says before the dice what they are measured against.", `r.aim(need, "armour class %d" % need)`, func(c *call) (starlark.Value, error) {
			n, words := c.whole("n", 0), c.line("words")
			if words == "" {
				words = fmt.Sprintf("to reach: %d", n)
			}
			c.on.(*roll).Aim(n, "%s", words)
			c.m.noted = true
			return starlark.None, nil
		}),
		newWord("note(words)", "Adds a line of working.", `r.note("%d and %d" % (face, total))`, func(c *call) (starlark.Value, error) {
			if words := c.line("words"); words != "" {
				c.on.(*roll).Note("%s", words)
				c.m.noted = true
			}
			return starlark.None, nil
		}),
		newWord("story(words)", "The sentence that the log tells: {actor} and {target} are names, {at} is a space and the name of the target, or nothing; {dice ID} is what the dice of that question showed. What stands behind two spaces is the effect.",
			`r.story("{actor} hits{at}  %d" % harm)`, rollStory),
		newWord("add(on, field, n)", "Adds to a number of a sheet or a row, as far as it goes.", `r.add(r.me, coins, 5)`, rollAdd),
		newWord("set(on, field, value)", "Writes a field of a sheet or a row; None clears it.", `r.set(r.me, stance, "low")`, rollSet),
		newWord("add_row(on, table, name, **)", "Adds a row to a table, and gives it.", `r.add_row(r.me, weapons, "Stone", die = 4)`, rollAddRow),
		newWord("drop_row(row)", "Takes a row out of its table.", `r.drop_row(r.row(weapon))`, func(c *call) (starlark.Value, error) {
			x, ok := c.arg("row").(*row)
			switch {
			case !ok:
				c.bad("row", "row is a row, such as r.row(weapon): this is %s", typeWords(c.arg("row")))
			case x.ID != "":
				c.on.(*roll).Drop(x.Row)
			}
			return starlark.None, nil
		}),
		newWord("after(time, action, against=, form=, **)", "Puts an action of the clock on the timeline, so many units from now, with its parameters, see r.calls.", `r.after(3, "burns", heat = 2)`, rollAfter),
		newWord("calls(action, who=, against=, either=, meets=, off=, form=, **)", "Says what this leads to: the defence, the damage, with its parameters by name or as form = {cover: 2}. Of those that are either one, one is done; with meets = True whoever was attacked is asked for it, and it is done with nothing spent where nobody answers; off = True takes back that an earlier roll called for it.",
			`r.calls("damage", amount = harm)`, rollCalls),
		newWord("once(work)", "What is worked out before the first die; odds do it once.", `need = r.once(lambda: armour.of(r.foe) + 2)`, rollOnce),
		newWord("success(total=, target=, values=, flags=, grade=, margin=)", "Ends the rule: it has come off.", `return r.success(total = 15, target = 12)`, rollEnd),
		newWord("failure(total=, target=, values=, flags=, grade=, margin=)", "Ends the rule: it has not.", `return r.failure(total = 9, target = 12)`, rollEnd),
		newWord("done(values=)", "Ends a rule that neither succeeds nor fails.", `return r.done()`, rollEnd),
	}}
	poolWords = &words{of: "a pool", list: []*word{
		newWord("now(sheet)", "What is left.", `hp.now(r.me)`, poolNumber(func(p *pool, s engine.Sheet) int { return p.Now(s) })),
		newWord("lost(sheet)", "What is lost.", `hp.lost(r.me)`, poolNumber(func(p *pool, s engine.Sheet) int { return p.Lost(s) })),
		newWord("full(sheet)", "What there is when nothing is lost.", `hp.full(r.me)`, poolNumber(func(p *pool, s engine.Sheet) int { return p.Full.Of(s) })),
		newWord("lose(sheet, n, kind=)", "Takes n off.", `hp.lose(r.foe, 5)`, poolLose),
		newWord("regain(sheet, n)", "Gives back n, and no more than is lost.", `hp.regain(r.me, 5)`, poolRegain),
		newWord("spend(sheet, n)", "Takes n off, and refuses where there is less.", `mana.spend(r.me, 2)`, poolSpend),
		newWord("down(sheet)", "Whether its owner cannot act.", `hp.down(r.foe)`, func(c *call) (starlark.Value, error) {
			p, s := c.on.(*pool), c.sheet("sheet")
			return starlark.Bool(s != nil && p.down != nil && p.Now(s.For(c.m)) <= *p.down), nil
		}),
	}}
	trackWords = &words{of: "a track", list: []*word{
		newWord("of(sheet)", "How many boxes are ticked.", `stress.of(r.me)`, func(c *call) (starlark.Value, error) {
			t, s := c.on.(*track), c.sheet("sheet")
			if s == nil {
				return starlark.None, nil
			}
			return starlark.MakeInt(t.ticked(s.Sheet)), nil
		}),
		newWord("boxes(sheet)", "How many boxes there are.", `stress.boxes(r.me)`, func(c *call) (starlark.Value, error) { return starlark.MakeInt(c.on.(*track).n), nil }),
		newWord("has(sheet, name)", "Whether the box of that name is ticked.", `wounds.has(r.me, "Severe")`, func(c *call) (starlark.Value, error) {
			t, s := c.on.(*track), c.sheet("sheet")
			if box := t.box(c); box != nil && s != nil {
				return readField(box, s.Sheet), nil
			}
			return starlark.False, nil
		}),
		newWord("tick(sheet, box=)", "Ticks a box by its name, or so many of them; gives how many there was no room for.", `stress.tick(r.me, 2)`, trackTick),
		newWord("clear(sheet, box=)", "Clears a box by its name, so many of them, or all.", `stress.clear(r.me)`, trackTick),
	}}
	conditionWords = &words{of: "a condition", list: []*word{
		newWord("on(sheet)", "Whether it holds.", `prone.on(r.foe)`, func(c *call) (starlark.Value, error) {
			x, s := c.on.(*condition), c.sheet("sheet")
			return starlark.Bool(s != nil && engine.Field[int]{Spec: x.spec}.Of(s.Sheet) > 0), nil
		}),
		newWord("put(sheet)", "Lets it hold.", `prone.put(r.foe)`, conditionPut(1)),
		newWord("end(sheet)", "Ends it, as far as a rule has let it hold.", `prone.end(r.me)`, conditionPut(0)),
	}}
}

// thenWord is what the function then of r.read gives.
var thenWord = &word{name: "then", params: []param{{name: "id"}, {name: "dice"}}}

// sumWord is what each part of r.sums is.
var sumWord = &word{name: "sums", params: []param{{name: "id"}, {name: "dice"}}}

// line is a text for people in one line, without spaces around it.
func (c *call) line(name string) string {
	s := c.text(name)
	if strings.ContainsFunc(s, unicode.IsControl) {
		s = strings.Map(func(r rune) rune {
			if unicode.IsControl(r) {
				return ' '
			}
			return r
		}, s)
	}
	const most = 500
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "")
	}
	return strings.TrimSpace(s)
}

func (c *call) seat(seat engine.Seat) *sheet {
	r := c.on.(*roll)
	unnamed := "the other" // a reason needs a subject, and names are told where there are several
	if seat == engine.Actor {
		unnamed = "this character"
	}
	return &sheet{Sheet: r.Sheet(seat), seat: seat, name: r.NameOf(seat, unnamed)}
}

func rollSheet(seat engine.Seat) func(c *call) (starlark.Value, error) {
	return func(c *call) (starlark.Value, error) {
		r := c.on.(*roll)
		known := &r.me
		if seat == engine.Other {
			known = &r.foe
		}
		if *known == nil {
			*known = c.seat(seat)
		}
		return *known, nil
	}
}

func rollFoes(c *call) (starlark.Value, error) {
	var out starlark.Tuple
	for n := 1; n <= engine.MostOpponents; n++ {
		s := c.seat(engine.Opponent(n))
		if !s.There() {
			break
		}
		out = append(out, s)
	}
	return out, nil
}

// mayThrow refuses dice where a rule must not throw any.
func (c *call) mayThrow() bool {
	if inside := c.m.inside; inside != "" {
		c.bad("", "nothing is thrown or asked in r.%s", inside)
		return false
	}
	if len(c.wrong) == 0 {
		if words := c.m.asksTooMuch(); words != "" {
			c.bad("", "%s", words)
		}
	}
	return len(c.wrong) == 0
}

func rollRow(c *call) (starlark.Value, error) {
	r := c.on.(*roll)
	p, ok := c.arg("param").(*field)
	if !ok || p.RowsOf == "" || p.table == nil {
		c.bad("param", "param is a parameter that names a row, such as param.row(…): this is %s", typeWords(c.arg("param")))
		return starlark.None, nil
	}
	me := r.Sheet(engine.Actor)
	named := engine.Field[string]{Spec: p.Spec}.Of(r.Params())
	if named == "" {
		rows := p.table.Rows(me)
		if len(rows) == 0 {
			return &row{table: p.table}, nil
		}
		engine.Field[string]{Spec: p.Spec}.Else(r.Roll, rows[0].Name())
		return &row{Row: rows[0], table: p.table}, nil
	}
	x, _ := p.table.Find(me, named) // one that is not there was refused at the beginning, unless the rule takes any name
	return &row{Row: x, table: p.table}, nil
}

// What a throw may take to count. Of dice whose places count every throw is followed, of
// others every sum.
const (
	mostWaysOfThrow = 20_000
	mostSums        = 4_000 // dice times faces
)

// throws prepares to throw dice: their question, and that odds of them can be counted.
func (c *call) throws(ordered bool) (*dice, engine.Ask, bool) {
	id, d := c.askID("id"), c.diceOf("dice")
	if d == nil || !c.mayThrow() {
		return nil, engine.Ask{}, false
	}
	faces := d.High - d.Low + 1
	switch {
	case d.sum != nil:
	case ordered:
		ways := 1
		for range d.Count {
			if ways *= faces; ways > mostWaysOfThrow {
				c.bad("dice", "%s falls in too many ways for r.throw: r.sum, r.count and r.read take many dice", d)
				return nil, engine.Ask{}, false
			}
		}
	case d.Count*faces > mostSums:
		c.on.(*roll).Refuse("%s are too many dice to be counted", d)
	}
	if c.word != sumWord {
		engine.MergeKnown(c.on.(*roll).Roll, c.m.state)
	}
	ask := engine.Ask{ID: id}
	if !c.on.(*roll).Silent() {
		ask.Words = engine.ThrowWords(id)
	}
	return d, ask, true
}

// came keeps what dice came to, for a rule that notes nothing.
func (c *call) came(id string, faces int, format string, args ...any) {
	if !c.on.(*roll).Silent() && len(c.m.threw) < 40 {
		c.m.threw = append(c.m.threw, threw{id, fmt.Sprintf(format, args...), faces})
	}
}

// onlyPlain refuses dice of more than one kind for words that read single dice.
func (c *call) onlyPlain(d *dice) bool {
	if d.sum != nil {
		c.bad("dice", "%s is read by r.sum alone: r.%s takes dice of one kind, such as \"3d6\"", d, c.word.name)
		return false
	}
	return true
}

func rollThrow(c *call) (starlark.Value, error) {
	d, ask, ok := c.throws(true)
	if !ok || !c.onlyPlain(d) {
		return starlark.None, nil
	}
	if d.Count == 0 {
		return starlark.Tuple{}, nil
	}
	faces := c.on.(*roll).Throw(ask, d.Dice)
	values := d.Values(faces)
	out := make(starlark.Tuple, len(values))
	for i, n := range values {
		out[i] = starlark.MakeInt(n)
	}
	c.came(ask.ID, faces.Sum(), "%s", faces)
	return out, nil
}

func rollSum(c *call) (starlark.Value, error) {
	d, ask, ok := c.throws(false)
	if !ok {
		return starlark.MakeInt(0), nil
	}
	r := c.on.(*roll)
	var n int
	if d.sum != nil {
		n = d.sum(r.Roll, ask)
	} else {
		n = r.Sum(ask, d.Dice)
	}
	c.came(ask.ID, n, "%d", n)
	return starlark.MakeInt(n), nil
}

// rollSums throws dice of several kinds as one hand: odds go through its sums, and not
// through those of each kind with those of every other.
func rollSums(c *call) (starlark.Value, error) {
	hand, ok := c.hand()
	if !ok {
		return starlark.None, nil
	}
	r := c.on.(*roll)
	sums := make([]int, len(hand))
	n := engine.ReadHand(r.Roll, hand, func(n, part, face int) int {
		if !r.Silent() {
			sums[part] += face
		}
		return n + face
	})
	for i, p := range hand {
		c.came(p.Ask.ID, sums[i], "%d", sums[i])
	}
	return starlark.MakeInt(n), nil
}

// rollBest adds up the highest or the lowest dice of several kinds.
func rollBest(worst bool) func(*call) (starlark.Value, error) {
	return func(c *call) (starlark.Value, error) {
		n := c.whole("n", 1)
		hand, ok := c.hand()
		if !ok {
			return starlark.None, nil
		}
		if n < 0 {
			c.bad("n", "n is how many dice are added up, at least 0")
			return starlark.None, nil
		}
		sum := c.on.(*roll).Best(hand, engine.Keep{To: n, Lowest: worst})
		if len(hand) > 0 {
			c.came(hand[0].Ask.ID, sum, "%d", sum)
		}
		return starlark.MakeInt(sum), nil
	}
}

// hand reads parts: pairs of an id and dice.
func (c *call) hand() (hand []engine.Part, ok bool) {
	for _, v := range c.list("parts") {
		part, ok := v.(starlark.Tuple)
		if !ok || len(part) != 2 {
			c.bad("parts", "parts are pairs of an id and dice, such as (\"damage\", \"1d8\"): this is %s", typeWords(v))
			return nil, false
		}
		one := &call{m: c.m, on: c.on, word: sumWord, args: part}
		d, ask, ok := one.throws(false)
		if c.wrong = append(c.wrong, one.wrong...); !ok || !c.onlyPlain(d) {
			return nil, false
		}
		hand = append(hand, engine.Part{Ask: ask, Dice: d.Dice})
	}
	if !c.mayThrow() {
		return nil, false
	}
	engine.MergeKnown(c.on.(*roll).Roll, c.m.state)
	return hand, true
}

func rollCount(c *call) (starlark.Value, error) {
	least, most := c.whole("at_least", -largest), c.whole("at_most", largest)
	if !c.given("at_least") && !c.given("at_most") {
		c.bad("", "which dice count? Write at_least = 5, or at_most = 2")
	}
	d, ask, ok := c.throws(false)
	if !ok || !c.onlyPlain(d) {
		return starlark.MakeInt(0), nil
	}
	sum := 0
	n := engine.Read(c.on.(*roll).Roll, ask, d.Dice, func(n, face int) int {
		sum += face
		if face >= least && face <= most {
			n++
		}
		return n
	})
	c.came(ask.ID, sum, "%d", n)
	return starlark.MakeInt(n), nil
}

func rollRead(c *call) (starlark.Value, error) {
	fold, ok := c.arg("fold").(starlark.Callable)
	if !ok && c.given("fold") {
		c.bad("fold", "fold is a function of what is known so far and one face: this is %s", typeWords(c.arg("fold")))
	}
	if fn, own := c.arg("fold").(*starlark.Function); own && fn.NumParams() != 2 {
		c.bad("fold", "%s takes %d arguments: it is called with what is known so far, and one face", fn.Name(), fn.NumParams())
	}
	then, alike := c.function("then", 1), c.function("alike", 1)
	d, ask, ok := c.throws(false)
	if !ok || !c.onlyPlain(d) {
		return starlark.None, nil
	}
	r, m, sum := c.on.(*roll), c.m, 0
	start, err := m.reading(c.arg("start"))
	if err != nil {
		c.bad("start", "%s", err)
		return starlark.None, nil
	}
	if d.Count == 0 {
		return c.arg("start"), nil
	}
	end := m.chain(engine.Part{Ask: ask, Dice: d.Dice}, fold, then, alike, start, &sum).Read(r.Roll)
	if !r.Silent() {
		c.came(ask.ID, sum, "%s", wordsOf(end.value))
	}
	return end.value, nil
}

// rollMerge lets the odds follow all ways to what is known as one.
func rollMerge(c *call) (starlark.Value, error) {
	known, err := keyOf(c.arg("known"))
	if err != nil {
		c.bad("known", "%s", err)
	}
	if c.mayThrow() {
		engine.Merge(c.on.(*roll).Roll, known)
	}
	return starlark.None, nil
}

func rollPick(c *call) (starlark.Value, error) {
	ask, who := c.ask(), c.who()
	var options []engine.Option
	seen := map[string]bool{}
	for _, v := range c.list("options") {
		var o engine.Option
		switch v := v.(type) {
		case *option:
			o = v.Option
		case starlark.String:
			o = engine.Option{ID: string(v), Label: engine.ThrowWords(string(v))}
		default:
			c.bad("options", "options are words, or option(id, label): this is %s", typeWords(v))
			return starlark.None, nil
		}
		if !askForm.MatchString(o.ID) || seen[o.ID] {
			c.bad("options", "the option %s is there twice, or no word of small letters", quoted(o.ID))
			return starlark.None, nil
		}
		seen[o.ID] = true
		options = append(options, o)
	}
	if len(options) == 0 {
		c.bad("options", "there is nothing to pick from")
	}
	if !c.mayThrow() {
		return starlark.None, nil
	}
	return starlark.String(c.on.(*roll).Pick(ask, who, options...)), nil
}

func rollShare(c *call) (starlark.Value, error) {
	ask, who, total := c.ask(), c.who(), c.whole("total", 0)
	var uses []engine.Use
	seen := map[string]bool{}
	for _, v := range c.list("uses") {
		var u engine.Use
		switch v := v.(type) {
		case *use:
			u = v.Use
		case starlark.String:
			u = engine.Use{ID: string(v), Label: engine.ThrowWords(string(v))}
		default:
			c.bad("uses", "uses are words, or use(id, label): this is %s", typeWords(v))
			return starlark.None, nil
		}
		if !askForm.MatchString(u.ID) || seen[u.ID] {
			c.bad("uses", "the use %s is there twice, or no word of small letters", quoted(u.ID))
			return starlark.None, nil
		}
		seen[u.ID] = true
		uses = append(uses, u)
	}
	if !c.mayThrow() {
		return starlark.None, nil
	}
	shares := c.on.(*roll).Share(ask, who, total, uses...)
	out := starlark.NewDict(len(uses))
	for _, u := range uses {
		if err := out.SetKey(starlark.String(u.ID), starlark.MakeInt(shares[u.ID])); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func rollAmount(c *call) (starlark.Value, error) {
	ask, who, least, most := c.ask(), c.who(), c.whole("least", 0), c.whole("most", 0)
	if !c.mayThrow() {
		return starlark.None, nil
	}
	return starlark.MakeInt(c.on.(*roll).Amount(ask, who, least, most)), nil
}

// ask is the question of a decision.
func (c *call) ask() engine.Ask {
	ask := engine.Ask{ID: c.askID("id"), Words: c.line("words")}
	if stakes := c.line("stakes"); stakes != "" {
		ask.Stakes = func() string { return stakes }
	}
	return ask
}

// who decides: the one who acts unless the rule says otherwise.
func (c *call) who() engine.Seat {
	if c.arg("who") == starlark.String("gamemaster") {
		return engine.Gamemaster
	}
	if s := c.sheet("who"); s != nil {
		return s.seat
	}
	return engine.Actor
}

func rollStory(c *call) (starlark.Value, error) {
	r := c.on.(*roll)
	if words := c.line("words"); words != "" && !r.Silent() {
		target := "{" + string(engine.Other) + "}"
		if !r.Sheet(engine.Other).There() {
			target = "somebody"
		}
		with := []string{"{at}", r.OpponentNames(" "), "{target}", target}
		for _, t := range c.m.threw {
			with = append(with, "{dice "+t.id+"}", fmt.Sprint(t.faces))
		}
		r.Story("%s", strings.NewReplacer(with...).Replace(words))
		c.m.told = true
	}
	return starlark.None, nil
}

// target gives what add and set write to: a field of a sheet, or a column of a row.
func (c *call) target() (path string, on engine.Sheet, sp *engine.Spec, x *row) {
	f, ok := c.arg("field").(*field)
	if ok && (f.place == onSheet || f.place == inTable) {
		switch on := c.arg("on").(type) {
		case *sheet:
			if f.place == onSheet {
				return f.ID, on.Sheet, f.Spec, nil
			}
		case *row:
			if f.place == inTable && f.In == on.table.list.ID {
				return "", engine.Sheet{}, f.Spec, on
			}
		}
		c.bad("on", "%s is written on %s: this is %s", f.ID, map[place]string{onSheet: "a sheet", inTable: "a row of its table"}[f.place], typeWords(c.arg("on")))
		return "", engine.Sheet{}, nil, nil
	}
	c.bad("field", "field is a field of the sheet or a column of a table: this is %s", typeWords(c.arg("field")))
	return "", engine.Sheet{}, nil, nil
}

func rollAdd(c *call) (starlark.Value, error) {
	r := c.on.(*roll)
	_, on, sp, x := c.target()
	if sp == nil {
		return starlark.None, nil
	}
	switch {
	case sp.Kind == engine.Decimal:
		n, ok := decimalOf(c.arg("n"))
		f := engine.Field[engine.Milli]{Spec: sp}
		switch {
		case !ok:
			c.bad("n", "n is a number: this is %s", typeWords(c.arg("n")))
		case x != nil && x.ID != "":
			engine.Put(r.Roll, x.Row, f, f.Within(f.At(x.Row)+n))
		case x == nil:
			engine.Put(r.Roll, on, f, f.Within(f.Of(on)+n))
		}
	case sp.Kind == engine.Int:
		f, n := engine.Field[int]{Spec: sp}, c.whole("n", 0)
		switch {
		case x != nil && x.ID != "":
			engine.Put(r.Roll, x.Row, f, f.Within(f.At(x.Row)+n))
		case x == nil:
			r.Add(on, f, n)
		}
	default:
		c.bad("field", "%s is not a number: write it with r.set", sp.ID)
	}
	return starlark.None, nil
}

func rollSet(c *call) (starlark.Value, error) {
	r := c.on.(*roll)
	_, on, sp, x := c.target()
	if sp == nil {
		return starlark.None, nil
	}
	v := engine.Value{}
	if value := c.args[2]; value != starlark.None && value != nil {
		var err error
		if v, err = valueFor(sp, value); err != nil {
			c.bad("value", "%s", err)
			return starlark.None, nil
		}
	}
	if x != nil {
		if x.ID != "" {
			r.putColumn(x.Row, sp, v)
		}
		return starlark.None, nil
	}
	if on.There() {
		r.Set(on, sp.ID, v)
	}
	return starlark.None, nil
}

// putColumn writes a column of a row; no value leaves its start.
func (r *roll) putColumn(x engine.Row, sp *engine.Spec, v engine.Value) {
	switch v.Kind() {
	case engine.Int:
		engine.Put(r.Roll, x, engine.Field[int]{Spec: sp}, v.Int())
	case engine.Decimal:
		engine.Put(r.Roll, x, engine.Field[engine.Milli]{Spec: sp}, v.Milli())
	case engine.Bool:
		engine.Put(r.Roll, x, engine.Field[bool]{Spec: sp}, v.Bool())
	case engine.Text:
		engine.Put(r.Roll, x, engine.Field[string]{Spec: sp}, v.Text())
	default:
		r.putColumn(x, sp, sp.Default(engine.Sheet{}))
	}
}

func rollAddRow(c *call) (starlark.Value, error) {
	r, s, name := c.on.(*roll), c.sheet("on"), c.line("name")
	t, ok := c.arg("table").(*table)
	if !ok || s == nil || name == "" {
		c.bad("table", "a row is added so: r.add_row(r.me, weapons, \"Stone\", die = 4)")
		return starlark.None, nil
	}
	if !s.There() {
		return &row{table: t}, nil
	}
	x := r.NewRow(s.Sheet, t.Group, name)
	for _, kv := range c.more {
		id := string(kv[0].(starlark.String))
		sp, ok := c.m.book.sys.Sheet.Field(t.list.ID + "/" + x.ID + "/" + id)
		if !ok {
			c.wrong = append(c.wrong, &argError{-1, id, fmt.Sprintf("the table %s has no column %s", t.list.ID, quoted(id))})
			return starlark.None, nil
		}
		v, err := valueFor(sp, kv[1])
		if err != nil {
			c.wrong = append(c.wrong, &argError{0, id, err.Error()})
			return starlark.None, nil //nolint:nilerr // it is told among what is wrong
		}
		r.putColumn(x, sp, v)
	}
	return &row{Row: x, table: t}, nil
}

// actionArg gives the action that a call names, and its parameters.
func (c *call) actionArg() (*action, engine.Page) {
	b := c.m.book
	id := ""
	switch v := c.arg("action").(type) {
	case *action:
		id = v.ID
	case starlark.String:
		id = string(v)
	}
	a := b.action(id)
	if a == nil {
		c.bad("action", "there is no action %s%s", quoted(id), meant(id, b.actionIDs()))
		return nil, engine.Page{}
	}
	var p engine.Page
	put := func(name string, value starlark.Value) bool {
		sp, ok := a.Param(name)
		if !ok {
			var ids []string
			for _, sp := range a.Form.Fields() {
				ids = append(ids, sp.ID)
			}
			c.wrong = append(c.wrong, &argError{-1, name, fmt.Sprintf("the action %s has no parameter %s%s", a.ID, quoted(name), meant(name, ids))})
			return false
		}
		v, err := valueFor(sp, value)
		if err != nil {
			c.wrong = append(c.wrong, &argError{0, name, err.Error()})
			return false
		}
		p = p.With(name, v)
		return true
	}
	for _, kv := range c.more {
		if !put(string(kv[0].(starlark.String)), kv[1]) {
			return nil, p
		}
	}
	form, ok := c.arg("form").(*starlark.Dict)
	if c.given("form") && !ok {
		c.bad("form", "form is a dict of parameters, such as {cover: 2}: this is %s", typeWords(c.arg("form")))
		return nil, p
	}
	if form == nil {
		return a, p
	}
	for _, kv := range form.Items() {
		f, ok := kv[0].(*field)
		if !ok || f.place != ofAction {
			c.bad("form", "form is a dict of parameters, such as {cover: 2}: not %s", typeWords(kv[0]))
			return nil, p
		}
		if !put(f.ID, kv[1]) {
			return nil, p
		}
	}
	return a, p
}

func (b *book) action(id string) *action {
	for _, a := range b.actions {
		if a.ID == id {
			return a
		}
	}
	return nil
}

func (b *book) actionIDs() []string {
	var out []string
	for _, a := range b.actions {
		out = append(out, a.ID)
	}
	return out
}

func rollTakesPart(c *call) (starlark.Value, error) {
	r, s := c.on.(*roll), c.sheet("sheet")
	if s == nil {
		return starlark.None, nil
	}
	r.TakesPart(s.seat)
	if takes := r.action.takes; takes > 0 {
		r.AfterFor(s.seat, takes, r.action.ID+"-done", engine.Carry{})
	}
	return starlark.None, nil
}

func rollAfter(c *call) (starlark.Value, error) {
	n := c.whole("time", 0)
	a, p := c.actionArg()
	if a == nil {
		return starlark.None, nil
	}
	if a.Mode != engine.ByClock {
		c.bad("action", "%s is begun by people: what is put on the timeline has by = \"clock\"", a.ID)
		return starlark.None, nil
	}
	carry := engine.Carry{Params: p}
	if s := c.sheet("against"); s != nil {
		carry.Against = s.seat
	}
	c.on.(*roll).After(max(n, 0), a.ID, carry)
	return starlark.None, nil
}

func rollCalls(c *call) (starlark.Value, error) {
	r := c.on.(*roll)
	a, p := c.actionArg()
	if a == nil {
		return starlark.None, nil
	}
	if a.Mode == engine.ByClock {
		c.bad("action", "%s is begun by the clock: put it on the timeline with r.after", a.ID)
		return starlark.None, nil
	}
	who, against := engine.Actor, engine.Other
	if a.by == "reaction" || a.Purpose == engine.ForDefence {
		who, against = engine.Other, engine.Actor
	}
	if s := c.sheet("who"); s != nil {
		if who = s.seat; who == engine.Actor {
			against = engine.Other
		} else {
			against = engine.Actor
		}
	}
	if s := c.sheet("against"); s != nil {
		against = s.seat
	}
	if !r.Sheet(who).There() {
		return starlark.None, nil
	}
	if !r.Sheet(against).There() {
		against = ""
	}
	if c.yes("off", false) {
		r.Unfollow(who, a.ID, against)
		return starlark.None, nil
	}
	r.Follow(who, a.ID, engine.Carry{Against: against, Params: p, Or: c.yes("either", false), Meets: c.yes("meets", false)})
	return starlark.None, nil
}

func rollOnce(c *call) (starlark.Value, error) {
	fn := c.function("work", 0)
	if fn == nil || !c.mayThrow() {
		return starlark.None, nil
	}
	m := c.m
	v := engine.Precompute(c.on.(*roll).Roll, func() starlark.Value {
		m.inside = "once"
		v := m.must(fn)
		m.inside = ""
		if _, err := weight(v); err != nil {
			panic(&wrong{Fault{File: m.book.file, Words: "r.once: " + err.Error()}})
		}
		v.Freeze()
		return v
	})
	return *v, nil
}

// end is how a rule ends.
type end struct {
	thing
	engine.Outcome
	totalled bool
}

func (e *end) String() string { return e.Grade }
func (e *end) Type() string   { return "end" }
func (e *end) what() string   { return "an end, r." + e.Grade }

func rollEnd(c *call) (starlark.Value, error) {
	o := &end{Outcome: engine.Outcome{Success: c.word.name != "failure", Grade: engine.Success, NoTarget: true}}
	if !o.Success {
		o.Grade = engine.Failure
	}
	o.Total, o.totalled = c.whole("total", 0), c.given("total")
	if c.given("target") {
		o.NoTarget, o.Target = false, c.whole("target", 0)
		o.Margin = o.Total - o.Target
		if o.Success != (o.Margin >= 0) {
			o.Margin = -o.Margin
		}
	}
	if c.given("margin") {
		if o.NoTarget {
			c.bad("margin", "a margin needs a target to be measured against")
		}
		o.Margin = c.whole("margin", 0)
	}
	if g := c.text("grade"); g != "" {
		if !askForm.MatchString(g) || g == engine.Success && !o.Success || g == engine.Failure && o.Success {
			c.bad("grade", "the grade %s is not a word of small letters, or is the other end's", quoted(g))
		} else {
			o.Grade = g
		}
	}
	seen := map[string]bool{}
	for _, f := range c.texts("flags") {
		switch {
		case !askForm.MatchString(f):
			c.bad("flags", "the flag %s is not a word of small letters, such as \"critical\"", quoted(f))
		case !seen[f]:
			seen[f] = true
			o.Flags = append(o.Flags, f)
		}
	}
	if d, ok := c.arg("values").(*starlark.Dict); ok {
		o.Values = slices.Grow(o.Values, d.Len())
		for k, v := range d.Entries() {
			id, _ := starlark.AsString(k)
			if !valueForm(id) {
				c.bad("values", "the value %s has no name of small letters, such as \"damage\"", quoted(id))
				continue
			}
			switch v := v.(type) {
			case starlark.Int:
				n, ok := wholeOf(v)
				if !ok {
					c.bad("values", "the value %s is too large", id)
				}
				o.Values = append(o.Values, engine.Num(id, n))
			case decimal:
				o.Values = append(o.Values, engine.Num(id, engine.Milli(v)))
			case starlark.Bool:
				o.Values = append(o.Values, engine.Word(id, map[bool]string{true: "yes", false: "no"}[bool(v)]))
			case starlark.String:
				o.Values = append(o.Values, engine.Word(id, string(v)))
			default:
				c.bad("values", "the value %s is a number or a text: this is %s", id, typeWords(v))
			}
		}
	} else if c.given("values") {
		c.bad("values", "values is a dict, such as {\"damage\": 3}: this is %s", typeWords(c.arg("values")))
	}
	return o, nil
}

func valueForm(id string) bool {
	return askForm.MatchString(id) && !strings.Contains(id, "-") && id != "total" && id != "target" && id != "margin"
}

func poolNumber(of func(p *pool, s engine.Sheet) int) func(c *call) (starlark.Value, error) {
	return func(c *call) (starlark.Value, error) {
		p, s := c.on.(*pool), c.sheet("sheet")
		if s == nil {
			return starlark.None, nil
		}
		if p.Full.IsDerived() {
			return starlark.MakeInt(of(p, s.For(c.m))), nil
		}
		return starlark.MakeInt(of(p, s.Sheet)), nil
	}
}

// change gives the roll in which a word of a pool, a track or a condition is called.
func (c *call) change(s *sheet) *engine.Roll {
	if c.m.roll == nil || s == nil || len(c.wrong) > 0 {
		return nil
	}
	return c.m.roll
}

func poolLose(c *call) (starlark.Value, error) {
	p, s, n := c.on.(*pool), c.sheet("sheet"), c.whole("n", 0)
	loss := p.Losses[0]
	if kind := c.text("kind"); kind != "" || len(p.kinds) > 0 {
		at := -1
		for i, k := range p.kinds {
			if k == kind || kind == "" && i == 0 {
				at = i
				break
			}
		}
		if at < 0 {
			c.bad("kind", "%s has no loss of the kind %s%s", p.ID, quoted(kind), meant(kind, p.kinds))
			return starlark.None, nil
		}
		loss = p.Losses[at]
	}
	if r := c.change(s); r != nil && n > 0 {
		r.Add(s.Sheet, loss, n)
	}
	return starlark.None, nil
}

func poolRegain(c *call) (starlark.Value, error) {
	p, s, n := c.on.(*pool), c.sheet("sheet"), c.whole("n", 0)
	r := c.change(s)
	if r == nil {
		return starlark.None, nil
	}
	back := 0
	for _, loss := range p.Losses {
		if k := min(n-back, loss.Of(s.Sheet)); k > 0 {
			r.Add(s.Sheet, loss, -k)
			back += k
		}
	}
	return starlark.MakeInt(back), nil
}

func poolSpend(c *call) (starlark.Value, error) {
	p, s, n := c.on.(*pool), c.sheet("sheet"), c.whole("n", 0)
	if r := c.change(s); r != nil && n > 0 {
		p.pay(c.m, s.Sheet, n)
	}
	return starlark.None, nil
}

// pay takes n off the pool, or refuses.
func (p *pool) pay(m *machine, s engine.Sheet, n int) {
	if now := p.Now(s.For(m)); now < n {
		m.roll.Refuse("this takes %d of %s, and %d are left", n, p.Label, max(now, 0))
	}
	m.roll.Add(s, p.Losses[0], n)
}

func (t *track) ticked(s engine.Sheet) int {
	if t.count != nil {
		return engine.Field[int]{Spec: t.count}.Of(s)
	}
	n := 0
	for _, box := range t.boxes {
		n += btoi(engine.Field[bool]{Spec: box}.Of(s))
	}
	return n
}

// box gives the box that a call names.
func (t *track) box(c *call) *engine.Spec {
	name := c.word.params[1].name
	text := c.text(name)
	for i, known := range t.names {
		if known == text {
			return t.boxes[i]
		}
	}
	if t.count != nil {
		c.bad(name, "the boxes of %s have no names", t.id)
	} else {
		c.bad(name, "%s has no box %s%s", t.id, quoted(text), meant(text, t.names))
	}
	return nil
}

func trackTick(c *call) (starlark.Value, error) {
	t, s := c.on.(*track), c.sheet("sheet")
	ticks := c.word.name == "tick"
	r := c.change(s)
	if r == nil {
		return starlark.None, nil
	}
	n := 1
	switch v := c.arg("box").(type) {
	case nil:
		if !ticks {
			n = t.n
		}
	case starlark.String:
		if box := t.box(c); box != nil {
			if (engine.Field[bool]{Spec: box}).Of(s.Sheet) != ticks {
				engine.Put(r, s.Sheet, engine.Field[bool]{Spec: box}, ticks)
			}
		}
		return starlark.MakeInt(0), nil
	default:
		_ = v
		n = c.whole("box", 1)
	}
	if n <= 0 {
		return starlark.MakeInt(0), nil
	}
	if t.count != nil {
		now := t.ticked(s.Sheet)
		if ticks {
			r.Add(s.Sheet, engine.Field[int]{Spec: t.count}, min(n, t.n-now))
			return starlark.MakeInt(max(0, n-(t.n-now))), nil
		}
		r.Add(s.Sheet, engine.Field[int]{Spec: t.count}, -min(n, now))
		return starlark.MakeInt(max(0, n-now)), nil
	}
	for _, box := range t.boxes {
		if n > 0 && (engine.Field[bool]{Spec: box}).Of(s.Sheet) != ticks {
			engine.Put(r, s.Sheet, engine.Field[bool]{Spec: box}, ticks)
			n--
		}
	}
	return starlark.MakeInt(n), nil
}

func conditionPut(n int) func(c *call) (starlark.Value, error) {
	return func(c *call) (starlark.Value, error) {
		x, s := c.on.(*condition), c.sheet("sheet")
		f := engine.Field[int]{Spec: x.spec}
		if r := c.change(s); r != nil && f.Of(s.Sheet) != n {
			engine.Put(r, s.Sheet, f, n)
		}
		return starlark.None, nil
	}
}
