package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/markup"
	"example.org/fray/model/phrase"
	"example.org/fray/model/scene"
	"example.org/fray/ui/lines"
	"example.org/fray/ui/uitest"
)

// onAPage types a line into the gamemaster's page of a table in memory.
func onAPage(g *uitest.Memory, line string) error {
	p := &seatPages{site: &Site{cfg: Config{Now: time.Now}}, seat: uitest.GM, memory: scene.NewMemory(nil)}
	v := &visit{seat: uitest.GM, game: g, pages: p}
	_, err := v.carriesOut(p.memory.Said(p.refresh(v), uitest.GM, "", time.Now), line)
	return err
}

// A line with any verb does the same on a page and in numbered lines.
func TestVerbsOnAPage(t *testing.T) {
	held := func(g *uitest.Memory) string {
		text, err := json.Marshal(g.Table.State)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	table := func() *uitest.Memory {
		g := uitest.Vault(t)
		g.Must(t, decide.AssignOwner(g.Table.Characters()[1], "Mira"), model.Note{Text: "the alarm"}, model.Undo{})
		return g
	}
	changed := 0
	for _, v := range phrase.Verbs {
		line := uitest.Sentences[v.ID]
		said, paged := table(), table()
		before := held(said)
		var out bytes.Buffer
		if err := lines.Play(lines.Config{Game: said, Seat: uitest.GM}, strings.NewReader(line+"\nquit\n"), &out); err != nil {
			t.Fatal(err)
		}
		err := onAPage(paged, line)
		if after := held(said); after != held(paged) {
			t.Errorf("%s: %q does one thing in lines and another on a page (%v):\n%s", v.ID, line, err, out.String())
		} else if after != before {
			changed++
		}
	}
	if changed < 25 {
		t.Errorf("only %d verbs change anything", changed)
	}
}

// A new row of the table of verbs stands on the page that says what can be typed, and works
// there.
func TestAVerbOnAPage(t *testing.T) {
	uitest.AddVerb(t, phrase.Verb{ID: "ring", Words: "ring", Args: "TEXT", Help: "ring a bell", Group: "Play",
		Does: func(_ *phrase.Context, s string) phrase.Meaning {
			return phrase.Meaning{Does: "ring: " + s, Command: model.Note{Text: "a bell rings " + s}}
		}})
	w := &markup.Writer{}
	(morePage{Verbs: phrase.Help("")}).write(w, frame{})
	if page := fmt.Sprint(w.Made()); !strings.Contains(page, "<li>ring TEXT: ring a bell.</li>") {
		t.Errorf("the page does not say it:\n%s", page)
	}
	g := uitest.Vault(t)
	if err := onAPage(g, "ring twice"); err != nil {
		t.Error(err)
	}
	for l := range g.Table.Log() {
		if text, _ := json.Marshal(l.Event.Facts); !strings.Contains(string(text), "a bell rings twice") {
			t.Errorf("nothing rings: %s", text)
		}
		break
	}
}
