package engine

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// EndChance is how likely a field of a sheet is to have changed in one way, once a roll and all
// that it calls for are over, see [Follow].
type EndChance struct {
	Sheet Seat
	Field string
	From  Value
	To    Value
	P     float64
}

// MarshalJSON writes {"sheet":"other","field":"hp_lost","from":0,"to":7,"p":0.1}.
func (e EndChance) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Sheet Seat   `json:"sheet"`
		Field string `json:"field"`
		From  Value  `json:"from"`
		To    Value  `json:"to"`
		P     chance `json:"p"`
	}{e.Sheet, e.Field, e.From, e.To, chance(e.P)})
}

// What following rolls may take at most: so many different states of sheets, one of which takes a
// count of odds, and so many rolls in a row.
const (
	mostStates = 1 << 12
	mostInARow = 20
)

var errFollowsTooMuch = &TooLong{Words: "too much can come of the roll for all of it to be followed"}

// Follow makes a roll in every way that is possible and then each roll that it calls for, as an
// attack calls for its damage, in the order of the calls, until nothing is called for any more. It
// gives how the fields of the sheets are different then, those that the rules write for themselves
// left out: the chances of one field add up to 1 with that of no change. Decisions are answered by
// plan, as [Odds] does; the errors are those of [Odds], and unreached is as in [Ways]. Where a sheet
// is not known it is refused, since what follows would tell of it.
func Follow(in Inputs, tape []Answer, plan Plan) (all []EndChance, unreached float64, err error) {
	if len(in.Unknown) > 0 {
		return nil, 0, &Refusal{"what comes of it in the end hangs on a sheet that is not known"}
	}
	now := map[string]*followed{}
	if unreached, err = (&followed{sheets: in.Sheets, p: 1}).rolls(in, tape, plan, func(s Seat) Seat { return s }, now); err != nil {
		return nil, 0, err
	}
	ends := map[string]*EndChance{}
	for row := 0; len(now) > 0; row++ {
		if row == mostInARow {
			return nil, 0, errFollowsTooMuch
		}
		next := map[string]*followed{}
		for _, key := range slices.Sorted(maps.Keys(now)) {
			f := now[key]
			call, open := f.next()
			if !open {
				f.end(&in, ends)
				continue
			}
			left, err := f.roll(call, in, nil, plan, next)
			if err != nil {
				return nil, 0, err
			}
			if unreached += left; len(next) > mostStates {
				return nil, 0, errFollowsTooMuch
			}
		}
		now = next
	}
	for _, key := range slices.Sorted(maps.Keys(ends)) {
		all = append(all, *ends[key])
	}
	slices.SortStableFunc(all, func(a, b EndChance) int {
		return cmp.Or(cmp.Compare(a.Sheet, b.Sheet), cmp.Compare(a.Field, b.Field), cmp.Compare(a.To.Int(), b.To.Int()))
	})
	return all, unreached, nil
}

// followed is what has come of a roll so far, in one of the ways that are possible.
type followed struct {
	sheets map[Seat]Page
	calls  []Next // with the seats of the first roll
	p      float64
}

// next takes the roll that is made next. Of several of which only one is made it is the last,
// which is the usual one.
func (f *followed) next() (Next, bool) {
	for i, n := range f.calls {
		_, here := f.sheets[n.Who]
		or := func(m Next) bool { return m.Or && m.Who == n.Who }
		if here && (!n.Or || !slices.ContainsFunc(f.calls[i+1:], or)) {
			f.calls = f.calls[i+1:]
			return n, true
		}
	}
	return Next{}, false
}

// roll makes a roll that was called for. in are the inputs of the first roll.
func (f *followed) roll(call Next, in Inputs, tape []Answer, plan Plan, into map[string]*followed) (float64, error) {
	a, ok := in.System.Action(call.Action)
	if !ok {
		return 0, fmt.Errorf("%s calls for %q, which there is not", in.Action.Label, call.Action)
	}
	seats := map[Seat]Seat{Actor: call.Who}
	if _, there := f.sheets[call.Against]; there {
		seats[Other] = call.Against
	}
	then := in
	then.Action, then.Params, then.AsksDefence = a, call.whole().Params, false
	then.Sheets, then.Names, then.IDs, then.InForce = map[Seat]Page{}, map[Seat]string{}, map[Seat]string{}, map[Seat][]Modifier{}
	then.Minions, then.NoAction, then.Busy = nil, nil, nil
	for now, first := range seats {
		then.Sheets[now] = f.sheets[first]
		then.Names[now], then.IDs[now], then.InForce[now] = in.Names[first], in.IDs[first], in.InForce[first]
		if slices.Contains(in.Minions, first) {
			then.Minions = append(then.Minions, now)
		}
	}
	return f.rolls(then, tape, plan, func(s Seat) Seat { return seats[s] }, into)
}

// rolls makes a roll in every way and adds what comes of each to into. seat gives the seat that
// somebody has in the first roll.
func (f *followed) rolls(in Inputs, tape []Answer, plan Plan, seat func(Seat) Seat, into map[string]*followed) (float64, error) {
	ways, odds, err := Ways(in, tape, plan)
	if refused, no := errors.AsType[*Refusal](err); no && f.p < 1 { // the rule does not take what it was called for
		ways, err = []Way{{P: 1, Err: refused}}, nil
	}
	if err != nil {
		return 0, err
	}
	for _, w := range ways {
		then := followed{sheets: maps.Clone(f.sheets), calls: slices.Clone(f.calls), p: f.p * w.P}
		for _, ch := range w.Step.Changes {
			if page, there := then.sheets[seat(ch.Sheet)]; there {
				then.sheets[seat(ch.Sheet)] = page.With(ch.Field, ch.To)
			}
		}
		for _, n := range w.Step.Next {
			n.Who, n.Against = seat(n.Who), seat(n.Against)
			switch n.When {
			case CalledFor:
				then.calls = append(then.calls, n)
			case NotCalledFor:
				if i := slices.IndexFunc(then.calls, func(c Next) bool {
					return c.Who == n.Who && c.Action == n.Action && c.Against == n.Against
				}); i >= 0 {
					then.calls = slices.Delete(then.calls, i, i+1)
				}
			}
		}
		if len(ways) > mostStates && len(into) > mostStates {
			return 0, errFollowsTooMuch
		}
		key := then.key()
		if same, there := into[key]; there {
			same.p += then.p
		} else {
			into[key] = &then
		}
	}
	return f.p * odds.Unreached, nil
}

// key is equal where the same comes of it.
func (f *followed) key() string {
	var b strings.Builder
	for _, s := range slices.Sorted(maps.Keys(f.sheets)) {
		page := f.sheets[s]
		for _, path := range page.Paths() {
			v, _ := page.Get(path)
			fmt.Fprintf(&b, "%s.%s=%q;", s, path, v.String())
		}
	}
	fmt.Fprint(&b, f.calls)
	return b.String()
}

// end adds what is different on the sheets in the end.
func (f *followed) end(in *Inputs, ends map[string]*EndChance) {
	for s, page := range f.sheets {
		before, after := in.System.Sheet.Read(in.Sheets[s]), in.System.Sheet.Read(page)
		var changes []Change
		for _, path := range union(in.Sheets[s].Paths(), page.Paths()) {
			from, to := before.Value(path), after.Value(path)
			if from != to {
				changes = append(changes, Change{Sheet: s, Field: path, From: from, To: to})
			}
		}
		for _, c := range in.System.Sheet.NotableChanges(changes) {
			key := fmt.Sprintf("%s.%s=%q", c.Sheet, c.Field, c.To.String())
			if ends[key] == nil {
				ends[key] = &EndChance{Sheet: c.Sheet, Field: c.Field, From: c.From, To: c.To}
			}
			ends[key].P += f.p
		}
	}
}

// union gives each of two lists' words once.
func union(a, b []string) []string {
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}
