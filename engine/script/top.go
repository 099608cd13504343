package script

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"go.starlark.net/starlark"

	"example.org/fray/engine"
	plain "example.org/fray/engine/dice"
)

// topWords are the words that stand by themselves.
func topWords() []*word { return topList }

var topList []*word

func init() {
	topList = []*word{
		newWord("rulebook(id, name, author, licence=, dice=, help=, version=)",
			"The book itself: once, and first. id is a word that never changes; dice says in a line what is thrown, help in a few how the game goes; version counts the editions.", `rulebook(id = "duel", name = "Duel", author = "Anyone", dice = "d20 against an armour class")`, declareBook),
		newWord("group(label)", "A heading of the sheet; its fields are declared with .int, .text and so on.", `people = group("People")`, func(c *call) (starlark.Value, error) {
			label := c.label()
			return &group{Group: c.m.book.sys.Sheet.Group(label), label: label}, nil
		}),
		newWord("table(id, label, defence=)", "Rows with a name and columns: skills, weapons, spells; defence = True where rolls against their owner read them.", `spells = table("spells", "Spells")`, declareTable),
		newWord("pool(id, label, full, down=, kinds=, help=, state=, defence=)",
			"Points that are lost and come back. full is a field of the sheet, or a number; at down or below its owner cannot act; state is the word for that; kinds are names of losses that are counted apart; defence = True where rolls against its owner read it.", `hits = pool("hits", "Hits", full = strength, down = 0)`, declarePool),
		newWord("track(id, label, boxes, help=, defence=)", "Boxes to tick: a number of them, or their names; defence = True where rolls against its owner read it.", `scars = track("scars", "Scars", ["Light", "Deep"])`, declareTrack),
		newWord("house(id, label, default=, help=)", "A house rule that a table may switch; those that are no yes or no are declared with house.int, house.choice and so on.", `fumbles = house("fumbles", "A 1 drops the weapon", default = True)`, declareHouse),
		newWord("action(id, label, rule, form=, foes=, kind=, by=, cost=, takes=, once_a=, harm=, healing=, group=, chapter=, words=, key=, help=)",
			"Something to do, and the function that does it, which is called with r. form lists its parameters. foes is \"none\", \"one\" or \"many\": whether it may be done to somebody. kind is what it is for: \"attack\", \"defence\", \"healing\", \"movement\" or \"other\". by is who begins it: \"anyone\" whose turn it is, the \"clock\", or as a \"reaction\" whoever is attacked. cost is what it takes of pools, such as {mana: 2}; takes is how many units of time it goes on. once_a is \"round\", \"scene\", \"session\" or \"day\", after which it can be done again. harm is the parameter for a number of points, where this is how its doer takes the harm of a blow: what people type as damage is this action, and takes no turn; healing is the same for points that come back. group and chapter are headings, words are further words to find it by, and key is the letter that begins it.", `action("push", "Push", strike, form = [cover], kind = "attack", foes = "one")`, declareAction),
		newWord("time(unit=, round=, per_round=, seconds=, order=, turns=, turn=, turn_over=, down=, scene=)", "How time is kept. unit and round are the words for a turn and for a round of turns; per_round is how many units a round has, where it is counted so, and seconds how long it is. turns is \"order\", or \"free\" where whoever is in the picture acts. order names the action that is rolled for the order; turn, turn_over, down and scene name actions of the clock: done when somebody's turn begins or is over, when time goes on for somebody who cannot act, and for everybody when a scene ends.", `time(unit = "turn", round = "round", order = "initiative")`, declareTime),
		newWord("condition(id, label, adds=, until=, help=, words=, down=, bound=)", "Something that may hold for a character, and what it adds to; until says in words when it ends; down = True where whoever it holds for cannot act, bound = True where they can begin nothing but have not fallen, such as surprised.", `dazed = condition("dazed", "Dazed", adds = {armour: -2}, until = "the next turn")`, declareCondition),
		newWord("template(id, label, side=, note=, **)", "A ready sheet: side is \"heroes\" or \"foes\", note a line about it; then its fields by their ids, its tables as lists of dict(name = …). A text without one has a blank sheet.", `template("guard", "Guard", side = "foes", strength = 12, weapons = [dict(name = "Spear", die = 6)])`, declareTemplate),
		newWord("panel(blocks)", "How the sheet is shown: headings in quotes, fields, pools, tracks and tables. Without it everything is shown under its own heading.", `panel(["Stats", strength, hp, weapons])`, declarePanel),
		newWord("brief(named)", "The row of the roster: pools, tracks and fields under names of at most five letters, the most important first. Without it the first pools are shown.", `brief({"HP": hp, "STR": strength})`, declareBrief),
		newWord("rest(id, label, rule, takes=, help=)", "A way to rest, and the function that does it; takes is how many units of time it goes on.", `rest("night", "A night of sleep", sleep)`, declareRest),
		newWord("award(id, label, field)", "Points that are given at a session's end.", `award("gold", "Gold found", coins)`, declareAward),
		newWord("term(words, action=, row=, otherwise=, condition=, says=)", "What is meant here by words that people bring from other games, separated by commas. action names what is done, with the row of the sheet that is called so; otherwise names the action where the sheet has no such row. condition names a condition instead. says is a sentence that helps or, alone, what there is in place of it.", `term("shoot, bow", action = "strike", says = "Range counts for nothing here.")`, declareTerm),
		newWord("dice(number, sides, least=, again=)", "Dice of one kind; least is the lowest face, a die that shows again is thrown again and added. Where dice are asked for, a text may stand as well: \"3d6\", \"d20!\" (a 20 is thrown again and added), \"d%\", \"4dF\"; r.sum also takes \"4d6kh3\" and \"2d6+1d8\".", `burst = dice(2, 6, again = 6)`, makeDice),
		newWord("decimal(text)", "A number in thousandths.", `half = decimal("0.5")`, makeDecimal),
		newWord("option(id, label, price=, why_not=)", "One answer of r.pick: price says what it costs, why_not why it cannot be taken now.", `wild = option("wild", "Wildly", price = "1 stress")`, func(c *call) (starlark.Value, error) {
			return &option{Option: engine.Option{ID: c.askID("id"), Label: c.cleanText("label"), Price: c.cleanText("price"), WhyNot: c.cleanText("why_not")}}, nil
		}),
		newWord("use(id, label, most=, each=, preset=, why_not=)", "One use of r.share: most is how many points it can take, each how many make one step, preset how many are given at first, why_not why it can take none now.", `guarding = use("guard", "Guard", most = 3)`, func(c *call) (starlark.Value, error) {
			return &use{Use: engine.Use{ID: c.askID("id"), Label: c.cleanText("label"), Most: c.whole("most", 0), Each: c.whole("each", 0),
				Preset: c.whole("preset", 0), WhyNot: c.cleanText("why_not")}}, nil
		}),
	}
}

// once refuses declarations that stand in a rule.
func (c *call) once() {
	if c.m.book.ready {
		c.bad("", "%s belongs outside of rules", c.word.name)
	}
}

func declareBook(c *call) (starlark.Value, error) {
	b := c.m.book
	if b.named {
		c.bad("", "the rulebook is declared twice")
	}
	b.named = true
	id := c.text("id")
	if c.given("id") && (!actionForm().MatchString(id) || len(id) > 40) {
		c.bad("id", "%s cannot be an id: it is a word of small letters, such as %q", quoted(id), idLike(id, "-"))
	}
	if slices.Contains(reserved, id) {
		c.bad("id", "%s is the id of a rulebook that is built in: choose another", quoted(id))
	}
	b.sys.ID, b.sys.Name, b.sys.Author, b.sys.Dice = id, c.cleanText("name"), c.cleanText("author"), c.cleanText("dice")
	for _, name := range []string{"name", "author"} {
		if c.given(name) && c.text(name) == "" {
			c.bad(name, "%s is empty", name)
		}
	}
	if b.sys.Dice == "" {
		b.sys.Dice = "see its help"
	}
	b.licence, b.version = c.cleanText("licence"), c.whole("version", 1)
	var paragraphs []string
	for _, p := range strings.Split(c.text("help"), "\n\n") {
		if p = strings.Join(strings.Fields(p), " "); p != "" {
			paragraphs = append(paragraphs, p)
		}
	}
	if len(paragraphs) == 0 {
		paragraphs = []string{b.sys.Name + "."}
	}
	if b.licence != "" {
		paragraphs = append(paragraphs, "By "+b.sys.Author+". Licence: "+b.licence+".")
	}
	b.sys.Help = strings.Join(paragraphs, "\n\n")
	return starlark.None, nil
}

// reserved are ids that mean something else on the command line.
var reserved = []string{"supermen", "d6", "easiness", "trip", "contest", "dice"}

func declareTable(c *call) (starlark.Value, error) {
	c.once()
	b := c.m.book
	id := c.newID("the table " + quoted(c.text("label")))
	g := b.sys.Sheet.List(id, c.label())
	if c.yes("defence", false) {
		b.sys.Defence = append(b.sys.Defence, id)
	}
	name := g.Text("name", "Name", 80)
	t := &table{Group: g, list: g.List()}
	t.name = &field{Spec: name.Spec, place: inTable, table: t}
	return t, nil
}

// pool is a number that is used up and comes back.
type pool struct {
	thing
	ready
	engine.Pool
	down  *int
	state string
	kinds []string
}

func (p *pool) String() string                           { return p.ID }
func (p *pool) Type() string                             { return "pool" }
func (p *pool) what() string                             { return "the pool " + p.ID }
func (p *pool) Hash() (uint32, error)                    { return starlark.String(p.ID).Hash() }
func (p *pool) Attr(name string) (starlark.Value, error) { return p.ready.attr(poolWords, p, name) }
func (p *pool) AttrNames() []string                      { return poolWords.names() }

// poolID is the id of a new pool: it may be that of the field with its full value.
func (c *call) poolID(what string) string {
	if full, ok := c.arg("full").(*field); ok && full.place == onSheet && full.ID == c.text("id") {
		return full.ID
	}
	return c.newID(what)
}

// mostLost is the largest loss of a pool.
const mostLost = 99_999

func declarePool(c *call) (starlark.Value, error) {
	c.once()
	b, label := c.m.book, c.label()
	id := c.poolID("the pool " + quoted(label))
	p := &pool{Pool: engine.Pool{ID: id, Label: label, Kind: "points"}, kinds: c.texts("kinds"), state: c.cleanText("state")}
	g := b.sys.Sheet.Group(label)
	switch full := c.arg("full").(type) {
	case *field:
		if full.place != onSheet || full.Kind != engine.Int {
			c.bad("full", "full is a whole number of the sheet: %s is none", full.ID)
		}
		p.Full = engine.Field[int]{Spec: full.Spec}
	default:
		n := c.whole("full", 1)
		p.Full = g.Int(id+"_full", label+", full", 0, mostLost).Default(min(max(n, 0), mostLost))
		c.claim(id+"_full", "the full value of the pool "+id)
	}
	if v := c.arg("down"); v != nil {
		n := c.whole("down", 0)
		p.down, p.Kind = &n, "life"
		if p.state == "" {
			p.state = "down"
		}
	}
	losses := []string{""}
	if len(p.kinds) > 0 {
		losses = p.kinds
	}
	for _, kind := range losses {
		lostID, lost := id+"_lost", label+" lost"
		if kind != "" {
			lostID, lost = lostID+"_"+idLike(kind, "_"), lost+", "+kind
		}
		c.claim(lostID, "what the pool "+id+" has lost")
		p.Losses = append(p.Losses, g.Unmodifiable().Int(lostID, lost, 0, mostLost))
	}
	if c.yes("defence", false) {
		b.sys.Defence = append(b.sys.Defence, p.Full.ID)
		for _, loss := range p.Losses {
			b.sys.Defence = append(b.sys.Defence, loss.ID)
		}
	}
	b.pools = append(b.pools, p)
	b.sys.Pools = append(b.sys.Pools, p.Pool)
	return p, nil
}

// track is boxes to tick.
type track struct {
	thing
	ready
	id, label string
	count     *engine.Spec   // how many are ticked, of boxes without names
	boxes     []*engine.Spec // of boxes with names
	names     []string
	n         int
}

func (t *track) String() string                           { return t.id }
func (t *track) Type() string                             { return "track" }
func (t *track) what() string                             { return "the track " + t.id }
func (t *track) Attr(name string) (starlark.Value, error) { return t.ready.attr(trackWords, t, name) }
func (t *track) AttrNames() []string                      { return trackWords.names() }

func declareTrack(c *call) (starlark.Value, error) {
	c.once()
	b, label := c.m.book, c.label()
	id := c.newID("the track " + quoted(label))
	t := &track{id: id, label: label}
	g := b.sys.Sheet.Group(label).Unmodifiable()
	const most = 40
	if n, ok := wholeOf(c.arg("boxes")); ok {
		if n < 1 || n > most {
			c.bad("boxes", "a track has 1 to %d boxes", most)
			n = 1
		}
		t.n = n
		t.count = g.Int(id, label, 0, n).Spec
	} else {
		for _, name := range c.texts("boxes") {
			box := id + "_" + idLike(name, "_")
			if !strings.ContainsFunc(name, func(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' }) {
				box = fmt.Sprintf("%s_%d", id, len(t.names)+1)
			}
			c.claim(box, "a box of the track "+id)
			t.names, t.boxes = append(t.names, name), append(t.boxes, g.Bool(box, label+": "+name).Spec)
		}
		if t.n = len(t.names); t.n == 0 || t.n > most {
			c.bad("boxes", "a track has 1 to %d boxes: a number, or a list of names", most)
		}
	}
	if c.yes("defence", false) {
		if t.count != nil {
			b.sys.Defence = append(b.sys.Defence, t.count.ID)
		}
		for _, box := range t.boxes {
			b.sys.Defence = append(b.sys.Defence, box.ID)
		}
	}
	b.tracks = append(b.tracks, t)
	return t, nil
}

func declareHouse(c *call) (starlark.Value, error) {
	c.once()
	f := c.m.book.sys.House.Group("House rules").Bool(c.houseID(), c.label()).Default(c.yes("default", false)).Help(c.cleanText("help"))
	return &field{Spec: f.Spec, place: ofHouse}, nil
}

// houseID is the id of a new house rule.
func (c *call) houseID() string {
	id := c.text("id")
	if c.given("id") && !fieldForm().MatchString(id) {
		c.bad("id", "%s cannot be an id: it is a word of small letters", quoted(id))
		id = "wrong"
	}
	if _, taken := c.m.book.sys.House.Field(id); taken {
		c.bad("id", "there is a house rule %s already", quoted(id))
	}
	return id
}

// action is something to do.
type action struct {
	thing
	*engine.Action
	rule   *starlark.Function
	by     string
	cost   []price
	takes  int
	onceA  string
	used   *engine.Spec
	params []*field

	situation bool // its rule reads r.situation
	totals    bool // it ends with a total that is measured against nothing: a situation is added to that
}

// price is what an action costs of a pool.
type price struct {
	pool *pool
	n    int
}

func (a *action) String() string        { return a.ID }
func (a *action) Type() string          { return "action" }
func (a *action) what() string          { return "the action " + a.ID }
func (a *action) Hash() (uint32, error) { return starlark.String(a.ID).Hash() }

func declareAction(c *call) (starlark.Value, error) {
	c.once()
	b, label := c.m.book, c.label()
	id := c.actionID()
	a := &action{Action: &engine.Action{ID: id, Label: label, Group: c.cleanText("group"), Chapter: c.cleanText("chapter"), Help: c.cleanText("help"),
		Key: c.text("key"), Also: c.cleanText("words"), Form: &engine.Schema{}}}
	if a.Group == "" {
		a.Group = "Actions"
	}
	if a.Chapter == "" {
		a.Chapter = a.Group
	}
	if a.Help == "" {
		a.Help = label + "."
	}
	if len([]rune(a.Key)) > 1 {
		c.bad("key", "key is one letter")
	}
	a.rule, _ = c.function("rule", 1).(*starlark.Function)
	a.Purpose = engine.Purpose(c.oneOf("kind", "other", "attack", "defence", "healing", "movement", "other"))
	a.by = c.oneOf("by", "anyone", "anyone", "clock", "reaction")
	switch c.oneOf("foes", "", "none", "one", "many") {
	case "one":
		a.Need = engine.MayFace
	case "many":
		a.Need = engine.MayFaceMany
	case "":
		if a.Purpose == engine.ForAttack {
			a.Need = engine.MayFace
		}
	}
	if a.by == "clock" {
		a.Mode = engine.ByClock
	}
	b.formOf(c, a)
	b.costOf(c, a)
	a.takes = c.whole("takes", 0)
	if a.takes < 0 || a.takes > 1_000_000 {
		c.bad("takes", "takes is a number of units of time, 0 for none")
		a.takes = 0
	}
	if a.onceA = c.oneOf("once_a", "", "round", "scene", "session", "day"); a.onceA != "" {
		used := "used_" + strings.ReplaceAll(id, "-", "_")
		c.claim(used, "the action "+id+", which keeps there when it was done")
		a.used = b.sys.Sheet.Group("Used").Unmodifiable().Int(used, label+", last done", 0, largest).Bookkeeping().Spec
	}
	b.add(a)
	b.byNumber(c, a, "harm", &b.sys.Harm)
	b.byNumber(c, a, "healing", &b.sys.Healing)
	return a, nil
}

// byNumber reads which parameter of an action takes a number of points.
func (b *book) byNumber(c *call, a *action, word string, at *engine.ByNumber) {
	v := c.arg(word)
	if v == nil {
		return
	}
	p, ok := v.(*field)
	switch {
	case !ok || !slices.Contains(a.params, p) || p.Kind != engine.Int:
		c.bad(word, "%s is the whole number of the form that says how much: this is none", word)
	case a.by != "anyone" || a.takes > 0 || a.onceA != "" || len(a.cost) > 0:
		c.bad(word, "what is typed as %s can be done at any time: it has no by, takes, once_a or cost", word)
	case at.Action != "":
		c.bad(word, "the action %s is that for %s already", at.Action, word)
	default:
		*at, a.Mode = engine.ByNumber{Action: a.ID, Points: p.ID}, engine.Instant
	}
}

// add takes an action in.
func (b *book) add(a *action) {
	b.actions = append(b.actions, a)
	b.sys.Actions = append(b.sys.Actions, a.Action)
	if a.rule != nil {
		a.Rule = b.rule(a)
	}
}

// actionID is the id of a new action.
func (c *call) actionID() string {
	id := c.text("id")
	if !c.given("id") {
		return "wrong"
	}
	if !actionForm().MatchString(id) || len(id) > 40 {
		c.bad("id", "%s cannot be the id of an action: it is words of small letters with - between them, such as %q", quoted(id), idLike(id, "-"))
		return "wrong"
	}
	if _, taken := c.m.book.sys.Action(id); taken {
		c.bad("id", "there is an action %s already", quoted(id))
	}
	return id
}

// formOf declares the parameters of an action.
func (b *book) formOf(c *call, a *action) {
	g := a.Form.Group("Form")
	for _, v := range c.list("form") {
		p, ok := v.(*field)
		if !ok || p.place != ofAction {
			c.bad("form", "form is a list of parameters, such as param.int(…): this is %s", typeWords(v))
			continue
		}
		if _, twice := a.Form.Field(p.ID); twice {
			c.bad("form", "the parameter %s stands there twice", quoted(p.ID))
			continue
		}
		own := g.Text(p.ID, p.Label, 1).Spec
		heading := own.Group
		*own = *p.Spec
		own.Group = heading
		a.params = append(a.params, p)
		if p.RowsOf != "" && !p.single {
			a.Offers = append(a.Offers, p.ID)
		}
	}
}

// costOf reads what an action costs.
func (b *book) costOf(c *call, a *action) {
	v := c.arg("cost")
	if v == nil {
		return
	}
	d, ok := v.(*starlark.Dict)
	if !ok {
		c.bad("cost", "cost is a dict of pools, such as {stress: 2}: this is %s", typeWords(v))
		return
	}
	for k, v := range d.Entries() {
		p, isPool := k.(*pool)
		n, isNumber := wholeOf(v)
		if !isPool || !isNumber || n < 1 || n > mostLost {
			c.bad("cost", "cost is a dict of pools, each with a number, such as {stress: 2}")
			return
		}
		a.cost = append(a.cost, price{p, n})
	}
}

// timeWords are what time(…) said.
type timeWords struct {
	order string
	free  bool
	at    *Fault
	hooks []hook
}

// hook is an action of the clock that belongs to the time between the acts.
type hook struct {
	word   string
	action string
	at     Fault // said where there is no such action of the clock
}

// hooked are the words of time(…) for such actions.
var hooked = []string{"turn", "turn_over", "down", "scene"}

func declareTime(c *call) (starlark.Value, error) {
	c.once()
	b := c.m.book
	if b.sys.Time.Round != "" {
		c.bad("", "time is declared twice")
	}
	b.sys.Time = engine.Timekeeping{Unit: c.cleanText("unit"), Round: c.cleanText("round"), PerRound: c.whole("per_round", 0), RoundMS: 1000 * c.whole("seconds", 0)}
	if b.sys.Time.Round == "" {
		b.sys.Time.Round = "round"
	}
	if b.sys.Time.Unit == "" {
		b.sys.Time.Unit = "turn"
	}
	if n := b.sys.Time.PerRound; n < 0 || n > 10_000 {
		c.bad("per_round", "per_round is the number of units in a round, 0 where a round has only turns")
	}
	if n := b.sys.Time.RoundMS; n < 0 || n > 1_000_000_000 {
		c.bad("seconds", "seconds is how long a round is")
	}
	named := func(word string) string {
		if a, ok := c.arg(word).(*action); ok {
			return a.ID
		}
		return c.text(word)
	}
	b.time.order = named("order")
	for _, word := range hooked {
		if id := named(word); id != "" {
			at := b.argFault(c.m.thread, &argError{c.word.param(word), word, fmt.Sprintf("there is no action %s with by = \"clock\"", quoted(id))})
			b.time.hooks = append(b.time.hooks, hook{word, id, at})
		}
	}
	b.time.free = c.oneOf("turns", "order", "order", "free") == "free"
	if b.time.free && b.time.order != "" {
		c.bad("turns", "turns are free, or in the order of %s: not both", quoted(b.time.order))
	}
	if b.time.order != "" {
		at := b.argFault(c.m.thread, &argError{c.word.param("order"), "order", fmt.Sprintf("there is no action %s to roll for the order", quoted(b.time.order))})
		b.time.at = &at
	}
	return starlark.None, nil
}

// condition is something that may hold for a character.
type condition struct {
	thing
	ready
	engine.Condition
	spec  *engine.Spec // 1 where it holds
	down  bool         // whoever it holds for cannot act
	bound bool         // whoever it holds for can begin nothing, but has not fallen
}

func (x *condition) String() string { return x.ID }
func (x *condition) Type() string   { return "condition" }
func (x *condition) what() string   { return "the condition " + x.ID }
func (x *condition) Attr(name string) (starlark.Value, error) {
	return x.ready.attr(conditionWords, x, name)
}
func (x *condition) AttrNames() []string { return conditionWords.names() }

func declareCondition(c *call) (starlark.Value, error) {
	c.once()
	b, label := c.m.book, c.label()
	id := c.text("id")
	if c.given("id") && !actionForm().MatchString(id) {
		c.bad("id", "%s cannot be the id of a condition: it is words of small letters with - between them", quoted(id))
		id = "wrong"
	}
	held := "is_" + strings.ReplaceAll(id, "-", "_")
	c.claim(held, "the condition "+id)
	x := &condition{Condition: engine.Condition{ID: id, Label: label, Help: c.cleanText("help"), Also: c.cleanText("words")}}
	x.spec = b.sys.Sheet.Group("Conditions").Int(held, label, 0, 9).Spec
	x.spec.Quiet = true
	x.down, x.bound = c.yes("down", false), c.yes("bound", false)
	if x.Help == "" {
		x.Help = label + "."
	}
	if until := c.cleanText("until"); until != "" {
		x.Help = strings.TrimSuffix(x.Help, ".") + ", until " + until + "."
	}
	if d, ok := c.arg("adds").(*starlark.Dict); ok {
		for k, v := range d.Entries() {
			f, isField := k.(*field)
			n, isNumber := wholeOf(v)
			if !isField || f.place != onSheet || !isNumber || f.Kind != engine.Int && f.Kind != engine.Decimal {
				c.bad("adds", "adds is a dict of numbers of the sheet, such as {armour: -2}: not %s", typeWords(k))
				continue
			}
			if n == 0 && !strings.Contains(x.Help, "choose") {
				x.Help = strings.TrimSuffix(x.Help, ".") + "; the gamemaster chooses how much."
			}
			x.Adds = append(x.Adds, engine.Modifier{Field: f.ID, N: n})
			f.AddedWhile(x.spec, n)
		}
	} else if c.given("adds") {
		c.bad("adds", "adds is a dict of numbers of the sheet, such as {armour: -2}: this is %s", typeWords(c.arg("adds")))
	}
	x.Adds = append(x.Adds, engine.Modifier{Field: held, N: 1})
	if slices.ContainsFunc(b.sys.Conditions, func(o engine.Condition) bool { return o.ID == id }) {
		c.bad("id", "there is a condition %s already", quoted(id))
	}
	b.sys.Conditions = append(b.sys.Conditions, x.Condition)
	b.marks = append(b.marks, x)
	return x, nil
}

func declareTemplate(c *call) (starlark.Value, error) {
	c.once()
	b, label := c.m.book, c.label()
	id := c.text("id")
	if c.given("id") && !actionForm().MatchString(id) {
		c.bad("id", "%s cannot be the id of a template: it is words of small letters with - between them", quoted(id))
	}
	if slices.ContainsFunc(b.sys.Templates, func(t engine.Template) bool { return t.ID == id }) {
		c.bad("id", "there is a template %s already", quoted(id))
	}
	t := engine.Template{ID: id, Name: label, Note: c.cleanText("note"), Side: engine.Side(c.oneOf("side", "heroes", "heroes", "foes"))}
	if t.Note == "" {
		t.Note = label + "."
	}
	for _, kv := range c.more {
		name := string(kv[0].(starlark.String))
		if _, list := b.sys.Sheet.FindList(name); list {
			t.Page = c.rowsOf(t.Page, name, kv[1])
			continue
		}
		sp, ok := b.sys.Sheet.Field(name)
		if !ok {
			c.wrong = append(c.wrong, &argError{-1, name, fmt.Sprintf("the sheet has no field %s%s", quoted(name), meant(name, b.sheetIDs()))})
			continue
		}
		v, err := valueFor(sp, kv[1])
		if n, whole := wholeOf(kv[1]); err == nil && whole && sp.Kind == engine.Int && v.Int() != n {
			err = fmt.Errorf("%s cannot be %d: it is %s", sp.ID, n, sp.Range())
		}
		if err != nil {
			c.wrong = append(c.wrong, &argError{0, name, err.Error()})
			continue
		}
		t.Page = t.Page.With(name, v)
	}
	if t.Page.IsZero() {
		c.bad("", "the template has no values: write them, such as strength = 12")
	}
	b.sys.Templates = append(b.sys.Templates, t)
	return starlark.None, nil
}

// sheetIDs are the ids that a template can write.
func (b *book) sheetIDs() []string {
	var out []string
	for _, sp := range b.sys.Sheet.Fields() {
		out = append(out, sp.ID)
	}
	for _, l := range b.sys.Sheet.Lists() {
		out = append(out, l.ID)
	}
	return out
}

// rowsOf writes the rows of a table onto the page of a template: texts for their
// names, or dict(name = …, column = …).
func (c *call) rowsOf(p engine.Page, table string, v starlark.Value) engine.Page {
	l, _ := c.m.book.sys.Sheet.FindList(table)
	fail := func(format string, args ...any) {
		c.wrong = append(c.wrong, &argError{0, table, fmt.Sprintf(format, args...)})
	}
	rows, ok := v.(*starlark.List)
	if !ok || rows.Len() > 200 {
		fail("%s is a list of up to 200 rows: [dict(name = \"…\"), …]", table)
		return p
	}
	for i := range rows.Len() {
		path := fmt.Sprintf("%s/r%d/", table, i+1)
		if name, plain := rows.Index(i).(starlark.String); plain {
			p = p.With(path+"name", engine.ValueOf(string(name)))
			continue
		}
		d, ok := rows.Index(i).(*starlark.Dict)
		if !ok {
			fail("row %d of %s is %s: write dict(name = \"…\")", i+1, table, typeWords(rows.Index(i)))
			continue
		}
		named := false
		for k, v := range d.Entries() {
			id, _ := starlark.AsString(k)
			at := slices.IndexFunc(l.Columns, func(sp *engine.Spec) bool { return sp.ID == id })
			if at < 0 {
				var ids []string
				for _, sp := range l.Columns {
					ids = append(ids, sp.ID)
				}
				fail("the table %s has no column %s%s", table, quoted(id), meant(id, ids))
				continue
			}
			value, err := valueFor(l.Columns[at], v)
			if err != nil {
				fail("row %d: %s", i+1, err)
				continue
			}
			named = named || id == "name" && value.Text() != ""
			p = p.With(path+id, value)
		}
		if !named {
			fail("row %d of %s has no name", i+1, table)
		}
	}
	return p
}

func declarePanel(c *call) (starlark.Value, error) {
	c.once()
	b := c.m.book
	if b.paneled {
		c.bad("", "the panel is declared twice")
	}
	b.paneled, b.panelAt = true, b.calling(c.m.thread)
	for _, v := range c.list("blocks") {
		switch x := v.(type) {
		case starlark.String, *pool, *track, *table:
		case *field:
			if x.place != onSheet {
				c.bad("blocks", "a panel shows the sheet: %s is not a field of it", x.ID)
			}
		default:
			c.bad("blocks", "a panel shows headings in quotes, fields, pools, tracks and tables: this is %s", typeWords(v))
			continue
		}
		b.panel = append(b.panel, v)
	}
	return starlark.None, nil
}

// rowPart is a pool, a track or a field in the row of the roster, and its short name.
type rowPart struct {
	name string
	of   starlark.Value
}

func declareBrief(c *call) (starlark.Value, error) {
	c.once()
	b := c.m.book
	if b.row != nil {
		c.bad("", "the row of the roster is declared twice")
	}
	given, is := c.arg("named").(*starlark.Dict)
	if !is || given.Len() == 0 {
		c.bad("named", "the row of the roster is a dict of names and what stands under them, such as {\"HP\": hp}")
		return starlark.None, nil
	}
	for _, item := range given.Items() {
		name, _ := starlark.AsString(item[0])
		if name == "" || utf8.RuneCountInString(name) > engine.MostName {
			c.bad("named", "a name in the roster has one to %d letters: %q has not", engine.MostName, name)
		}
		switch x := item[1].(type) {
		case *pool, *track:
		case *field:
			if x.place != onSheet {
				c.bad("named", "the roster shows the sheet: %s is not a field of it", x.ID)
			}
		default:
			c.bad("named", "the roster shows pools, tracks and fields: %q is %s", name, typeWords(x))
			continue
		}
		b.row = append(b.row, rowPart{name, item[1]})
	}
	return starlark.None, nil
}

func declareRest(c *call) (starlark.Value, error) {
	c.once()
	b, label := c.m.book, c.label()
	id := c.actionID()
	a := &action{Action: &engine.Action{ID: id, Label: label, Group: "Rest", Chapter: "Rest", Help: c.cleanText("help"), Also: "rest sleep camp recover",
		Purpose: engine.ForHealing, Form: &engine.Schema{}}, by: "anyone"}
	if a.Help == "" {
		a.Help = label + "."
	}
	a.rule, _ = c.function("rule", 1).(*starlark.Function)
	b.add(a)
	b.rests = append(b.rests, a)
	b.sys.Time.Between.Rests = append(b.sys.Time.Between.Rests, engine.Rest{ID: id, Label: label, Action: id, Units: max(0, c.whole("takes", 0))})
	return a, nil
}

// term is a term with what is said if there is no such action or condition.
type term struct {
	engine.Term
	at map[string]Fault // by the word of term(…) that names it
}

func declareTerm(c *call) (starlark.Value, error) {
	c.once()
	b := c.m.book
	named := func(word string) string {
		switch v := c.arg(word).(type) {
		case *action:
			return v.ID
		case *condition:
			return v.ID
		}
		return c.text(word)
	}
	t := term{Term: engine.Term{Words: c.cleanText("words"), Row: c.cleanText("row"), Says: c.cleanText("says")}, at: map[string]Fault{}}
	t.Action, t.Else, t.Condition = named("action"), named("otherwise"), named("condition")
	switch {
	case strings.TrimSpace(t.Words) == "":
		c.bad("words", "words are what people type, separated by commas")
	case t.Action == "" && t.Condition == "" && t.Says == "":
		c.bad("", "term names an action or a condition, or says what there is instead")
	case t.Action != "" && t.Condition != "":
		c.bad("condition", "term names an action or a condition: not both")
	}
	for word, id := range map[string]string{"action": t.Action, "otherwise": t.Else, "condition": t.Condition} {
		if id != "" {
			t.at[word] = b.argFault(c.m.thread, &argError{c.word.param(word), word, fmt.Sprintf("there is no %s %s", map[bool]string{true: "condition", false: "action"}[word == "condition"], quoted(id))})
		}
	}
	b.terms = append(b.terms, t)
	return starlark.None, nil
}

func declareAward(c *call) (starlark.Value, error) {
	c.once()
	f, ok := c.arg("field").(*field)
	if !ok || f.place != onSheet || f.Kind != engine.Int {
		if c.given("field") {
			c.bad("field", "field is a whole number of the sheet: this is %s", typeWords(c.arg("field")))
		}
		return starlark.None, nil
	}
	given := *f.Spec
	given.Label = c.label()
	c.m.book.awards = append(c.m.book.awards, &field{Spec: &given, place: f.place})
	return starlark.None, nil
}

// Dice of one kind that are thrown at once, and their faces.
const (
	mostThrown = 200
	mostFaces  = 10_000
)

func makeDice(c *call) (starlark.Value, error) {
	n, sides, low, again := c.whole("number", 0), c.whole("sides", 6), c.whole("least", 1), c.whole("again", 0)
	n = max(n, 0)
	if n > mostThrown {
		if c.m.roll != nil {
			c.m.roll.MayThrow(n)
		}
		c.bad("number", "%d dice: %d are the most", n, mostThrown)
	}
	if sides < 1 || sides > mostFaces || low < -mostFaces || low > mostFaces {
		c.bad("sides", "a die has 1 to %d faces", mostFaces)
		sides, low = 6, 1
	}
	d := &dice{Dice: engine.Dice{Count: n, Low: low, High: low + sides - 1}}
	if c.given("again") {
		if again < d.Low || again > d.High || sides == 1 {
			c.bad("again", "a die that shows %d is thrown again: it has the faces %d to %d", again, d.Low, d.High)
			again = 0
		}
		d.Again = again
	}
	return d, nil
}

// diceOf reads dice: as text, or made by dice(…).
func (c *call) diceOf(name string) *dice {
	switch v := c.arg(name).(type) {
	case nil:
		return nil
	case *dice:
		return v
	case starlark.String:
		text := string(v)
		if d, ok := plainDice(text); ok {
			if d.Count > mostThrown || d.High > mostFaces {
				if c.m.roll != nil {
					c.m.roll.Refuse("%s is too many dice: %d are the most", text, mostThrown)
				}
				c.bad(name, "%s is too many dice: %d are the most", quoted(text), mostThrown)
				return nil
			}
			return &dice{Dice: d, text: text}
		}
		x, err := plain.ParseExpression(text)
		if err != nil {
			if c.m.roll != nil { // somebody has typed them: a text with such dice was refused when it was read
				c.m.roll.Refuse("%s", err)
			}
			c.bad(name, "%s: %s", quoted(text), err)
			return nil
		}
		return &dice{text: text, sum: x.Sum}
	default:
		c.bad(name, "%s: this is %s", diceHelp, typeWords(v))
		return nil
	}
}

func makeDecimal(c *call) (starlark.Value, error) {
	if n, ok := decimalOf(c.arg("text")); ok {
		return decimal(n), nil
	}
	var m engine.Milli
	if err := m.Set(c.text("text")); err != nil {
		c.bad("text", "%s", err)
	}
	return decimal(m), nil
}

// option is one answer of r.pick, use one use of r.share.
type option struct {
	thing
	engine.Option
}

func (o *option) String() string { return o.ID }
func (o *option) Type() string   { return "option" }
func (o *option) what() string   { return "the option " + o.ID }

type use struct {
	thing
	engine.Use
}

func (u *use) String() string { return u.ID }
func (u *use) Type() string   { return "use" }
func (u *use) what() string   { return "the use " + u.ID }

// askID is the id of a question or an answer.
func (c *call) askID(name string) string {
	id := c.text(name)
	if c.given(name) && (!askForm.MatchString(id) || len(id) > longestWord) {
		c.bad(name, "%s", notAnID(id))
	}
	return id
}

// notAnID says what is wrong with the id of a question.
func notAnID(id string) string {
	if _, dice := plainDice(id); dice {
		return fmt.Sprintf("a question has an id before its dice, such as \"hit\", %q", id)
	}
	return fmt.Sprintf("%s cannot be an id: it is a word of small letters, such as %q", quoted(id), idLike(id, "-"))
}
