package saves

import (
	"context"
	"iter"
	"sync"
)

// Memory is a log that lasts as long as the program, where nothing is to be kept.
// [Memory.Open] gives further handles on it. All of them may append.
type Memory struct {
	store  *memoryStore
	handle *Handle
}

// memoryStore is what all handles of one log share.
type memoryStore struct {
	mu     sync.Mutex
	lines  []Line
	newest uint64
	last   Hash
	watch  Watchers
}

var _ Log = (*Memory)(nil)

// NewMemory gives a log without lines.
func NewMemory() *Memory { return (&memoryStore{}).open() }

func (s *memoryStore) open() *Memory { return &Memory{store: s, handle: NewHandle(ErrLogClosed)} }

// Open gives another handle on the same log, as another program would have it.
func (m *Memory) Open() *Memory { return m.store.open() }

// Append adds lines; see [Log].
func (m *Memory) Append(ctx context.Context, after uint64, lines []Line) error {
	if err := m.handle.Usable(ctx); err != nil {
		return err
	}
	s := m.store
	s.mu.Lock()
	defer s.mu.Unlock()
	if after != s.newest {
		return ErrConflict
	}
	sealed, err := SealAll(s.newest, s.last, lines)
	if err != nil {
		return err
	}
	for i := range lines {
		lines[i].Hash = sealed[i].Hash
		s.last = sealed[i].Hash
		if lines[i].Seq > 0 {
			s.newest = lines[i].Seq
		}
		if g := sealed[i].Lost; g != nil {
			s.lines = append(s.lines, g.Lines()...)
			s.newest, s.last = max(s.newest, g.Last), g.Behind()
			continue
		}
		s.lines = append(s.lines, sealed[i].Line)
	}
	s.watch.Tell()
	return nil
}

// Read goes through the lines; see [Log]. It reads those that stood when it
// was called.
func (m *Memory) Read(ctx context.Context, after uint64) iter.Seq2[Line, error] {
	return func(yield func(Line, error) bool) {
		if err := m.handle.Usable(ctx); err != nil {
			yield(Line{}, err)
			return
		}
		m.store.mu.Lock()
		all := m.store.lines[:len(m.store.lines):len(m.store.lines)]
		m.store.mu.Unlock()
		behind := after == 0
		for _, l := range all {
			if !behind && l.Seq <= after {
				behind = l.Seq == after
				continue
			}
			behind = true
			if err := ctx.Err(); err != nil {
				yield(Line{}, err)
				return
			}
			if !yield(l, nil) {
				return
			}
		}
	}
}

// Newest gives the end of the log; see [Log].
func (m *Memory) Newest(ctx context.Context) (uint64, Hash, error) {
	if err := m.handle.Usable(ctx); err != nil {
		return 0, Hash{}, err
	}
	m.store.mu.Lock()
	defer m.store.mu.Unlock()
	return m.store.newest, m.store.last, nil
}

// Watch tells of appends; see [Log].
func (m *Memory) Watch(ctx context.Context) (<-chan struct{}, error) {
	if err := m.handle.Usable(ctx); err != nil {
		return nil, err
	}
	return m.store.watch.Until(ctx, m.handle.Closed()), nil
}

// Findings is nothing: memory is not damaged.
func (m *Memory) Findings() *Findings { return nil }

// Remembered is 0: nothing outlasts it.
func (m *Memory) Remembered() uint64 { return 0 }

// Why is nil: it can always be written.
func (m *Memory) Why() error { return nil }

// TakeOver does nothing: every handle may append.
func (m *Memory) TakeOver(ctx context.Context) error { return m.handle.Usable(ctx) }

// Path is "": it is nowhere.
func (m *Memory) Path() string { return "" }

// Close ends this handle; the lines stay for the others.
func (m *Memory) Close() error { return m.handle.Close() }
