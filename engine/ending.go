package engine

// Ending says what becomes of an action on the timeline other than that its
// moment comes. The zero Ending is that of a blow: called off with the scene.
type Ending struct {
	Last     bool   // it only ends something, and comes after the rest of its moment
	Befalls  bool   // it happens when the scene ends: waiting damage falls, a stun is over
	Outlasts bool   // it stays pending when the scene ends: somebody knocked out for an hour
	Off      string // the ByClock action run in its place, with what it carries, when it is called off
}

// Lasting reports whether the action goes on with something that has begun,
// so that it concerns even those who have left the table.
func (a *Action) Lasting() bool { return a.Mode == ByClock && (a.Over.Befalls || a.Over.Outlasts) }

// Between says which actions belong to the time between fights.
type Between struct {
	Scene   string // the ByClock action run for each character when a scene ends, "" for none
	Turn    string // the ByClock action run for a character whose turn begins, "" for none
	Evening string // run for each character when an evening ends, or called for where people start it; "" for none
	Leaves  string // the ByClock action run for a character who leaves the table, "" for none
	Rests   []Rest // the ways to rest, shortest first

	// What an evening's end counts besides the pools.
	Points []Field[int] // what is spent on rolls, and given by the action of Evening
	Hurt   string       // the field of the sheet that says in words how badly somebody is hurt, "" for none
}

// Rest is a span of rest and the action that it is.
type Rest struct {
	ID     string // round, hour, day, month
	Label  string
	Action string
	Params Page
	Count  string // the parameter that takes how many; "": the action is run once for each
	Units  int    // units of time that one takes; 0: it takes none
}
