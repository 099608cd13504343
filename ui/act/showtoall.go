package act

import (
	"encoding/json"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/scene"
	"example.org/fray/model/view"
	"example.org/fray/ui/form"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// showable is something that the gamemaster can show to everybody.
type showable struct {
	page model.Show
	note string                     // its description in the list
	seen func(t model.Table) string // its text as a seat's view of the table has it; a seat with the same text knows it already
	gist bool                       // the text can be shortened before it is shown
	odds *scene.Draft               // for odds, which are counted when they are shown
}

// ShowAll asks what to show to everybody: the selected entry of the log, whole or in short;
// the sheet of the selected character; the odds of its last action; or a text. The pane that
// has the focus comes first.
func (m *Memory) ShowAll(f pane.Frame, entry uint64, whole, logFirst bool) pane.Intent {
	all := slices.DeleteFunc([]showable{sheetPage(f), entryPage(f, entry, whole), oddsPage(f, m)}, func(s showable) bool { return s.note == "" })
	if logFirst && len(all) > 1 {
		slices.SortStableFunc(all, func(a, b showable) int {
			return map[bool]int{true: 0, false: 1}[a.gist] - map[bool]int{true: 0, false: 1}[b.gist]
		})
	}
	o := pane.Choice{Head: "Show to everybody"}
	for _, s := range all {
		o.Add(s.note, "", s.offer)
	}
	o.Add("a text that you type or paste", "", func(pane.Frame) pane.Intent { return handOut(m) })
	return o.Open()
}

// entryPage shows an event of the log.
func entryPage(f pane.Frame, entry uint64, whole bool) showable {
	told := view.Narration(f.Table, entry, whole)
	if len(told) == 0 {
		return showable{}
	}
	return showable{gist: true, note: "from the log: " + told[0],
		page: model.Show{Head: scene.FirstLetters(told[0], model.LongestName), Text: strings.Join(told, "\n")},
		seen: func(t model.Table) string {
			n := t.Place(entry)
			if n == 0 {
				return ""
			}
			return strings.Join(view.Narration(t, n, whole), "\n")
		}}
}

// sheetPage shows the sheet of the selected character.
func sheetPage(f pane.Frame) showable {
	c := f.Here()
	if c == nil {
		return showable{}
	}
	if _, has := c.Pages[f.System]; !has {
		return showable{}
	}
	return showable{note: "the sheet of " + c.Name, page: model.Show{Head: c.Name, Who: c.ID, System: f.System},
		seen: func(t model.Table) string {
			c, ok := t.Character(c.ID)
			if !ok {
				return ""
			}
			b, _ := json.Marshal(c.Pages[f.System])
			return string(b)
		}}
}

// oddsPage shows the odds of the selected character's last action.
func oddsPage(f pane.Frame, m *Memory) showable {
	d, ok := m.Last(f.Selected)
	if !ok {
		return showable{}
	}
	return oddsOf(f, d)
}

// oddsOf shows the odds of a draft.
func oddsOf(f pane.Frame, d scene.Draft) showable {
	if a := scene.PreviewOf(f.Table, f.Seat, d); a.WhyNot != "" || !a.Dice {
		return showable{}
	}
	return showable{note: "the odds of " + scene.OddsHead(f.Table, d), odds: &d}
}

// countedOdds counts the odds of a draft, which can take long, and says who may not know
// them.
func countedOdds(f pane.Frame, d scene.Draft) (s showable, blind string) {
	page, seen := scene.OddsPage(f.Table, f.Seat, d)
	if page.Odds == nil {
		return showable{}, ""
	}
	s = showable{page: page, seen: seen}
	return s, s.blind(f)
}

// showOdds shows the odds of a form to everybody.
func showOdds(f pane.Frame, d scene.Draft) pane.Intent {
	switch s := oddsOf(f, d); {
	case f.Seat.Role != model.GM:
		return pane.Say{Words: "only the gamemaster can show something to everybody"}
	case s.odds == nil:
		return pane.Say{Words: noOdds}
	default:
		return s.offer(f)
	}
}

const noOdds = "there are no odds to show"

// blind names the seats that do not know something yet; "" for none.
func (s showable) blind(f pane.Frame) string {
	whole := s.seen(f.Table)
	knows := func(x model.Seat) bool { return s.seen(view.SeenBy(f.Table, x)) == whole }
	var not []string
	players := 0
	for _, x := range f.Table.Seats() {
		if x.Role != model.Player {
			continue
		}
		if players++; !knows(x) {
			not = append(not, f.Table.SeatName(x))
		}
	}
	rest := !knows(model.Seat{Role: model.Watcher})
	switch {
	case len(not) > 0 && len(not) == players:
		return "The players do not know this yet"
	case len(not) == 1:
		return not[0] + " does not know this yet"
	case len(not) > 1:
		return strings.Join(not[:len(not)-1], ", ") + " and " + not[len(not)-1] + " do not know this yet"
	case rest:
		return "Watchers do not know this yet"
	}
	return ""
}

// offer shows what everybody knows at once. Otherwise it asks first, so that secrets can be
// removed from the text.
func (s showable) offer(f pane.Frame) pane.Intent {
	if s.odds == nil {
		return s.put(s.blind(f))
	}
	return pane.Fetch{
		Run: func() any {
			s, blind := countedOdds(f, *s.odds)
			return func() pane.Intent {
				if s.seen == nil {
					return pane.Say{Words: noOdds}
				}
				return s.put(blind)
			}
		},
		Then: func(_ pane.Frame, put any) pane.Intent { return put.(func() pane.Intent)() },
	}
}

// put shows it, or asks first if some seats do not know it.
func (s showable) put(blind string) pane.Intent {
	switch {
	case blind == "":
		return showNow(s.page, nil)
	case s.gist:
		return pane.Push{Overlay: writeShown(s.page.Text, blind+". They will see what you leave here, and nothing else.", nil)}
	}
	return pane.Push{Overlay: &revealQuestion{page: s.page, words: blind + ". They will see everything on this page."}}
}

// showNow shows a page to everybody, and closes the overlay in which it was written.
func showNow(page model.Show, from pane.Overlay) pane.Intent {
	page.Character = nil
	return pane.Do{Command: page, Then: func(f pane.Frame) pane.Intent {
		said := pane.Say{Words: "shown to everybody: " + kit.Clean(page.Head) + "; " + f.KeyOf("undo") + " undoes it"}
		if from == nil {
			return said
		}
		return pane.All{pane.Close{Overlay: from}, said}
	}}
}

// writeShown edits the text to show; its first line is the heading.
func writeShown(text, hint string, keep func(string)) *form.Text {
	o := &form.Text{Most: model.MostShown, Does: "show it to everybody", Hint: hint, Keep: keep,
		Head: func(pane.Frame) string { return "Show a text to everybody" }}
	o.Done = func(_ pane.Frame, text string) pane.Intent {
		head, rest, _ := strings.Cut(strings.TrimSpace(text), "\n")
		if head == "" {
			return pane.Fail{Words: "there is nothing to show yet"}
		}
		page := model.Show{Head: head, Text: strings.TrimSpace(rest)}
		if page.Text == "" || len([]rune(head)) > model.LongestName {
			page = model.Show{Head: scene.FirstLetters(head, model.LongestName), Text: strings.TrimSpace(text)}
		}
		if keep != nil {
			keep("")
		}
		return showNow(page, o)
	}
	return o.Written(text)
}

// handOut edits a text for everybody. An unfinished text is kept.
func handOut(m *Memory) pane.Intent {
	return pane.Push{Overlay: writeShown(m.handout, "The first line is the heading.", func(text string) { m.handout = text })}
}

// revealQuestion asks before something becomes known to players.
type revealQuestion struct {
	page  model.Show
	words string
}

func (o *revealQuestion) About(pane.Frame) pane.About {
	return pane.About{Title: "Show to everybody: " + kit.Clean(o.page.Head)}
}

func (o *revealQuestion) Draw(f pane.Frame) []string {
	page := o.page
	if c, ok := f.Table.Character(page.Who); ok {
		page.Character = &model.Character{ID: c.ID, Name: c.Name, Pages: map[string]engine.Page{page.System: c.Pages[page.System]}}
	}
	out := append(f.Paragraphs(kit.Hurt, o.words), f.Look.Blank(f.W))
	out = append(out, shownLines(f.Sized(f.W, f.H-len(out), f.Focused), page)...)
	return f.Look.Scrolled(out, 0, f.W, min(len(out), f.H))
}

var revealQuestionKeys = slices.Concat(pane.In("unveil", "Show to everybody", pane.Enter("show", "show it as it is", "show it to everybody")), []pane.Binding{pane.Back})

func (o *revealQuestion) Keys(pane.Frame) []pane.Binding { return revealQuestionKeys }

func (o *revealQuestion) Update(f pane.Frame, msg tea.Msg) (pane.Overlay, pane.Intent) {
	switch f.Pressed(revealQuestionKeys, msg) {
	case "back":
		return o, pane.Close{}
	case "show":
		return o, showNow(o.page, o)
	}
	return o, nil
}

// ShownLast opens the page that the gamemaster showed last.
func ShownLast(f pane.Frame) pane.Intent {
	all := f.Table.Shows(0)
	if len(all) == 0 {
		return pane.Say{Words: "the gamemaster has shown nothing yet"}
	}
	return pane.Push{Overlay: Shown(all[len(all)-1])}
}
