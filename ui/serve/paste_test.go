package serve_test

import (
	"os"
	"path/filepath"
	"testing"
)

// TestPastedCharacter pastes a character of another program over SSH: it becomes a request,
// and the gamemaster previews and grants it.
func TestPastedCharacter(t *testing.T) {
	x := sitDown(t, "d6")
	text, err := os.ReadFile(filepath.Join("..", "..", "saves", "transfer", "foreign", "testdata", "foundry.json"))
	if err != nil {
		t.Fatal(err)
	}
	before := len(x.live.Now().Characters())
	x.mira.types("P", "v")
	x.mira.sees("Paste a character")
	x.mira.types("\x1b[200~{\"name\":\"\x1b[201~")
	x.mira.sees("not JSON")
	x.mira.types("\x1b[200~" + string(text) + "\x1b[201~")
	x.mira.sees("Pasted")
	seq := x.live.Now().Seq()
	x.mira.types("\r")
	x.grows(seq, x.mira)
	x.gm.sees("Mira wants: to add")
	x.gm.types("V")
	x.gm.sees("accept")
	x.gm.types("\r")
	x.mira.sees("is granted")
	all := x.live.Now().Characters()
	if len(all) != before+1 || all[before].Owner != all[0].Owner || all[before].Pages["d6"].Paths() == nil {
		t.Errorf("at the table: %d, the last %+v", len(all), all[len(all)-1])
	}
}
