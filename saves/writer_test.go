package saves_test

import (
	"context"
	"errors"
	"maps"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"example.org/fray/model"
	"example.org/fray/saves"
	"example.org/fray/saves/index"
)

// heldLog is a log in memory whose appends can be held up and made to fail.
type heldLog struct {
	*saves.Memory
	mu      sync.Mutex
	gate    chan struct{} // an append waits until it is closed; nil: none waits
	fails   error
	appends int
}

func (h *heldLog) Append(ctx context.Context, after uint64, lines []saves.Line) error {
	h.mu.Lock()
	h.appends++
	gate := h.gate
	h.mu.Unlock()
	if gate != nil {
		<-gate
	}
	h.mu.Lock()
	fails := h.fails
	h.mu.Unlock()
	if fails != nil {
		return fails
	}
	return h.Memory.Append(ctx, after, lines)
}

func (h *heldLog) count() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.appends
}

func (h *heldLog) set(gate chan struct{}, fails error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.gate, h.fails = gate, fails
}

func heldTable(t *testing.T) (*heldLog, *saves.Live) {
	h := &heldLog{Memory: saves.NewMemory()}
	l, err := saves.Make(h, index.Memory(), rules, model.Make{Name: "The Vault", System: "toy"}, testDeps())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	return h, l
}

// together lets n commands wait behind one that the log holds up, then lets it go on.
func together(t *testing.T, h *heldLog, l *saves.Live, n int, meanwhile func()) (tables []model.Table, errs []error) {
	t.Helper()
	gate := make(chan struct{})
	h.set(gate, nil)
	tables, errs = make([]model.Table, n), make([]error, n)
	var wait sync.WaitGroup
	first := h.count()
	wait.Go(func() { tables[0], errs[0] = l.Do(program, note(0)) })
	for h.count() == first { // the first is on its way
		runtime.Gosched()
	}
	ready := make(chan struct{}, n)
	for i := 1; i < n; i++ {
		wait.Go(func() {
			ready <- struct{}{}
			tables[i], errs[i] = l.Do(program, note(i))
		})
	}
	for range n - 1 {
		<-ready
	}
	time.Sleep(20 * time.Millisecond) // lets them come to the writer's door
	meanwhile()
	close(gate)
	wait.Wait()
	return tables, errs
}

// What waits while the disk is busy is appended together, in an order, and
// everybody gets the table that has their own act in it.
func TestAppendedTogether(t *testing.T) {
	h, l := heldTable(t)
	changed, cancel := l.Watch()
	defer cancel()
	before := h.count()
	const n = 20
	tables, errs := together(t, h, l, n, func() {
		if l.Now().Seq() != 1 {
			t.Error("an event is shown before the log has it")
		}
	})
	seqs := map[uint64]bool{}
	for i, table := range tables {
		if errs[i] != nil {
			t.Fatal(errs[i])
		}
		mine := false
		for line := range table.Log() {
			for _, f := range line.Event.Facts {
				if said, ok := f.(model.Noted); ok && said.Text == note(i).Text {
					mine = line.Event.Seq == table.Seq() && !seqs[table.Seq()]
				}
			}
		}
		if !mine {
			t.Errorf("command %d got a table of %d events whose last is not its own", i, table.Seq())
		}
		seqs[table.Seq()] = true
	}
	if appends := h.count() - before; appends > n/2 { // 2, unless the machine is slow
		t.Errorf("%d commands took %d appends", n, appends)
	}
	select {
	case <-changed:
	default:
		t.Error("the watcher was not told")
	}
	select {
	case <-changed:
		t.Error("the watcher was told twice of what it had not looked at")
	default:
	}
	cancel()
	do(t, l, note(99))
	select {
	case _, told := <-changed:
		if told {
			t.Error("who watches no more was told")
		}
	default:
		t.Error("who watches no more still waits")
	}
	cancel() // which is done already
}

// When an append fails, all that shared it fail, and say so.
func TestAppendFails(t *testing.T) {
	h, l := heldTable(t)
	full := &saves.Full{Path: "somewhere"}
	_, errs := together(t, h, l, 10, func() { h.set(nil, full) })
	for i, err := range errs {
		if !errors.Is(err, full) {
			t.Errorf("command %d: %v", i, err)
		}
	}
	if l.Now().Seq() != 1 || l.Saved() == nil {
		t.Errorf("the table has %d events; %v", l.Now().Seq(), l.Saved())
	}
	h.set(nil, nil)
	if table := do(t, l, note(1)); table.Seq() != 2 || l.Saved() != nil {
		t.Errorf("then the table has %d events; %v", table.Seq(), l.Saved())
	}
}

// Where two programs may append, who comes second decides again on what the first did.
func TestConflict(t *testing.T) {
	log := saves.NewMemory()
	one, err := saves.Make(log, index.Memory(), rules, model.Make{Name: "The Vault", System: "toy"}, testDeps())
	if err != nil {
		t.Fatal(err)
	}
	defer one.Close()
	two, err := saves.Open(log.Open(), index.Memory(), rules, testDeps())
	if err != nil {
		t.Fatal(err)
	}
	defer two.Close()
	var wait sync.WaitGroup
	for _, l := range []*saves.Live{one, two} {
		wait.Go(func() {
			for n := range 20 {
				for {
					_, err := l.Do(program, note(n))
					if err == nil {
						break
					}
					if !errors.Is(err, saves.ErrConflict) {
						t.Error(err)
						return
					}
				}
			}
		})
	}
	wait.Wait()
	for _, l := range []*saves.Live{one, two} {
		if _, err := l.Refresh(); err != nil || l.Now().Seq() != 41 {
			t.Errorf("%d events: %v", l.Now().Seq(), err)
		}
	}
	if whole(t, one.Now()) != whole(t, two.Now()) {
		t.Error("they are not the same table")
	}
}

func TestRefusedLeavesNothing(t *testing.T) {
	l := makeTable(t)
	_, err := l.Do(model.Seat{Role: model.Watcher}, note(1))
	var no *model.Refused
	if !errors.As(err, &no) || l.Now().Seq() != 1 {
		t.Errorf("a watcher: %v, %d events", err, l.Now().Seq())
	}
	if _, err := l.Do(program, model.EndSession{}); !errors.As(err, &no) {
		t.Errorf("ending no evening: %v", err)
	}
}

// An evening begins with the first dice, or when it is said, and shows its
// seed when it ends.
func TestEvening(t *testing.T) {
	l := makeTable(t)
	who := do(t, l, model.Join{Character: character("Ash")}).Characters()[0].ID
	table := do(t, l, model.Begin{Who: who, System: "toy", Action: "check"})
	var kinds []string
	for line := range table.Log() {
		kinds = append([]string{line.Event.Facts[0].Kind()}, kinds...)
	}
	if got := strings.Join(kinds, " "); got != "table-made character-joined session-began roll-opened" {
		t.Errorf("the log is %s", got)
	}
	var no *model.Refused
	if _, err := l.Do(program, model.BeginSession{}); !errors.As(err, &no) {
		t.Errorf("beginning it twice: %v", err)
	}
	table = do(t, l, model.EndSession{Seed: "mine"})
	for line := range table.Log() {
		if got := line.Event.Facts[0].(model.SessionEnded).Seed; got != "01"+strings.Repeat("00", 31) {
			t.Errorf("the seed shown is %s", got)
		}
		break
	}
	do(t, l, model.BeginSession{})
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := checkAt(l.Path(), "")
	if err != nil || !r.Good() || r.Sessions != 2 || r.Dice < 4 || r.Open != 0 {
		t.Errorf("%+v %v", r, err)
	}
}

// An event has the salt of its ids however it is read: as it was written, from the
// file onwards, and from the file back behind a snapshot.
func TestSaltsStay(t *testing.T) {
	l := makeTable(t)
	for n := range 5 {
		do(t, l, note(n))
	}
	salts := func(l *saves.Live) map[uint64]model.Salt {
		out := map[uint64]model.Salt{}
		for line := range l.Now().Log() {
			out[line.Event.Seq] = model.SaltOf(line.Event)
		}
		return out
	}
	was, seen := salts(l), map[model.Salt]bool{}
	for seq, salt := range was {
		if seen[salt] || seq > 1 && salt == model.SaltOf(model.Event{Seq: seq}) {
			t.Errorf("event %d has the salt %x", seq, salt)
		}
		seen[salt] = true
	}
	for e, err := range l.Events(0) {
		if err != nil {
			t.Fatal(err)
		}
		if model.SaltOf(e) != was[e.Seq] {
			t.Errorf("event %d has the salt %x, and read onwards %x", e.Seq, was[e.Seq], e.Salt)
		}
	}
	path := l.Path()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	l, err := openAt(path, testDeps())
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if l.Now().Complete() {
		t.Fatal("the table holds its whole log: nothing is read back")
	}
	if now := salts(l); !maps.Equal(now, was) {
		t.Errorf("the salts were %x and are %x", was, now)
	}
}
