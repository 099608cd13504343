package saves

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/saves/fairdice"
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

// tendEvery is after how long what was written is looked after: the copy grows,
// and the file is looked for at its path.
const tendEvery = time.Minute

// serve writes what comes while something is written, and what nobody waits for. What
// waits while the disk is busy is committed together.
func (l *Live) serve() {
	defer close(l.gone)
	tend := time.NewTicker(tendEvery)
	defer tend.Stop()
	var late <-chan time.Time // when what nobody waits for is done
	for {
		select {
		case w := <-l.wishes:
			l.together(w)
		case <-l.lag:
			late = time.After(lagging)
		case <-late:
			late = nil
			l.catchUp()
		case <-tend.C:
			l.tend()
		case <-l.quit:
			l.ending = l.finish()
			return
		}
	}
}

// together commits a command and those that wait behind it as one.
func (l *Live) together(first wish) {
	l.write.Lock()
	defer l.write.Unlock()
	batch := []wish{first}
	for len(batch) < mostAtOnce {
		select {
		case w := <-l.wishes:
			batch = append(batch, w)
			continue
		default:
		}
		break
	}
	for i, a := range l.commit(batch) {
		batch[i].answer <- a
	}
	if l.book != nil && l.settles() && l.book.waiting >= mostWaiting*checkpointAt {
		l.settle()
	}
	l.lags()
}

// atOnce commits a command where it comes from, unless something is being written: to
// wake somebody for it costs a tenth of what a commit does.
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
	a = l.commit([]wish{{by: by, command: c}})[0]
	l.lags()
	return a, true
}

// lagging (which tests shorten) is how long after a commit the head file tells of
// it and of those since - what it protects against are files that lose what they
// had, and not a power cut a moment later - and pages go from the log into the file.
var lagging = time.Second / 4

// lags has what a commit leaves to be done be done later.
func (l *Live) lags() {
	if l.lagged || l.book == nil || !l.book.headLags && !l.settles() {
		return
	}
	l.lagged = true
	l.lag <- struct{}{} // there is room: one lags at a time
}

// catchUp does what a commit leaves to be done.
func (l *Live) catchUp() {
	l.write.Lock()
	defer l.write.Unlock()
	l.lagged = false
	if l.book == nil || l.book.moved() {
		return // the next commit meets that
	}
	if l.book.headLags {
		_ = l.book.writeHead(false)
	}
	if l.settles() {
		l.settle()
	}
}

// settles reports whether there are pages enough to move.
func (l *Live) settles() bool { return l.book.waiting >= checkpointAt && !l.book.unsynced }

// commit decides the commands one after the other and commits them as one.
func (l *Live) commit(batch []wish) []answer {
	answers := make([]answer, len(batch))
	late := make([]bool, len(batch)) // decided on a table that is not committed yet
	err := l.ready()
	if err == nil {
		d := l.draft()
		for i, w := range batch {
			late[i] = len(d.lines) > 0
			answers[i] = d.do(w)
		}
		err = l.keep(d)
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

// mostWaiting is how often as many pages may wait when there is never time.
const mostWaiting = 4

// settle lets the pages of the write-ahead log go into the file. What a flipped bit
// has made of the log must not get there.
func (l *Live) settle() {
	if !l.book.logSound() {
		_ = l.mend() // it is told
		return
	}
	l.book.settle()
}

// ready sees to it that the file that will be written is the one at its path.
func (l *Live) ready() error {
	if l.book != nil && !l.book.moved() {
		return nil
	}
	return l.reopen(nil)
}

// keep commits a draft and then shows it. When the disk fails, or the file has
// gone elsewhere meanwhile, the table is opened again and read, and what it says
// counts.
func (l *Live) keep(d *draft) error {
	if len(d.lines) == 0 {
		return nil
	}
	err := l.book.append(d)
	if err != nil {
		l.failed.Store(&err)
		if isA[*Full](err) && !unsure(err) {
			return err
		}
		if again := l.reopen(err); again != nil || !isA[*Damaged](err) || l.Now().Seq() != d.began {
			return err
		}
		if err := l.book.append(d); err != nil { // the file has been mended
			return err
		}
	}
	l.wrote, l.at = true, d.lines[len(d.lines)-1].event.Time
	l.dice = d.dice
	l.publish(d.table)
	l.finding.wakes()
	if l.book.moved() {
		if err := l.reopen(nil); err != nil {
			return err
		}
	}
	l.failed.Store(nil)
	return nil
}

// reopen opens the table's file again after the disk failed or the file went
// elsewhere, and reads what stands in it. The lock is held all the time.
func (l *Live) reopen(cause error) error {
	l.past.hold()
	defer func() { l.past.goOn(l.book) }()
	o, err := l.openAgain(cause)
	if err != nil {
		l.failed.Store(&err)
		return err
	}
	was := l.Now()
	l.book, l.dice = o.book, o.dice
	l.say(o.found)
	if o.table.Seq() != was.Seq() || o.found != nil {
		l.publish(o.table)
	}
	if cause == nil {
		l.failed.Store(nil)
	}
	return nil
}

func (l *Live) openAgain(cause error) (opened, error) {
	b := l.book
	l.book = nil
	if b != nil && b.moved() {
		return l.bringBack(b)
	}
	if b != nil {
		pages := b.pages
		_ = b.drop()
		if cause != nil {
			if err := forget(l.path, pages); err != nil {
				return opened{}, explain(l.path, err)
			}
		}
	}
	return openTable(l.path, l.lock, l.rules, l.deps.Now)
}

// forget takes out of the write-ahead log what a failed commit has left behind
// its last page: nobody may read that as having happened.
func forget(path string, pages int) error {
	size := int64(0)
	if pages > 0 {
		size = walHeader + int64(pages)*int64(frameHead+pageSizeOf(path))
	}
	if info, err := os.Stat(path + "-wal"); err != nil || info.Size() <= size {
		return nil //nolint:nilerr // there is none
	}
	return land.cut(path+"-wal", size)
}

// bringBack writes the log of an open file whose path no longer leads to it to
// where it was. What stands there now is kept.
func (l *Live) bringBack(b *book) (opened, error) {
	name := filepath.Base(l.path)
	f := &Findings{Path: l.path}
	there := exists(l.path)
	if there {
		f.wrong("another file was put in the place of %s while it was open", name)
	} else {
		f.wrong("%s was taken away while it was open", name)
	}
	p := &pool{records: map[uint64][]record{}, stated: map[uint64][]digest{}, sources: []source{
		{"from the file", l.path}, {"from the copy beside it", l.path + copySuffix}, {"from the file that was put in its place", l.path}}}
	err := b.bodies(0, func(seq uint64, x line) bool {
		hash := x.hash[:]
		if !x.known {
			hash = nil
		}
		p.put(fromFile, seq, x.body, hash)
		return true
	})
	if s, _, err := b.readSession(model.DiceWords{}); err == nil && s != nil {
		open, hidden := s.Drawn()
		p.seeds = append(p.seeds, seed{s.Seeds().Open, open}, seed{s.Seeds().Hidden, hidden})
	}
	_ = b.drop()
	if err != nil {
		p.readCopy(fromCopy, l.path+copySuffix)
	}
	if raw, err := readMain(l.path); err == nil { // the write-ahead log there is ours
		p.take(fromCopy+1, raw)
	}
	s := p.tell()
	f.Events, f.Missing, f.Brought = s.events(), s.gaps, s.brought(p)
	if err := makeFolder(l.path); err != nil {
		return opened{}, err
	}
	if !exists(l.path + lockSuffix) { // it went with the folder
		l.lock.release()
		if l.lock, err = takeLock(l.path); err != nil {
			return opened{}, err
		}
	}
	keep := &keeper{path: l.path, now: l.deps.Now()}
	fresh := filepath.Join(filepath.Dir(l.path), "."+name+".new")
	removeFiles(fresh)
	if err := s.build(fresh, p); err != nil {
		return opened{}, explain(l.path, err)
	}
	if err := keep.replace(l.path, fresh); err != nil {
		return opened{}, explain(l.path, err)
	}
	f.Kept = keep.kept
	o, err := openTable(l.path, l.lock, l.rules, l.deps.Now)
	o.found = f.add(o.found)
	return o, err
}

// mendNow opens the table again because a part of it that nobody has read for
// long was found damaged.
func (l *Live) mendNow() error {
	l.write.Lock()
	defer l.write.Unlock()
	return l.mend()
}

func (l *Live) mend() error {
	if l.why.Load() != nil || l.book == nil {
		return ErrLooking
	}
	l.past.hold()
	defer func() { l.past.goOn(l.book) }()
	// Dropped, and not closed: nothing may be moved into a damaged file.
	_ = l.book.drop()
	l.book = nil
	o, err := l.openThrough()
	if err != nil {
		l.failed.Store(&err)
		return err
	}
	l.book, l.dice = o.book, o.dice
	l.say(o.found)
	l.publish(o.table)
	return nil
}

const unread = "a part that had not been read for long no longer holds what was written"

// openThrough is openTable for a file of which it is known that it is damaged
// somewhere.
func (l *Live) openThrough() (opened, error) {
	o, odd, err := inPlace(l.path, l.rules, openToWrite)
	if err != nil {
		return o, err
	}
	if odd == nil {
		odd = o.book.damaged("%s", unread)
	}
	keep := &keeper{path: l.path, now: l.deps.Now()}
	if o, err = o.mend(odd, keep, l.rules); err != nil {
		return o, err
	}
	return o.finish(keep, l.lock)
}

// tend looks after what was written, when nobody waits: the copy grows, and the
// file is looked for where it was.
func (l *Live) tend() {
	l.write.Lock()
	defer l.write.Unlock()
	if l.ready() != nil {
		return
	}
	_ = l.follow() // the next minute tries again
}

// follow brings the copy up to date. What was in its place is told.
func (l *Live) follow() error {
	keep := &keeper{path: l.path, now: l.deps.Now()}
	err := l.book.follow(keep)
	if len(keep.kept) > 0 {
		f := &Findings{Path: l.path, Events: l.book.seq, Kept: keep.kept}
		f.wrong("the copy %s is damaged, or of another table; it is written anew", filepath.Base(l.path)+copySuffix)
		l.say(f)
	}
	return err
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
		if err := l.nameAgain(cmp.Or(l.book.known.Name, TableName(l.path))); err != nil {
			return err
		}
	}
	var words []string
	for _, g := range f.Missing {
		words = append(words, g.String())
	}
	d := l.draft()
	if err := d.order(model.Note{Text: "After damage to the file: " + strings.Join(words, "; ") + "."}); err != nil {
		return err
	}
	return l.keep(d)
}

// draft is a table with events that are not committed yet.
type draft struct {
	deps  Deps
	table model.Table
	lines []line
	hash  digest // of the newest line
	dice  *fairdice.Session
	had   *fairdice.Session   // before
	began uint64              // the newest event before
	here  func() []model.Seat // see AskPlayers
	stays bool                // what the command wrote stays, though it was refused
}

func (l *Live) draft() *draft {
	t := l.Now()
	return &draft{deps: l.deps, table: t.WithSalt(l.book.salt), hash: l.book.hash, dice: l.dice.Clone(), had: l.dice, began: t.Seq(), here: l.here}
}

// drew reports whether dice were drawn, or a session began or ended.
func (d *draft) drew() bool {
	if d.dice == nil || d.had == nil {
		return d.dice != d.had
	}
	open, hidden := d.dice.Drawn()
	openBefore, hiddenBefore := d.had.Drawn()
	return open != openBefore || hidden != hiddenBefore || d.dice.Seeds() != d.had.Seeds()
}

// snapshotDue reports whether a snapshot's turn came among the new events.
func (d *draft) snapshotDue(before uint64) bool {
	return before/snapshotEvery != d.table.Seq()/snapshotEvery
}

// do decides one command. A command that fails leaves no trace, its dice
// included.
func (d *draft) do(w wish) (a answer) {
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
	err := d.decide(w.by, w.command)
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

// add makes an event of facts and folds it as it will be read from the file.
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
	d.lines = append(d.lines, line{event: read, body: body})
	d.hash = chain(d.hash, e.Seq, body)
	d.table = d.table.Apply(read).WithSalt(saltAfter(e.Seq, d.hash, body))
	return nil
}

// Close ends the evening, brings the readable copy and the backup of the
// evening up to date and gives the file back. What was done is safe without it.
func (l *Live) Close() error {
	l.once.Do(func() {
		close(l.quit)
		l.finding.Lock()
		defer l.finding.Unlock()
		l.finding.drop()
		l.write.Lock()
		writes := l.lock != nil
		l.write.Unlock()
		if writes { // even if nothing more may be written
			<-l.gone
			return
		}
		l.write.Lock()
		defer l.write.Unlock()
		l.past.close()
		l.ending = l.book.close()
	})
	return l.ending
}

// finish is the writer's last act. Of several errors the first is the one
// that matters: the others follow from it.
func (l *Live) finish() error {
	l.write.Lock()
	defer l.write.Unlock()
	defer func() { l.lock.release() }()
	var errs []error
	if err := l.ready(); err != nil {
		return err
	}
	if l.dice != nil {
		d := l.draft()
		err := d.end(program)
		if err == nil {
			err = l.keep(d)
		}
		errs = append(errs, err)
	}
	if l.book == nil {
		return cmp.Or(errs...)
	}
	if !l.book.unsynced && !l.book.logSound() {
		if err := l.mend(); err != nil {
			return err
		}
	}
	if l.wrote && !l.book.unsynced {
		// What makes the next opening quick and safe.
		errs = append(errs, explain(l.path, l.book.writeSnapshot(l.Now())), l.follow(), l.book.backUp(l.at), l.book.writeHead(true))
	}
	l.past.close()
	errs = append(errs, l.book.close())
	if l.temp != "" {
		errs = append(errs, os.RemoveAll(l.temp))
	}
	return cmp.Or(errs...)
}
