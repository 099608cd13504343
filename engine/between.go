package engine

// Ending says what happens to an action on the timeline when the scene ends or somebody
// calls it off before its moment. With the zero Ending, as for a blow, it is called off when
// the scene ends.
type Ending struct {
	OnlyEnds      bool   // it only ends something, and comes after everything else of its moment
	AtSceneEnd    bool   // it happens when the scene ends: delayed damage falls, a stun is over
	SurvivesScene bool   // it stays pending when the scene ends: somebody knocked out for an hour
	WhenCancelled string // the ByClock action run in its place, with what it carries, when it is called off
}

// Lasting reports whether the action continues or ends something that has begun, so
// that it concerns even characters who have left the table.
func (a *Action) Lasting() bool {
	return a.Mode == ByClock && (a.Over.AtSceneEnd || a.Over.SurvivesScene)
}

// Between says which actions belong to the time between fights.
type Between struct {
	Scene    string // the ByClock action run for each character when a scene ends, "" for none
	First    string // the yes/no parameter of Scene that says that no scene was played before, "" for none
	Turn     string // the ByClock action run for a character whose turn begins, "" for none
	TurnOver string // the ByClock action run for a character whose turn is over, "" for none
	Down     string // the ByClock action run for a character who cannot act, when the clock moves on; "" for none
	Session  string // the ByClock action run for each character when a session ends: a round ends with it, too; "" for none
	Awards   string // the action that gives awards at the end of a session, which the gamemaster starts; "" for none
	Leaves   string // the ByClock action run for a character who leaves the table, "" for none
	Rests    []Rest // the ways to rest, shortest first

	// What is counted at the end of a session besides the pools.
	Points []Field[int] // points that are spent on rolls and given out by the action of Awards
	Hurt   string       // the field that says in words how badly somebody is hurt, "" for none
}

// Rest is a way to rest and the action that does it.
type Rest struct {
	ID     string // round, hour, day, month
	Label  string
	Action string
	Params Page
	More   []Page // further runs of the action at the same time, each with its own parameters
	Count  string // the parameter that takes how many; "" if the action is run once for each
	Units  int    // units of time that one takes; 0: it takes none
	Of     string // the shorter rest that it is made of, whose action is run in it too; "" for none

	// Takes gives the units of time that it takes, if that depends on the sheet; nil: it is
	// Units.
	Takes func(s, house Sheet) int
}
