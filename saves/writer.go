package saves

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/saves/fairdice"
)

// mostAtOnce is how many commands share one append.
const mostAtOnce = 64

// program is the seat of what the program does by itself.
var program = model.Seat{Role: model.Program}

// job is a command that waits for the writer.
type job struct {
	by      model.Seat
	command model.Command
	answer  chan answer
}

type answer struct {
	table  model.Table
	err    error
	broken any // a mistake of ours, to go off where the command came from
}

// serve writes what comes while something is written. What waits while the disk is busy
// is appended together.
func (l *Live) serve() {
	for {
		select {
		case j := <-l.jobs:
			l.together(j)
		case <-l.quit:
			return
		}
	}
}

// together appends what follows from a command and those that wait behind it at once.
func (l *Live) together(first job) {
	l.write.Lock()
	defer l.write.Unlock()
	batch := []job{first}
	for len(batch) < mostAtOnce {
		select {
		case j := <-l.jobs:
			batch = append(batch, j)
			continue
		default:
		}
		break
	}
	for i, a := range l.commit(batch) {
		batch[i].answer <- a
	}
}

// atOnce appends what follows from a command where it comes from, unless something is
// being written: to wake somebody for it costs a tenth of what an append does.
func (l *Live) atOnce(by model.Seat, c model.Command) (a answer, done bool) {
	if !l.write.TryLock() {
		return a, false
	}
	defer l.write.Unlock()
	select {
	case <-l.quit:
		return answer{table: l.Now(), err: ErrClosed}, true
	default:
	}
	return l.commit([]job{{by: by, command: c}})[0], true
}

// conflictsFor is how long commands are decided again because somebody else was first. Somebody
// comes through each time, but a slow machine may lose to a fast one again and again.
const conflictsFor = 1900 * time.Millisecond

var errFaster = &model.Refused{Words: "others at this table were faster again and again, so this was not done: try again"}

// commit decides the commands one after the other and appends what follows from them.
// Where somebody else was first they are decided again, on what there is now.
func (l *Live) commit(batch []job) (answers []answer) {
	if l.open != nil {
		if saved, err := l.settle(context.Background()); err != nil || saved {
			if saved {
				err = &model.Refused{Words: savedAfterAll}
			}
			for range batch {
				answers = append(answers, answer{table: l.Now(), err: err})
			}
			return answers
		}
	}
	for began := time.Now(); ; {
		answers = make([]answer, len(batch))
		late := make([]bool, len(batch)) // decided on a table that is not durable yet
		err := l.findDice()
		if err == nil {
			d := l.draft()
			for i, j := range batch {
				late[i] = len(d.lines) > 0
				answers[i] = d.do(j)
			}
			err = l.keep(d)
		}
		if errors.Is(err, ErrConflict) {
			_, err = l.refresh(context.Background())
			if err == nil && time.Since(began) < conflictsFor {
				continue
			}
			if err == nil {
				err = errFaster
			}
		}
		if err != nil {
			for i := range answers {
				if late[i] || answers[i].err == nil && answers[i].broken == nil {
					answers[i] = answer{table: l.Now(), err: err}
				}
			}
		}
		return answers
	}
}

// keep appends a draft and then shows it.
func (l *Live) keep(d *draft) error {
	if len(d.lines) == 0 {
		return nil
	}
	err := l.log.Append(context.Background(), d.began, d.lines)
	switch {
	case err == nil:
		l.appended(d)
		l.takeFindings()
		return nil
	case errors.Is(err, ErrConflict): // what came between is read before it is decided again
		l.takeFindings()
		return err
	}
	l.failed.Store(&err)
	if isA[*Unsure](err) {
		l.open = d
	}
	l.catchUp(context.Background())
	return err
}

// What is said of an act whose fate was not known.
const (
	savedAfterAll = "what was done while the store did not answer was saved after all: it stands in the log, so do not do it again"
	notSavedAtAll = "what was done while the store did not answer was not saved, since somebody else was first: do it again if it still fits"
)

// settle finds out whether the draft was saved of which that is not known: by appending its
// very lines again, which are added, or conflict with what stands there, be it they or others.
// The error is *Unsure while it is still not known.
func (l *Live) settle(ctx context.Context) (saved bool, err error) {
	d := l.open
	switch err = l.log.Append(ctx, d.began, d.lines); {
	case err == nil:
		saved = true
	case !errors.Is(err, ErrConflict):
		return false, &Unsure{Err: err}
	}
	newest := d.lines[len(d.lines)-1].Hash
	for line, err := range l.log.Read(ctx, max(d.began, 1)-1) {
		if err != nil {
			return false, &Unsure{Err: err}
		}
		saved = saved || line.Hash == newest
	}
	if _, err := l.refresh(ctx); err != nil {
		return false, &Unsure{Err: err}
	}
	words := notSavedAtAll
	if l.open = nil; saved {
		l.wrote, words = true, savedAfterAll
	}
	fates := append(slices.Clip(*l.fates.Load()), model.Sentence(errors.New(words)))
	l.fates.Store(&fates)
	l.failed.Store(nil)
	l.watch.Tell()
	return saved, nil
}

// appended shows a draft that is durable.
func (l *Live) appended(d *draft) {
	l.wrote, l.dice, l.end = true, d.dice, d.hash
	for _, line := range d.lines {
		if l.id.Load() == nil {
			l.id.Store(&line.Hash)
			l.index.of(line.Hash)
		}
		if line.Seq > 0 {
			l.last = line
		}
	}
	if oldest := d.table.OldestChange(); oldest > 0 {
		l.index.drop(oldest)
	}
	l.publish(d.table)
	l.index.wakeUp()
	l.failed.Store(nil)
}

// nameAgain gives a table a name and a rulebook when the event that did is lost.
func (l *Live) nameAgain(name string) error {
	t := l.Now()
	systems := slices.Sorted(maps.Keys(l.rules))
	for _, c := range t.Characters() {
		for _, id := range c.Systems() {
			if l.rules[id] != nil {
				systems = slices.Insert(systems, 0, id)
			}
		}
	}
	d := l.draft()
	if err := d.order(model.Rename{Name: name, System: systems[0]}); err != nil {
		return err
	}
	return l.keep(d)
}

// noteLoss writes into the log what is missing from it.
func (l *Live) noteLoss(f *Findings) error {
	if f.Lost() == 0 {
		return nil
	}
	if l.Now().Name == "" {
		if err := l.nameAgain(cmp.Or(strings.TrimSuffix(filepath.Base(l.log.Path()), ".fray"), "table")); err != nil {
			return err
		}
	}
	var words []string
	for _, g := range f.Missing {
		words = append(words, g.String())
	}
	note := "After damage: " + strings.Join(words, "; ") + "."
	if said, err := l.says(note); said || err != nil {
		return err // a database stays damaged, and each opening finds it
	}
	d := l.draft()
	if err := d.order(model.Note{Text: note}); err != nil {
		return err
	}
	return l.keep(d)
}

// says reports whether a note stands in the log.
func (l *Live) says(note string) (bool, error) {
	for e, err := range l.Events(0) {
		if err != nil {
			return false, err
		}
		for _, f := range e.Facts {
			if n, is := f.(model.Noted); is && n.Text == note {
				return true, nil
			}
		}
	}
	return false, nil
}

// draft is a table with events that are not appended yet.
type draft struct {
	deps  Deps
	table model.Table
	lines []Line
	hash  Hash // of the last line
	place string
	dice  *fairdice.Session
	began uint64              // the newest event before
	first [32]byte            // nobody can foresee: for a body behind no line that has a secret
	here  func() []model.Seat // see AskPlayers
	stays bool                // what the command wrote stays, though it was refused
}

func (l *Live) draft() *draft {
	d := &draft{deps: l.deps, table: l.Now().WithSalt(saltAfter(l.last)), hash: l.end, place: l.log.Path(), dice: l.dice.Clone(), began: l.last.Seq, here: l.here}
	if l.last.Body == nil {
		d.first = l.deps.Seed()
	}
	return d
}

// do decides one command. A command that fails leaves no trace, its dice
// included.
func (d *draft) do(j job) (a answer) {
	was := *d
	was.dice = d.dice.Clone()
	defer func() {
		if broken := recover(); broken != nil {
			a.broken = fmt.Sprintf("%v\n%s", broken, debug.Stack())
		}
		if a.broken != nil || a.err != nil && !d.stays {
			*d = was
		}
		d.stays, a.table = false, d.table
	}()
	err := d.decide(j.by, j.command)
	return answer{table: d.table, err: err}
}

func (d *draft) decide(by model.Seat, c model.Command) error {
	switch c.(type) {
	case model.BeginSession:
		return d.begin()
	case model.EndSession:
		return d.end(by)
	case model.AskWords:
		if d.dice == nil && by.Role != model.Player {
			return d.begin()
		}
	case model.AddWord:
		if d.dice == nil {
			return &model.Refused{Words: "no session has started yet: the first roll starts one"}
		}
	}
	before := d.table
	facts, err := d.thrown(by, c)
	if err != nil {
		return err
	}
	d.dice.Place(facts)
	if err := d.add(by, facts, c); err != nil {
		return err
	}
	return d.mixInAfter(before)
}

// order decides what the program itself wants.
func (d *draft) order(c model.Command) error {
	facts, err := decide.Decide(d.table, program, c, nil)
	if err != nil {
		return err
	}
	return d.add(program, facts, c)
}

// add makes an event of facts and folds it as it will be read from the log.
func (d *draft) add(by model.Seat, facts []model.Fact, did model.Command) error {
	if len(facts) == 0 {
		return nil
	}
	e := model.Event{Seq: d.table.Seq() + 1, Time: d.deps.Now().UTC().Truncate(time.Millisecond), By: by, Facts: facts, Did: did}
	body, err := e.MarshalJSON() // by json.Marshal it is looked through once more
	if err != nil {
		return fmt.Errorf("event %d cannot be written: %w", e.Seq, err)
	}
	var read model.Event
	if err := read.UnmarshalJSON(body); err != nil {
		return err
	}
	read.Salt = d.table.NextSalt()
	if d.dice != nil {
		for _, f := range read.Facts {
			if err := d.dice.Follow(f); err != nil {
				return err
			}
		}
	}
	line := d.append(e.Seq, WithParts(body, NewBodySalt(d.secret())))
	read.ShortHash = line.Hash.Short()
	d.table = d.table.Apply(read).WithSalt(saltAfter(line))
	return nil
}

// secret is what the salts of the next body come of: nobody who may not know all of the line
// before, or the seeds of the dice, can work it out.
func (d *draft) secret() [32]byte {
	salt, seeds := d.table.NextSalt(), fairdice.Seeds{}
	if d.dice != nil {
		seeds = d.dice.Seeds()
	}
	return sha256.Sum256(slices.Concat(d.first[:], salt[:], seeds.Open[:], seeds.Hidden[:]))
}

// append puts a line behind those of the draft.
func (d *draft) append(seq uint64, body []byte) Line {
	d.hash = d.hash.Then(DigestOf(body))
	d.lines = append(d.lines, Line{Seq: seq, Body: body, Hash: d.hash})
	return d.lines[len(d.lines)-1]
}
