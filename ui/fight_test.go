package ui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"example.org/fray/engine"
	"example.org/fray/engine/systems"
	"example.org/fray/model"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/replay"
	"example.org/fray/ui/uitest"
)

// bout is a fight of two heroes against six thugs, played by keys alone and
// written down: what was pressed, for what, and what the screen said then.
type bout struct {
	*screen
	sys    *engine.System
	book   strings.Builder
	all    int             // keys
	most   map[string]int  // the most keys that each kind of thing took
	acted  map[string]bool // who has attacked before
	heroes []string
	toast  int // the last one that was written down
}

// fewestKeys are the keys that a whole fight may take, by rulebook.
var fewestKeys = map[string]int{"supermen": 60, "d6": 40, "trip": 36}

// The things that keys are counted for.
const (
	firstAttack = "attack"
	attackAgain = "attack as before"
	firstGang   = "the gang attacks"
	gangAgain   = "the gang again"
	decision    = "a decision"
	follows     = "follow-up"
	throwIt     = "throw it"
)

func newBout(t *testing.T, s *engine.System) *bout {
	g := uitest.New()
	g.Table = model.New(uitest.AllRules())
	page := func(i int) map[string]engine.Page { return map[string]engine.Page{s.ID: s.Templates[i].Page} }
	all := model.Join{Character: model.Character{Name: "Hera", Owner: "Mira", Pages: page(0)}}
	all.More = append(all.More, model.Character{Name: "Otto", Owner: "Tom", Pages: page(2)})
	for i := range 6 {
		all.More = append(all.More, model.Character{Name: fmt.Sprint("Thug ", i+1), Side: engine.Foes, Pages: page(1)})
	}
	g.Must(t, model.Make{Name: "The yard", System: s.ID}, all, model.Scene{Place: "The yard"})
	if s.ID == "d6" { // what a Wild 1 means is not asked
		g.Must(t, model.SetHouse{System: s.ID, Rule: "critical_failure", Value: engine.ValueOf("complication")})
	}
	b := &bout{screen: newScreen(t, g, "dark", kit.Unicode, 120, 36), sys: s, most: map[string]int{}, acted: map[string]bool{}}
	for _, c := range g.Table.Characters()[:2] {
		b.heroes = append(b.heroes, c.ID)
	}
	return b
}

// does presses keys for one thing, and writes down what came of it.
func (b *bout) does(what string, keys ...string) {
	b.Helper()
	for i, k := range keys {
		b.press(k)
		if b.status.bad {
			b.Fatalf("%s: %q is refused: %s\n%s", what, keys[:i+1], b.status.words, b.book.String())
		}
	}
	b.most[what] = max(b.most[what], len(keys))
	b.all += len(keys)
	fmt.Fprintf(&b.book, "%s\n", strings.TrimRight(fmt.Sprintf("%-22s %-18s %s", strings.Join(keys, " "), what, b.says()), " "))
}

// says is what the screen says now: how many hit, the verdict, or what lies in
// front; or else what was said since the last time.
func (b *bout) says() string {
	o := b.over.Top()
	if o == nil {
		if b.status.n == b.toast {
			return ""
		}
		b.toast = b.status.n
		return b.status.words
	}
	b.toast = b.status.n
	f := b.overFrame(o)
	words := o.About(f).Title
	drawn := strings.Split(ansi.Strip(strings.Join(o.Draw(f), "\n")), "\n")
	for _, l := range drawn {
		if strings.Contains(l, " of 6 ") {
			return words + "  " + strings.TrimSpace(l)
		}
	}
	for _, l := range drawn {
		l = strings.TrimSpace(l)
		for _, w := range []string{"now a hit", "now a miss", "HIT", "MISS", "SUCCESS", "FAILURE", "NOT THROWN", "THROWN BACK"} {
			if strings.Contains(l, w+" ") || strings.Contains(l, w+",") || strings.HasSuffix(l, w) {
				return words + ": " + w
			}
		}
	}
	return words
}

// front is what lies on top, by its kind.
func (b *bout) front() string {
	if b.over.Top() == nil {
		return ""
	}
	kind := fmt.Sprintf("%T", b.over.Top())
	return kind[strings.LastIndexByte(kind, '.')+1:]
}

// attacks lets whoever is selected attack, and takes what follows.
func (b *bout) attacks() {
	b.Helper()
	what, keys := attackAgain, []string{"a", "enter", "enter"}
	if who := b.at.Selected; !b.acted[who] {
		b.acted[who], what = true, firstAttack
	}
	b.does(what, keys...)
	verdict := []string{": HIT", ": MISS", ": now a hit", ": now a miss"} // also above a question, such as whether the roll is lucked
	if words := b.says(); !slices.ContainsFunc(verdict, func(v string) bool { return strings.Contains(words, v) }) {
		b.Fatalf("after %v the screen shows no HIT or MISS, but %q:\n%s\n%s", keys, words, b.book.String(), b.plain())
	}
	b.settles()
}

// gangs lets the thugs attack as one, and takes what follows.
func (b *bout) gangs() {
	b.Helper()
	what, keys := gangAgain, []string{"r", "enter"}
	if b.front() != "" { // a card, whose keys are about what it shows
		keys = append([]string{"esc"}, keys...)
	}
	if !b.acted["gang"] {
		b.acted["gang"], what, keys = true, firstGang, []string{"*", "a", "enter", "enter"}
	}
	b.does(what, keys...)
	if words := b.says(); b.front() != "groupResult" || !strings.HasPrefix(words, "Thug 1-6: ") {
		b.Fatalf("after %v the screen does not say how many hit, but %q:\n%s\n%s", keys, words, b.book.String(), b.plain())
	}
	b.settles()
}

// settles takes what follows and decides what is asked; what is only told goes
// with the next key.
func (b *bout) settles() {
	b.Helper()
	for range 300 {
		follow := len(b.table.FollowUps()) > 0
		switch b.front() {
		case "":
			if !follow {
				return
			}
			b.does(follows, "V")
		case "rollResult", "groupResult":
			if !follow {
				return
			}
			b.does(follows, "enter")
		case "rollPage", "rollsPage":
			key := "enter"
			for _, x := range b.over.Top().Keys(b.overFrame(b.over.Top())) {
				if x.Name() == "asking-group" { // the rest of the group, too
					key = "A"
				}
			}
			b.does(decision, key)
		case "actionForm", "groupForm":
			b.does(throwIt, "enter")
		default:
			b.Fatalf("%s lies on top:\n%s\n%s", b.front(), b.book.String(), b.plain())
		}
	}
	b.Fatalf("there is no end to what follows:\n%s", b.book.String())
}

// plays is the fight over two rounds: at every stop whoever may act does, and
// nothing that follows is left when time goes on.
func (b *bout) plays() {
	b.Helper()
	if b.sys.Time.Initiative != "" {
		b.does("the order", "I")
		b.settles()
		b.does("on", "n")
	}
	tk := b.table.Time()
	until := tk.RoundEnd(tk.RoundEnd(b.table.Clock.Moment))
	for range 300 {
		for done := []string(nil); ; {
			free := slices.DeleteFunc(slices.Clone(b.frame().Upcoming().Free()), func(id string) bool {
				return slices.Contains(done, id) || b.table.Clock.Turn != "" && b.table.Clock.Turn != id
			})
			if tk.PerRound == 0 && b.table.Clock.Turn == "" || len(free) == 0 {
				break
			}
			switch who := b.at.Selected; {
			case !slices.Contains(free, who):
				b.does("who may act", ".")
			case slices.Contains(b.heroes, who):
				b.attacks()
				done = append(done, who)
			default:
				b.gangs()
				for _, c := range b.table.Characters()[2:] {
					done = append(done, c.ID)
				}
			}
		}
		if left := b.table.FollowUps(); len(left) > 0 {
			b.Fatalf("%d things that follow would be lost:\n%s", len(left), b.book.String())
		}
		if b.table.Clock.Moment >= until {
			return
		}
		b.does("on", "n")
		if b.front() == "skipQuestion" {
			b.Fatalf("time would go past somebody:\n%s\n%s", b.book.String(), b.plain())
		}
		b.settles()
	}
	b.Fatalf("the fight does not end:\n%s", b.book.String())
}

// lost gives the attacks that were on their way and neither landed nor still
// are.
func (b *bout) lost() []string {
	due := map[string]bool{}
	for l := range b.table.Log() {
		for _, f := range l.Event.Facts {
			switch f := f.(type) {
			case model.Finished:
				for _, p := range f.Later {
					due[p.ID] = due[p.ID] || false
				}
			case model.Done:
				due[f.Pending.ID] = true
			case model.Cancelled: // by somebody who fell
				due[f.Pending.ID] = true
			}
		}
	}
	for _, p := range b.table.Pending() {
		due[p.ID] = true
	}
	var out []string
	for id, there := range due {
		if !there {
			out = append(out, id)
		}
	}
	return out
}

// Two heroes fight six thugs over two rounds, by keys. An attack with the weapon
// in hand and the target of before takes three keys to HIT or MISS and a fourth
// to take what follows; the gang's takes five at most. The script of each fight
// is kept, and told again as a page.
func TestFightOfEight(t *testing.T) {
	for _, s := range systems.All() {
		if !slices.Contains([]string{"supermen", "d6", "trip"}, s.ID) {
			continue
		}
		t.Run(s.ID, func(t *testing.T) {
			b := newBout(t, s)
			b.plays()
			for what, most := range map[string]int{firstAttack: 3, attackAgain: 3, decision: 1, follows: 1, firstGang: 4, gangAgain: 5} {
				if b.most[what] > most || b.most[what] == 0 && what != gangAgain {
					t.Errorf("%s took %d keys, want 1 to %d", what, b.most[what], most)
				}
			}
			if b.all > fewestKeys[s.ID] {
				t.Errorf("the fight took %d keys, want at most %d", b.all, fewestKeys[s.ID])
			}
			if lost := b.lost(); lost != nil {
				t.Errorf("%d actions were lost on the way", len(lost))
			}
			fmt.Fprintf(&b.book, "\n%d keys; %s %d, %s %d, %s %d, %s %d\n", b.all, attackAgain, b.most[attackAgain], follows, b.most[follows],
				firstGang, b.most[firstGang], gangAgain, b.most[gangAgain])
			uitest.Golden(b, "fight-"+s.ID+".txt", b.book.String())
			told, err := replay.Of(b.table, uitest.GM, 0)
			if err != nil {
				t.Fatal(err)
			}
			var page strings.Builder
			if err := told.WriteHTML(&page); err != nil {
				t.Fatal(err)
			}
			uitest.Golden(b, "replay-"+s.ID+".html", page.String())
		})
	}
}
