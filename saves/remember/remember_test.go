package remember_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/fray/saves"
	"example.org/fray/saves/remember"
)

func known(first, at byte, seq uint64) saves.Known {
	return saves.Known{ID: saves.Hash{first}, Reached: saves.Reached{Seq: seq, Hash: saves.Hash{at}}}
}

// What is put is remembered at once, without being closed, also where the name gets shorter; what
// stands in the place of the file is not written through.
func TestMemory(t *testing.T) {
	folder, elsewhere := filepath.Join(t.TempDir(), "tables"), filepath.Join(t.TempDir(), "mine")
	file := remember.File(folder, "/tables/vault.fray")
	var m remember.Memory
	if _, was := m.Open(folder, "/tables/vault.fray"); was {
		t.Error("something is remembered of a new table")
	}
	put := func(k saves.Known, name string) {
		t.Helper()
		m.Call([]byte(`{"seq":1,"facts":[{"kind":"table-named","fact":{"name":"` + name + `"}}]}`))
		m.Put(k)
		if got, ok := remember.Recall(file); !ok || got.Known() != k || got.Name != name || got.Path != "/tables/vault.fray" {
			t.Errorf("remembered is %+v, %v", got, ok)
		}
	}
	for seq := uint64(1); seq < 200; seq++ {
		put(known(1, byte(seq), seq), strings.Repeat("long ", 200-int(seq)))
	}
	m.Close()
	m.Put(known(1, 7, 200)) // it is opened again
	m.Close()
	for _, link := range []func(string, string) error{os.Symlink, os.Link} {
		if err := errors.Join(os.WriteFile(elsewhere, []byte("mine"), 0o600), os.Remove(file)); err != nil {
			t.Fatal(err)
		}
		if err := link(elsewhere, file); err != nil {
			t.Skip("no links here:", err)
		}
		put(known(2, 3, 4), "vault")
		m.Close()
		if b, err := os.ReadFile(elsewhere); err != nil || string(b) != "mine" {
			t.Errorf("a file elsewhere was changed: %q, %v", b, err)
		}
	}
	for _, spoiled := range []string{"", "{", "null and void", strings.Repeat("[", 1<<17)} {
		if err := os.WriteFile(file, []byte(spoiled), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, ok := remember.Recall(file); ok {
			t.Errorf("of %.20q is remembered %+v", spoiled, got)
		}
		put(known(2, 9, 9), "vault") // it is made again
		m.Close()
	}
}

// A log stands in one way to what is remembered, be lines of it lost or not.
func TestCompare(t *testing.T) {
	var lost saves.Hash
	for _, c := range []struct {
		known  saves.Known
		first  saves.Hash
		newest uint64
		at     saves.Hash
		want   remember.Standing
	}{
		{saves.Known{}, saves.Hash{1}, 9, lost, remember.Same},
		{known(1, 5, 5), saves.Hash{1}, 9, saves.Hash{5}, remember.Same},
		{known(1, 5, 5), saves.Hash{1}, 4, lost, remember.Shorter},
		{known(1, 5, 5), saves.Hash{1}, 9, saves.Hash{6}, remember.Elsewhere},
		{known(1, 5, 5), saves.Hash{2}, 9, saves.Hash{6}, remember.Another},
		{known(1, 5, 5), saves.Hash{2}, 3, lost, remember.Another},
		{known(1, 5, 5), lost, 9, saves.Hash{5}, remember.Same},
		{known(1, 5, 5), lost, 9, lost, remember.Same}, // which events are lost is told
		{known(0, 5, 5), saves.Hash{2}, 4, lost, remember.Shorter},
	} {
		if got := remember.Compare(c.known, c.first, c.newest, c.at); got != c.want {
			t.Errorf("%+v is %d", c, got)
		} else if words := got.Words("vault.fray", c.newest, c.known); (words == "") != (got == remember.Same) {
			t.Errorf("%d is said as %q", got, words)
		}
	}
}

func BenchmarkPut(b *testing.B) {
	var m remember.Memory
	m.Open(b.TempDir(), "/tables/vault.fray")
	defer m.Close()
	for seq := uint64(1); b.Loop(); seq++ {
		m.Put(known(1, byte(seq), seq))
	}
}
