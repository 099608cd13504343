package saves

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"runtime/debug"
	"time"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// mostAtOnce is how many commands share one commit.
const mostAtOnce = 64

// program is the seat of what the program does by itself.
var program = model.Seat{Role: model.Program}

// wish is a command that waits for the writer.
type wish struct {
	by      model.Seat
	command model.Command
	answer  chan answer
}

type answer struct {
	table  model.Table
	err    error
	broken any // a mistake of ours, to go off where the command came from
}

// serve is the one writer. What waits while the disk is busy is committed
// together.
func (l *Live) serve() {
	defer close(l.gone)
	for {
		var batch []wish
		select {
		case w := <-l.wishes:
			batch = append(batch, w)
		case <-l.quit:
			l.ending = l.finish()
			return
		}
		for more := true; more && len(batch) < mostAtOnce; {
			select {
			case w := <-l.wishes:
				batch = append(batch, w)
			default:
				more = false
			}
		}
		l.commit(batch)
	}
}

// commit decides the commands one after the other and commits them as one.
func (l *Live) commit(batch []wish) {
	l.write.Lock()
	defer l.write.Unlock()
	d := l.draft()
	answers := make([]answer, len(batch))
	late := make([]bool, len(batch)) // decided on a table that is not committed yet
	for i, w := range batch {
		late[i] = len(d.lines) > 0
		answers[i] = d.do(w)
	}
	if err := l.keep(d); err != nil {
		for i := range answers {
			if late[i] || answers[i].err == nil && answers[i].broken == nil {
				answers[i] = answer{table: l.Now(), err: err}
			}
		}
	}
	for i, w := range batch {
		w.answer <- answers[i]
	}
	l.book.settle()
}

// keep commits a draft and then shows it.
func (l *Live) keep(d *draft) error {
	if len(d.lines) == 0 {
		return nil
	}
	if err := l.book.append(d); err != nil {
		return err
	}
	l.wrote = true
	l.dice = d.dice
	if l.dice != nil {
		l.dice.changed = false
		if l.dice.ended {
			l.dice = nil
		}
	}
	l.publish(d.table)
	return nil
}

// draft is a table with events that are not committed yet.
type draft struct {
	deps  Deps
	table model.Table
	lines []line
	dice  *evening
}

func (l *Live) draft() *draft { return &draft{deps: l.deps, table: l.Now(), dice: l.dice.copy()} }

// snapshotDue reports whether a snapshot's turn came among the new events.
func (d *draft) snapshotDue(before uint64) bool {
	return before/snapshotEvery != d.table.Seq()/snapshotEvery
}

// do decides one command. A command that fails leaves no trace, its dice
// included.
func (d *draft) do(w wish) (a answer) {
	was := *d
	was.dice = d.dice.copy()
	defer func() {
		if broken := recover(); broken != nil {
			a.broken = fmt.Sprintf("%v\n%s", broken, debug.Stack())
		}
		if a.broken != nil || a.err != nil {
			*d = was
			a.table = d.table
		}
	}()
	err := d.decide(w.by, w.command)
	return answer{table: d.table, err: err}
}

func (d *draft) decide(by model.Seat, c model.Command) error {
	switch end := c.(type) {
	case model.BeginEvening:
		return d.begin()
	case model.EndEvening:
		return d.end(by, end)
	}
	threw := false
	facts, err := model.Decide(d.table, by, c, func(dice engine.Dice) engine.Faces {
		threw = true
		if d.dice == nil {
			d.dice = newEvening(d.deps.Seed())
		}
		return d.dice.throw(dice)
	})
	if err != nil {
		return err
	}
	if threw && !d.dice.told {
		// The first dice of the evening: its fingerprint comes before them, and
		// the command is decided again behind it, with the same dice.
		d.dice = newEvening(d.dice.seed)
		if err := d.tell(); err != nil {
			return err
		}
		if facts, err = model.Decide(d.table, by, c, d.dice.throw); err != nil {
			return err
		}
	}
	return d.add(by, facts)
}

// begin begins an evening, unless one is under way.
func (d *draft) begin() error {
	if d.dice != nil {
		return &model.Refused{Words: "the evening has begun already"}
	}
	d.dice = newEvening(d.deps.Seed())
	return d.tell()
}

// tell writes the fingerprint of the evening's dice into the log.
func (d *draft) tell() error {
	if d.table.Open {
		// An evening whose seed is gone, as in an imported log.
		if err := d.order(model.EndEvening{}); err != nil {
			return err
		}
	}
	d.dice.told = true
	return d.order(model.BeginEvening{Fingerprint: d.dice.fingerprint()})
}

// end ends the evening and shows its seed.
func (d *draft) end(by model.Seat, end model.EndEvening) error {
	if d.dice == nil {
		return &model.Refused{Words: "no evening is under way: the first dice begin it"}
	}
	end.Seed = fmt.Sprintf("%x", d.dice.seed)
	facts, err := model.Decide(d.table, by, end, nil)
	if err != nil {
		return err
	}
	d.dice.ended, d.dice.changed = true, true
	return d.add(by, facts)
}

// order decides what the program itself wants.
func (d *draft) order(c model.Command) error {
	facts, err := model.Decide(d.table, program, c, nil)
	if err != nil {
		return err
	}
	return d.add(program, facts)
}

// add makes an event of facts and folds it as it will be read from the file.
func (d *draft) add(by model.Seat, facts []model.Fact) error {
	if len(facts) == 0 {
		return nil
	}
	e := model.Event{Seq: d.table.Seq() + 1, Time: d.deps.Now().UTC().Truncate(time.Millisecond), By: by, Facts: facts}
	body, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("event %d cannot be written: %w", e.Seq, err)
	}
	var read model.Event
	if err := json.Unmarshal(body, &read); err != nil {
		return err
	}
	d.lines = append(d.lines, line{event: read, body: body})
	d.table = d.table.Apply(read)
	return nil
}

// Close ends the evening, writes the readable copy beside the table and gives
// the file back. What was done is safe without it.
func (l *Live) Close() error {
	l.once.Do(func() {
		close(l.quit)
		if l.why == nil {
			<-l.gone
			return
		}
		l.write.Lock()
		defer l.write.Unlock()
		l.ending = l.book.close()
	})
	return l.ending
}

// finish is the writer's last act. Of several errors the first is the one
// that matters: the others follow from it.
func (l *Live) finish() error {
	l.write.Lock()
	defer l.write.Unlock()
	var errs []error
	if l.dice != nil {
		d := l.draft()
		err := d.end(program, model.EndEvening{})
		if err == nil {
			err = l.keep(d)
		}
		errs = append(errs, err)
	}
	if l.wrote && !l.book.unsynced {
		// What makes the next opening quick and safe.
		errs = append(errs, explain(l.book.path, l.book.writeSnapshot(l.Now())), l.book.writeCopy(), l.book.writeHead(true))
	}
	errs = append(errs, l.book.close())
	if l.temp != "" {
		errs = append(errs, os.RemoveAll(l.temp))
	}
	return cmp.Or(errs...)
}
