package saves

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"example.org/fray/model"
	"example.org/fray/saves/fairdice"
)

// seedLine is the body of the line that holds the seeds of a session. It is no event,
// and stands before the one that begins the session.
type seedLine struct {
	Session *keptSeeds `json:"session"`
}

// keptSeeds are the seeds of a session, and where its log is at home: one that was
// copied elsewhere goes on with seeds of its own, and the other's are told in neither
// before its end.
type keptSeeds struct {
	fairdice.Seeds
	Home string `json:"home"`
}

// homeOf is a place as nobody can read it back.
func homeOf(place string) string {
	sum := sha256.Sum256([]byte("fray: home\x00" + place))
	return hex.EncodeToString(sum[:16])
}

// keepSeeds puts the seeds of a session that begins into the log.
func (d *draft) keepSeeds() error {
	body, err := json.Marshal(seedLine{&keptSeeds{d.dice.Seeds(), homeOf(d.place)}})
	if err != nil {
		return err
	}
	d.append(0, body)
	return nil
}

// seedsIn are the seeds that a line holds; nil for none.
func seedsIn(line Line) *keptSeeds {
	if line.Seq > 0 || !bytes.HasPrefix(line.Body, []byte(`{"session":`)) {
		return nil
	}
	var s seedLine
	if json.Unmarshal(line.Body, &s) != nil {
		return nil
	}
	return s.Session
}

// findDice goes on with the session that is under way where a run ended without ending
// it: its dice are drawn again as far as the log has them.
func (l *Live) findDice() error {
	if l.read {
		return nil
	}
	t := l.Now()
	l.read = true
	if !t.Open {
		return nil
	}
	seq, err := l.sessionBegan(t)
	if err == nil && seq > 0 {
		l.dice, err = diceFrom(context.Background(), l.log, seq)
	}
	l.read = err == nil
	return err
}

// sessionBegan returns the newest event that began a session or went on with one, or 0.
func (l *Live) sessionBegan(t model.Table) (uint64, error) {
	for line := range t.Log() {
		if line.Event.Seq <= t.ColdUpTo {
			break
		}
		if _, ok := began(line.Event); ok {
			return line.Event.Seq, nil
		}
	}
	for upTo := t.ColdUpTo; upTo > 0; {
		from, newest := upTo-min(upTo, readBack), uint64(0)
		for e, err := range events(context.Background(), l.log, from) {
			if err != nil {
				return 0, err
			}
			if e.Line.Seq > upTo {
				break
			}
			if _, ok := began(e.Event); ok {
				newest = e.Line.Seq
			}
		}
		if newest > 0 {
			return newest, nil
		}
		upTo = from
	}
	return 0, nil
}

// readBack is how many events of the log are read together on the way back.
const readBack = 1000

// seedsOf gives the seeds of the session that an event began or went on with; nil where
// they are not in the log.
func seedsOf(ctx context.Context, log Log, seq uint64) (*fairdice.Seeds, error) {
	var seeds *fairdice.Seeds
	for line, err := range log.Read(ctx, seq-1) {
		if err != nil {
			return nil, err
		}
		if s := seedsIn(line); s != nil {
			seeds = &s.Seeds
		}
		if line.Seq >= seq {
			break
		}
	}
	return seeds, nil
}

func began(e model.Event) (model.SessionBegan, bool) {
	for _, f := range e.Facts {
		if f, ok := f.(model.SessionBegan); ok {
			return f, true
		}
	}
	return model.SessionBegan{}, false
}

// diceFrom gives the dice of the session that an event began, as they stand at the end
// of the log; nil where its seeds are not in the log, or of a log elsewhere, or a part
// is lost.
func diceFrom(ctx context.Context, log Log, seq uint64) (*fairdice.Session, error) {
	f := diceFollower{home: homeOf(log.Path())}
	for e, err := range entries(ctx, log, seq-1) {
		if err != nil {
			return nil, err
		}
		f.follow(e)
	}
	return f.dice, nil
}

// diceFollower draws the dice of the session that is under way again, as far as the log
// has them.
type diceFollower struct {
	home  string            // of the log
	seeds *keptSeeds        // the newest in the log
	dice  *fairdice.Session // nil where they cannot be drawn on
}

func (f *diceFollower) follow(e entry) {
	switch {
	case e.Line.Seq == 0:
		if s := seedsIn(e.Line); s != nil {
			f.seeds = s
		}
		return
	case e.Body == nil: // nobody knows how far they were drawn
		f.dice = nil
		return
	}
	for _, fact := range e.Facts {
		switch fact := fact.(type) {
		case model.SessionBegan:
			f.dice = nil
			if f.seeds != nil && f.seeds.Open.Fingerprint() == fact.Fingerprint && f.seeds.Home == f.home {
				f.dice = fairdice.New(f.seeds.Seeds)
			}
		case model.SessionEnded:
			f.dice = nil
		}
		if f.dice != nil && f.dice.Follow(fact) != nil {
			f.dice = nil
		}
	}
}

// toldSeeds are the lines behind an event that hold seeds which the log itself tells, at
// the end of their session.
func toldSeeds(ctx context.Context, log Log, after uint64) (map[Hash]bool, error) {
	told := map[Hash]bool{}
	var last Line
	var seeds *keptSeeds
	for line, err := range log.Read(ctx, after) {
		if err != nil {
			return nil, err
		}
		if s := seedsIn(line); s != nil {
			last, seeds = line, s
		}
		if seeds == nil || !bytes.Contains(line.Body, []byte(model.SessionEnded{}.Kind())) {
			continue
		}
		e, err := readEvent(log.Path(), line)
		if err != nil {
			return nil, err
		}
		for _, f := range e.Facts {
			if end, ok := f.(model.SessionEnded); ok && end.Seed == seeds.Open.String() && end.Hidden == seeds.Hidden.String() {
				told[last.Hash] = true
			}
		}
	}
	return told, nil
}
