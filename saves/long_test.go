package saves_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"example.org/fray/model"
	"example.org/fray/saves"
)

// A long log is not held, and is whole all the same: it is read to its first
// event, undone deep in its past, brought back an evening later, and sound.
func TestLongLog(t *testing.T) {
	path := bigTable(t, 6000)
	l, err := saves.Open(path, rules, testDeps())
	if err != nil {
		t.Fatal(err)
	}
	if l.Now().Complete() {
		t.Fatal("6000 events are held")
	}
	deep := uint64(0) // the oldest join, which much depends on
	for line := range l.Now().Log() {
		for _, f := range line.Event.Facts {
			if _, ok := f.(model.Joined); ok {
				deep = line.Event.Seq
			}
		}
	}
	was := whole(t, l.Now())
	if deep == 0 || strings.Count(was, " false")+strings.Count(was, " true") < 6000 {
		t.Fatalf("the log does not reach back: %.300s", was)
	}
	people := len(l.Now().Characters())
	do(t, l, model.Undo{Seq: deep})
	without := exported(t, l.Now())
	if got := len(l.Now().Characters()); got != people-1 {
		t.Errorf("with a join undone %d are at the table of %d", got, people)
	}
	if _, err := l.Do(program, model.Undo{Seq: deep}); err == nil {
		t.Error("it is undone twice")
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	l, err = saves.Open(path, rules, testDeps())
	if err != nil {
		t.Fatal(err)
	}
	if got := exported(t, l.Now()); got != without {
		t.Errorf("opened again it is\n%s\nnot\n%s", got, without)
	}
	do(t, l, model.Redo{})
	if got := len(l.Now().Characters()); got != people {
		t.Errorf("brought back %d are at the table of %d", got, people)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if r, err := saves.Check(path, rules, ""); err != nil || !r.Good() {
		t.Errorf("%+v %v", r, err)
	}
}

// An evening of more events than are held is the same as if all were.
func TestEveningLongerThanHeld(t *testing.T) {
	defer saves.NoSync()()
	l := makeTable(t)
	newPlayer(4).play(t, l, 30)
	for n := range 2500 {
		do(t, l, note(n))
	}
	if l.Now().Complete() {
		t.Fatal("all events are held")
	}
	oldest := model.Event{}
	for line := range l.Now().Log() {
		if line.Event.Undoable() && !line.Undone {
			oldest = line.Event
		}
	}
	do(t, l, model.Undo{Seq: oldest.Seq})
	do(t, l, model.Undo{}) // which takes back the last note
	for range 2 {
		do(t, l, model.Redo{})
	}
	do(t, l, model.Undo{Seq: oldest.Seq})
	// As it is once the evening has ended.
	want := regexp.MustCompile(`"open":true(,"dice_fingerprint":"[0-9a-f]*")?`).ReplaceAllString(whole(t, l.Now()), `"open":false`)
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := saves.Look(l.Path(), rules)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if got := whole(t, again.Now()); !strings.HasPrefix(got, want[:len(want)-1]) { // and the evening's end
		t.Errorf("opened again it is\n%.300s\nnot\n%.300s", got, want)
	}
	if r, err := saves.Check(l.Path(), rules, ""); err != nil || !r.Good() {
		t.Errorf("%+v %v", r, err)
	}
}

// An old part of the file that is damaged is found by whoever reads it, and
// mended behind them.
func TestOldPageIsMended(t *testing.T) {
	path := bigTable(t, 6000)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	at := bytes.Index(text, []byte("for the 2500th time"))
	if at < 0 {
		t.Fatal("the event is not in the file")
	}
	flip(t, path, at)
	looks, err := saves.Look(path, rules)
	if err != nil {
		t.Fatal(err)
	}
	count := func(l *saves.Live) (n int) {
		for range l.Now().Log() {
			n++
		}
		return n
	}
	changed, stop := looks.Watch()
	if n := count(looks); n >= 6000 {
		t.Errorf("all %d events can be read", n)
	}
	<-changed
	if words := strings.Join(looks.Found(), "\n"); !strings.Contains(words, "is damaged") {
		t.Errorf("who only looks is told %q", words)
	}
	said := len(looks.Found())
	for range 3 { // as frames do
		count(looks)
	}
	select {
	case <-changed:
		t.Errorf("who looks again is told again: %q", looks.Found()[said:])
	default:
	}
	stop()
	_ = looks.Close()
	l, err := saves.Open(path, rules, testDeps())
	if err != nil {
		t.Fatal(err)
	}
	changed, stop = l.Watch()
	defer stop()
	count(l)
	for !strings.Contains(strings.Join(l.Found(), "\n"), "Nothing is missing") {
		<-changed
	}
	if n := count(l); n != 6000 {
		t.Errorf("mended it has %d events", n)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
}

// Who only looks sees the file that the writer has put in the place of one that
// was taken away.
func TestLooksAtWhatStandsThere(t *testing.T) {
	l := makeTable(t)
	do(t, l, note(1))
	looks, err := saves.Look(l.Path(), rules)
	if err != nil {
		t.Fatal(err)
	}
	defer looks.Close()
	if l.ID() == "" || l.ID() != looks.ID() {
		t.Errorf("it is the table %q, and looked at %q", l.ID(), looks.ID())
	}
	if err := os.Remove(l.Path()); err != nil {
		t.Fatal(err)
	}
	do(t, l, note(2))
	if anew, err := looks.Refresh(); err != nil || !anew || lastWords(looks) != "note 2" {
		t.Errorf("it sees %q: %v %v", lastWords(looks), anew, err)
	}
	if err := looks.TakeOver(); !errors.Is(err, saves.ErrLooking) {
		t.Errorf("whoever only looks takes over: %v", err)
	}
	l.OnlyLook()
	if _, err := l.Do(program, note(3)); !errors.Is(err, saves.ErrLooking) {
		t.Errorf("it is written: %v", err)
	}
	if anew, err := l.Refresh(); err != nil || anew {
		t.Errorf("it has news: %v %v", anew, err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
}

// What is asked of a table too late, or of files that do not have it, is refused
// with words.
func TestAskedInVain(t *testing.T) {
	path := bigTable(t, 3000)
	looks, err := saves.Look(path, rules)
	if err != nil {
		t.Fatal(err)
	}
	text := export(t, path)
	if err := looks.Close(); err != nil {
		t.Fatal(err)
	}
	for line := range looks.Now().Log() {
		t.Fatalf("event %d is read of a table that is closed", line.Event.Seq)
	}
	if _, err := looks.Refresh(); !errors.Is(err, saves.ErrClosed) {
		t.Errorf("a closed table has news: %v", err)
	}
	if seq := looks.Now().Seq(); seq != 3000 {
		t.Errorf("what was seen last is gone: event %d", seq)
	}
	file := filepath.Join(t.TempDir(), "big.json")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := saves.CheckExport(file, rules, "not a hash"); err == nil || !strings.Contains(err.Error(), `"not a hash" is no hash`) {
		t.Errorf("an export is checked with a hash that is none: %v", err)
	}
	if r, err := saves.CheckExport(file, rules, strings.Repeat("ab", 32)); err != nil || r.Good() || !strings.Contains(strings.Join(r.Wrong, " "), "the hash that was kept is not in it") {
		t.Errorf("an export is of another hash: %+v %v", r, err)
	}
	if err := os.RemoveAll(path + ".backups"); err != nil {
		t.Fatal(err)
	}
	if _, _, err := saves.Restore(path, "2024-03-01", rules, testDeps()); err == nil || !strings.Contains(err.Error(), "has no backups yet") {
		t.Errorf("without backups it is brought back: %v", err)
	}
}

// A flipped bit in the number of the copy's last event promises events that
// never were: nobody is told that they are missing.
func TestNumberFlippedInTheCopy(t *testing.T) {
	path := played(t, 30)
	text, err := os.ReadFile(path + ".jsonl")
	if err != nil {
		t.Fatal(err)
	}
	at := bytes.LastIndex(text, []byte(`"event":{"seq":`)) + len(`"event":{"seq":`)
	for bit := range 4 { // to a higher digit
		if d := text[at] ^ 1<<bit; d > text[at] && d <= '9' {
			text[at] = d
			break
		}
	}
	if err := os.WriteFile(path+".jsonl", text, 0o600); err != nil {
		t.Fatal(err)
	}
	l, err := saves.Open(path, rules, testDeps())
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if err := l.Inspect(t.Context()); err != nil {
		t.Fatal(err)
	}
	if f := l.Findings(); f == nil || f.Lost() > 0 || !strings.Contains(strings.Join(f.Lines(), " "), "copy vault.fray.jsonl is damaged") {
		t.Errorf("it says %q", f.Lines())
	}
}
