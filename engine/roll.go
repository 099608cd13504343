package engine

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Rule is one procedure of a rulebook: pure, in the order of the page.
type Rule func(r *Roll) Outcome

// Inputs are all that a rule may know besides its answers.
type Inputs struct {
	System  *System
	Action  *Action
	Sheets  map[Seat]Page
	House   Page   // house rules that the table changed
	Params  Page   // parameters of the action that were set
	Company []Page // this rulebook's pages of the others at the table
	Moment  int    // units since the table began
	Began   int    // the moment at which the scene began
	Player  bool   // a player begins it, and not the gamemaster
	InForce map[Seat][]Modifier

	// Those who are there and whose sheets are not known to whoever looks on, but
	// for these fields and lists: what follows from the rest is not told.
	Unknown map[Seat][]string

	Names map[Seat]string // of those at the seats; words for people, which no rule goes by

	// Watch, nil in play, is told of every field that the rule reads: whose
	// it is, a seat, "params" or "house", and its path.
	Watch func(whose Seat, path string) `json:"-"`

	// Unmerged odds trust no [Merge] and no [DiceSequence] that ways are alike: the
	// exam compares them with the others. They take far longer.
	Unmerged bool `json:"-"`

	listeners
}

// listeners says who waits for what comes of inputs.
type listeners struct {
	mute bool        // nobody reads the notes
	deaf bool        // nobody wants to know more than whether it begins
	own  *bool       // whether what is charted is one's own: how it ends goes by a sheet that is not known
	stop func() bool // whether nobody waits for the odds any more; nil: somebody does
}

// Until gives the inputs for odds that somebody may not wait for to the end: as
// soon as stop, asked before every way, says so, the rest is unreached. It may be
// asked from any goroutine.
func (in Inputs) Until(stop func() bool) Inputs {
	in.stop = stop
	return in
}

// What [Inputs.Watch] calls those whom nobody sits at.
const (
	theParams Seat = "params"
	theHouse  Seat = "house"
)

// Roll is a rule's view of the table while it runs.
type Roll struct {
	in   *Inputs
	tape []Answer
	walk *walk // nil in play
	way
	aim aim
	changed
	named []Named // the values of outcomes, while odds are counted
	laid  []laid  // the sheets that were read, in play
	leads
	told
}

// way is how far a roll has come.
type way struct {
	walked  []any // readings and answers after the tape, while odds are counted
	next    int   // the answer that comes next: an index over tape, then walked
	asked   int   // decisions answered with nothing, while odds are counted
	once    oncesCalled
	settled int // Merge points met
	passed  int // Merge points not to pause at
}

// told is what a roll says for people: nothing while odds are counted.
type told struct {
	notes  []string
	story  string
	taken  Page // see Field.Else
	beside []Named
	fates  []DieFate
}

// leads is what comes of a roll besides its changes.
type leads struct {
	later  []Later
	follow []FollowUp
	off    []Aside
	aside  []Aside
	acts   []Seat
}

// emptied gives leads without any, in the memory of those that odds count.
func (l leads) emptied() leads { return leads{later: l.later[:0], follow: l.follow[:0]} }

// aim is what the dice are measured against, once that is known.
type aim struct {
	target int
	known  bool
}

// Sheet gives the sheet at a seat. Where nobody sits it is empty and
// [Sheet.There] is false.
func (r *Roll) Sheet(seat Seat) Sheet { return r.sheet(seat) }

// House gives the table's house rules.
func (r *Roll) House() Sheet { return r.sheet(theHouse) }

// Params gives the parameters of the action.
func (r *Roll) Params() Sheet { return r.sheet(theParams) }

// Company gives the sheets of the others at the table. The rulebook has to say
// that it looks at them.
func (r *Roll) Company() []Sheet {
	if !r.in.System.Company {
		panic("a rule looks at others, and its rulebook doesn't say so: see System.Company")
	}
	r.looksAt(func(l *looks) { l.company = true })
	out := make([]Sheet, 0, len(r.in.Company))
	for _, p := range r.in.Company {
		out = append(out, r.in.System.Sheet.Read(p))
	}
	return out
}

// Gamemaster reports whether the gamemaster begins the roll, and not a player.
func (r *Roll) Gamemaster() bool { return !r.in.Player }

// Moment is the present unit of time, counted since the table began.
func (r *Roll) Moment() int {
	r.looksAt(func(l *looks) { l.time = true })
	return r.in.Moment
}

// Refuse stops the rule with the reason, in the words of the game.
func (r *Roll) Refuse(format string, args ...any) {
	if r.in.deaf {
		panic(refused)
	}
	panic(&Refusal{Words: fmt.Sprintf(format, args...)})
}

// refused is a refusal whose reason nobody reads.
var refused = &Refusal{}

// heard reports whether anybody reads what the roll tells.
func (r *Roll) heard() bool { return r.walk == nil && !r.in.deaf }

// mostDice is the largest pool that is thrown.
const mostDice = 200

// MayThrow refuses a pool of more dice than any table throws.
func (r *Roll) MayThrow(count int) {
	if count > mostDice {
		r.Refuse("a pool of %d dice: %d are the most that are thrown", count, mostDice)
	}
}

// Acts says that somebody besides the one who began it uses up an action in
// this roll: a dodge, the other side of a contest.
func (r *Roll) Acts(who Seat) {
	if r.walk == nil {
		r.acts = append(r.acts, who)
	}
}

// Cancelled says that the first die of a question that shows a face does not
// count.
func (r *Roll) Cancelled(ask string, face int) { r.fate(ask, face, cancelled) }

// Decisive says that the first die of a question that shows a face decided
// something by itself.
func (r *Roll) Decisive(ask string, face int) { r.fate(ask, face, decisive) }

func (r *Roll) fate(ask string, face int, fate string) {
	if r.walk == nil {
		r.fates = append(r.fates, DieFate{ask, face, fate})
	}
}

// Told reports whether anybody reads what the roll tells: nobody while odds are
// counted. Long words are not worked out then; no rule goes by it.
func (r *Roll) Told() bool { return r.heard() }

// Values are those of an outcome. While odds are counted they lie where those of
// the next way will.
func (r *Roll) Values(all ...Named) []Named {
	if r.walk == nil {
		return slices.Clone(all)
	}
	const more = 8 // that a rule may add
	at := len(r.named)
	r.named = slices.Grow(append(r.named, all...), more)
	end := len(r.named)
	r.named = r.named[:end+more]
	return r.named[at : end : end+more]
}

// Note adds one line of working.
func (r *Roll) Note(format string, args ...any) {
	if r.heard() && !r.in.mute {
		r.notes = append(r.notes, fmt.Sprintf(format, args...))
	}
}

// Else gives f, a parameter of the roll, as it is written or else v: what the
// weapon, the skill, the sheet gives. Forms show the value that counts.
func (f Field[T]) Else(r *Roll, v T) T {
	if params := r.Params(); params.Written(f.ID) {
		return f.Of(params)
	}
	if r.heard() {
		r.taken = r.taken.With(f.ID, ValueOf(v))
	}
	return v
}

// Beside says what stands in a form beside a parameter or, by the name of a
// seat, beside who is faced: what a weapon does, somebody's Defense as it is. By
// "total" it names what the chart of the odds counts.
func (r *Roll) Beside(id, format string, args ...any) {
	if r.heard() {
		r.beside = append(r.beside, Word(id, fmt.Sprintf(format, args...)))
	}
}

// Story is the sentence that the log tells of the roll, in the game's words:
// who, what, whom, how well and, behind two spaces, what it did. {actor},
// {other} and {other.2} stand for the names of those at these seats. The last
// word counts.
func (r *Roll) Story(format string, args ...any) {
	if r.heard() {
		r.story = fmt.Sprintf(format, args...)
	}
}

// Called is what people call whoever sits at a seat, or else otherwise. It is
// for labels and notes: no rule goes by it.
func (r *Roll) Called(seat Seat, otherwise string) string {
	if name := r.in.Names[seat]; name != "" {
		return name
	}
	return otherwise
}

// Faced gives the names of all who are faced for [Roll.Story], behind a word:
// " at {other} and {other.2}". It is "" where nobody is there.
func (r *Roll) Faced(word string) string {
	if !r.heard() {
		return ""
	}
	var names []string
	for n := 1; n <= MostOpponents; n++ {
		seat := Opponent(n)
		if _, there := r.in.Sheets[seat]; !there {
			break
		}
		names = append(names, "{"+string(seat)+"}")
	}
	switch last := len(names) - 1; last {
	case -1:
		return ""
	case 0:
		return word + names[0]
	default:
		return word + strings.Join(names[:last], ", ") + " and " + names[last]
	}
}

// Aim says what the dice will be measured against, with its working, before
// they are thrown. The last word counts.
func (r *Roll) Aim(target int, format string, args ...any) {
	r.aim = aim{target, true}
	r.Note(format, args...)
}

// Add changes a number on a sheet; it holds when the rule has ended, and the
// rule itself sees it at once. On an empty seat it does nothing.
func (r *Roll) Add(on Sheet, f Field[int], delta int) {
	if delta != 0 {
		Put(r, on, f, f.Of(on)+delta)
	}
}

// Put writes a field of a sheet, or a column of a row.
func Put[T Type, On Sheet | Row](r *Roll, on On, f Field[T], v T) {
	switch x := any(&on).(type) {
	case *Sheet:
		r.set(*x, f.ID, f.Spec, ValueOf(v))
	case *Row:
		r.put(*x, f.Spec, ValueOf(v))
	}
}

// put is Set for a column of a row.
func (r *Roll) put(row Row, column *Spec, v Value) {
	seat := row.sheet.lying().seat
	if seat == "" || !row.sheet.There() {
		return
	}
	if c := row.changed(column.ID); c != nil {
		c.To = v
		return
	}
	if column.derive != nil && len(r.changes) > 0 {
		row.sheet = row.sheet.before()
	}
	r.write(Change{Sheet: seat, Field: r.path(row.list, row.ID, column.ID), From: row.stood(column), To: v})
}

// path is that of a column of a row, the same string for all runs of the odds.
func (r *Roll) path(list, row, column string) string {
	if r.walk == nil {
		return list + "/" + row + "/" + column
	}
	b := append(append(r.walk.ink[:0], list...), '/')
	r.walk.ink = append(append(append(b, row...), '/'), column...)
	return r.walk.word()
}

// Drop takes a row out of its list.
func (r *Roll) Drop(row Row) { r.Set(row.sheet, row.list+"/"+row.ID, Value{}) }

// NewRow starts a row at the end of a list by writing its name.
func (r *Roll) NewRow(on Sheet, list *Group, name string) Row {
	for n := 1; ; n++ {
		row := Row{ID: newRow(n), sheet: on, list: list.list.ID}
		if _, used := list.Find(on, row.ID); !used && !on.lying().dropped(row.list, row.ID) {
			r.Set(on, r.path(row.list, row.ID, "name"), ValueOf(name))
			return row
		}
	}
}

// newRow is the id of the nth row that a roll starts.
func newRow(n int) string {
	if n < len(newRows) {
		return newRows[n]
	}
	return "r" + strconv.Itoa(n)
}

var newRows = [...]string{"r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7"}

// Set writes at a path of a sheet; see [Page.With]. What is told of it begins
// with what stood there when the roll began.
func (r *Roll) Set(on Sheet, path string, v Value) {
	sp, _ := on.Schema().Field(path)
	r.set(on, path, sp, v)
}

// set is Set where the field at the path is known; nil: there is none.
func (r *Roll) set(on Sheet, path string, sp *Spec, v Value) {
	seat := on.lying().seat
	if seat == "" || !on.There() {
		return
	}
	for i := r.last(seat); i >= 0; i = r.earlier[i] {
		if c := &r.changes[i]; c.Field == path {
			c.To = v
			return
		}
	}
	from := on
	if sp != nil && sp.derive != nil && len(r.changes) > 0 {
		from = on.before()
	}
	var stood Value
	if sp != nil && sp.In == "" {
		stood = from.lying().value(sp)
	} else {
		stood = from.Value(path)
	}
	r.write(Change{Sheet: seat, Field: path, From: stood, To: v})
}

// After puts an action on the timeline, so many units after this one began.
// It will know the parameters, and be aimed at whom this roll was aimed.
func (r *Roll) After(units int, action string, carry Carry) {
	r.later = append(r.later, Later{After: units, Unit: r.in.System.Time.Unit, Action: action,
		Against: carry.Against, Params: carry.Params.and(carry.And)})
}

// Carry is what a later action takes along.
type Carry struct {
	Against Seat // whom it concerns, "" for nobody
	Params  Page // its parameters
	Or      bool // it is one of several that this roll calls for, of which one is done

	// And, with no ID for none, is one more parameter. Alike, none for the same, is
	// a value of it that comes to as much, by which odds tell few ways apart.
	And   Named
	Alike Value
}

// Throw asks for dice of which each single one matters. The rule may tell the
// dice apart by their place; for more than a few dice [Read] is far cheaper.
func (r *Roll) Throw(ask Ask, d Dice) Faces {
	if reading := r.reading(); reading != nil {
		return reading.(Faces)
	}
	q := thrown(ask, d)
	q.Ordered = true
	if a := r.answer(q); a != nil {
		return a.Faces
	}
	panic(r.walk.fork(everyThrow(d)))
}

// Pick asks for one of several options; the first spends nothing. With only
// one option nobody is asked.
func (r *Roll) Pick(ask Ask, who Seat, opts ...Option) string {
	if len(opts) == 1 || r.frugal() && opts[0].WhyNot == "" {
		return opts[0].ID
	}
	if a := r.decided(); a != nil {
		return a.Pick
	}
	return r.decide(Question{Ask: ask, Wants: Picking, Who: who, Options: opts}).Pick
}

// Share asks how total points are divided. Without points nobody is asked.
func (r *Roll) Share(ask Ask, who Seat, total int, sinks ...Use) Shares {
	q := Question{Ask: ask, Wants: Sharing, Who: who, Total: total, Uses: sinks}
	switch {
	case total <= 0 || len(sinks) == 0:
		return Shares{}
	case r.frugal():
		return q.needed()
	}
	return r.share(q)
}

// ShareOne is Share where only one sink may take any.
func (r *Roll) ShareOne(ask Ask, who Seat, total int, sinks ...Use) Shares {
	if total <= 0 || len(sinks) == 0 || r.frugal() {
		return nil
	}
	return r.share(Question{Ask: ask, Wants: Sharing, Who: who, Total: total, One: true, Uses: sinks})
}

// Amount asks for a whole number, of which the least spends nothing: 0. With
// one possible number nobody is asked.
func (r *Roll) Amount(ask Ask, who Seat, least, most int) int {
	if least >= most || r.frugal() {
		return least
	}
	if a := r.decided(); a != nil {
		return *a.Amount
	}
	return *r.decide(Question{Ask: ask, Wants: Numbering, Who: who, Least: least, Most: most}).Amount
}

func (r *Roll) share(q Question) Shares {
	if a := r.decided(); a != nil {
		return a.Give
	}
	return r.decide(q).Give
}

// Counted reports whether odds are counted: the rule runs many times. No rule goes
// by it.
func (r *Roll) Counted() bool { return r.walk != nil }

// Again reports whether odds are counted that have read before what is asked next:
// what they read it by need not be put together. No rule goes by it.
func (r *Roll) Again() bool { return r.unread() }

// DecidesNothing reports whether odds are counted that answer every decision from
// here on with nothing. The options of one need not be put together then, but for
// the first; no rule goes by it.
func (r *Roll) DecidesNothing() bool {
	return r.walk != nil && r.walk.frugal && r.next >= len(r.tape)
}

// frugal reports whether the odds answer the decision that comes now with
// nothing. It is not kept among the answers then: it would be the same again.
func (r *Roll) frugal() bool {
	if !r.DecidesNothing() {
		return false
	}
	r.asked++
	r.mustEnd(r.asked)
	return true
}

func (r *Roll) decide(q Question) *Answer {
	if a := r.answer(q); a != nil {
		return a
	}
	q.Before = r.before(q.ID)
	a := r.walk.plan(q)
	if err := q.Check(a); err != nil {
		panic(fmt.Errorf("the plan's answer: %w", err))
	}
	r.walked = append(r.walked, &a)
	r.next++
	return &a
}

// before counts the decisions of an ID that were taken so far.
func (r *Roll) before(id string) int {
	n := 0
	for _, a := range r.tape {
		if a.ID == id {
			n++
		}
	}
	for _, w := range r.walked {
		if a, ok := w.(*Answer); ok && a.ID == id {
			n++
		}
	}
	return n
}

// reading gives what the walk of the odds holds for the question that comes
// now: a reading, or the *Answer of a plan. It is nil for what it has not come
// to, and for what is on the tape.
func (r *Roll) reading() any {
	if !r.unread() {
		return nil
	}
	r.next++
	return r.walked[r.next-1-len(r.tape)]
}

// unread reports whether there is such a thing.
func (r *Roll) unread() bool {
	i := r.next - len(r.tape)
	return i >= 0 && i < len(r.walked)
}

// decided is reading for a decision.
func (r *Roll) decided() *Answer {
	a, _ := r.reading().(*Answer)
	return a
}

// answer gives what the tape holds for q. Beyond its end the roll waits for
// the answer; while odds are counted it is nil.
func (r *Roll) answer(q Question) *Answer {
	if r.next >= len(r.tape) {
		r.mustEnd(r.next)
		if r.walk == nil {
			panic(open{q})
		}
		return nil
	}
	a := &r.tape[r.next]
	if err := q.Check(*a); err != nil {
		panic(&Diverged{At: r.next, Words: err.Error()})
	}
	r.next++
	return a
}

// thrown is the question for dice.
func thrown(ask Ask, d Dice) Question {
	return Question{Ask: ask, Wants: Throwing, Who: Actor, Dice: d}
}

// mustEnd breaks off a rule that has asked far too much.
func (r *Roll) mustEnd(asked int) {
	if asked > longestTape {
		panic(fmt.Errorf("the rule asks without end: %d questions", asked))
	}
}

// longestTape is far more questions than any roll asks.
const longestTape = 10_000
