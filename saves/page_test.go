package saves_test

import (
	"strings"
	"testing"

	"example.org/fray/saves"
)

// The log in pages, from the newest event back, is the log.
func TestPage(t *testing.T) {
	path := played(t, 50)
	l, err := saves.Look(path, rules)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var want, got []uint64
	for e, err := range l.Events(0) {
		if err != nil {
			t.Fatal(err)
		}
		want = append([]uint64{e.Seq}, want...)
	}
	before := uint64(0)
	for {
		page, err := saves.PageOf(l, before, 7)
		if err != nil {
			t.Fatal(err)
		}
		if len(page) == 0 {
			break
		}
		for _, e := range page {
			got = append(got, e.Seq)
			before = e.Seq
		}
	}
	if len(got) != len(want) {
		t.Fatalf("the pages have %v, the log %v", got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("the pages have %v, the log %v", got, want)
		}
	}
	if page, err := saves.PageOf(l, 3, 10); err != nil || len(page) != 2 || page[0].Seq != 2 || page[1].Seq != 1 {
		t.Errorf("before event 3 stand %v, %v", page, err)
	}
}

// A table on a network folder says so.
func TestNetworkFolder(t *testing.T) {
	path := played(t, 3)
	defer saves.OnNetwork("NFS")()
	l, err := saves.Open(path, rules, testDeps())
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if words := strings.Join(l.Found(), " "); !strings.Contains(words, "on a network folder (NFS)") || l.Findings() != nil {
		t.Errorf("it says %q", words)
	}
}
