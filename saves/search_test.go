package saves_test

import (
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/saves"
)

// Any part of any word is found, and what a seat may not know is neither shown
// nor counted.
func TestSearch(t *testing.T) {
	l := makeTable(t)
	do(t, l, model.Note{Text: "The guards of the Ärgernis come"})
	do(t, l, model.Note{Text: "A secret guard", Private: true})
	do(t, l, model.Join{Character: character("Ash")})
	newPlayer(5).play(t, l, 60)
	gm, all := model.Seat{Role: model.GM}, model.Seat{Role: model.Watcher}
	find := func(seat model.Seat, text string) []uint64 {
		t.Helper()
		found, err := l.Search(t.Context(), seat, text, 1000)
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	for text, want := range map[string][]uint64{
		"guard": {3, 2}, "GUARDS": {2}, "uard": {3, 2}, "ärger": {2}, "ÄRG": {2}, "of guards the ärger": {2}, `"`: nil, "gu": {3, 2}, "no such words": nil, " ": nil,
		`guard" OR "a`: nil, "ä": {2}, "come uard": {2}, "secret guard": {3}, "guard ä": {2}, "guard nowhere": nil,
	} {
		if got := find(gm, text); !slices.Equal(got, want) {
			t.Errorf("%q is found in %v, want %v", text, got, want)
		}
	}
	if got := find(all, "guard"); len(got) != 1 {
		t.Errorf("everybody finds %v", got)
	}
	// The index says what a look through the log does.
	for _, text := range []string{"note", "check", "str", "ash", "e", "second line", "place 1"} {
		var want []uint64
		for line := range l.Now().Log() {
			if strings.Contains(strings.ToLower(saves.SaidOf(l.Now(), line.Event)), text) {
				want = append(want, line.Event.Seq)
			}
		}
		if got := find(gm, text); !slices.Equal(got, want) {
			t.Errorf("%q is found in %v, the log has it in %v", text, got, want)
		}
	}
	if first, err := l.Search(t.Context(), gm, "guard", 1); err != nil || !slices.Equal(first, []uint64{3}) {
		t.Errorf("the first is %v, %v", first, err)
	}
	do(t, l, model.Note{Text: "Behind the commit: another guard"})
	if got := find(gm, "guard"); len(got) != 3 {
		t.Errorf("a new note is not found: %v", got)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	// An index that is damaged, or another table's, is made anew.
	for _, harm := range []func(string){
		func(string) {},
		func(path string) {
			if info, err := os.Stat(path); err == nil { // all but its first blocks
				overwrite(t, path, info.Size()/4, make([]byte, info.Size()*3/4))
			}
		},
		func(path string) { _ = os.WriteFile(path, []byte("Dear diary"), 0o600) },
	} {
		harm(l.Path() + ".index")
		again, err := lookAt(l.Path())
		if err != nil {
			t.Fatal(err)
		}
		if got, err := again.Search(t.Context(), gm, "guard", 9); err != nil || len(got) != 3 {
			t.Errorf("opened again: %v %v", got, err)
		}
		_ = again.Close()
	}
}

// The index is written behind the commits. Who joins leaves it as it is, another
// name for somebody makes it anew.
func TestIndexIsWrittenBehind(t *testing.T) {
	defer saves.IndexAfter(0)()
	l := makeTable(t)
	gm := model.Seat{Role: model.GM}
	finds := func(text string, want int) {
		t.Helper()
		if found, err := l.Search(t.Context(), gm, text, 9); err != nil || len(found) != want {
			t.Errorf("%q is found in %v, not %d times: %v", text, found, want, err)
		}
	}
	do(t, l, note(1))
	late := time.Now().Add(time.Minute)
	for at := uint64(0); at < 2; at, _ = saves.Indexed(l) { // nobody searches
		if time.Now().After(late) {
			t.Fatal("the index stays behind")
		}
		runtime.Gosched()
	}
	who := do(t, l, model.Join{Character: character("Ash")}).Characters()[0].ID
	do(t, l, model.Write{Who: who, System: "toy", Set: []model.Change{{Field: "strength", To: engine.ValueOf(9)}}})
	saves.IndexNow(l)
	if at, _ := saves.Indexed(l); at != l.Now().Seq() {
		t.Errorf("the index goes to %d, the log to %d", at, l.Now().Seq())
	}
	if info, err := os.Stat(l.Path() + ".index"); err != nil || info.Mode().Perm()&0o077 != 0 && runtime.GOOS != "windows" {
		t.Errorf("the index can be read by others: %v %v", info, err)
	}
	before, _ := os.Stat(l.Path() + ".index")
	do(t, l, model.Join{Character: character("Elm")})
	saves.IndexNow(l)
	if after, err := os.Stat(l.Path() + ".index"); err != nil || !os.SameFile(before, after) {
		t.Errorf("for somebody who joined the index was made anew: %v", err)
	}
	finds("ash", 2)
	birch := *do(t, l, note(2)).Characters()[0]
	birch.Name = "Birch"
	do(t, l, model.Edit{Who: who, Character: birch})
	if l.Indexing() {
		t.Error("a few events are no long wait")
	}
	finds("birch", 2) // what was joined was Ash
	finds("ash", 1)
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Search(t.Context(), gm, "birch", 9); err == nil {
		t.Error("a closed table is searched")
	}
}
