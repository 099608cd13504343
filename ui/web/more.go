package web

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/phrase"
	"example.org/fray/model/scene"
	"example.org/fray/model/view"
	"example.org/fray/ui/clean"
	"example.org/fray/ui/game"
)

// homePage is the first page: its parts, and a text field.
type homePage struct {
	Who   string
	Told  string
	To    []choice
	Speak bool // false for watchers
}

func (homePage) title() string { return "" }

// home is the first page, as the seat sees it.
func (s *Site) home(r *http.Request, v *visit) (page, error) {
	p := v.pages
	p.mu.Lock()
	defer p.mu.Unlock()
	t := p.refresh(v)
	h := homePage{Who: p.selected(r.URL.Query().Get("who")), Told: model.Capitalize(v.Told()), Speak: v.seat.Role != model.Watcher}
	h.To = []choice{{toAll, "Say to everybody", true}}
	if !v.seat.IsGamemaster() {
		h.To = append(h.To, choice{toGM, "Whisper to the gamemaster", false})
	}
	for _, seat := range t.Seats() {
		if seat != v.seat {
			h.To = append(h.To, choice{toSeat + seat.Key(), "Whisper to " + clean.Text(t.SeatName(seat)), false})
		}
	}
	if v.seat.Role == model.Player {
		h.To = append(h.To, choice{asRequest, "Ask the gamemaster for something", false})
	}
	h.To = append(h.To, choice{asLine, "Do what I type", false}, choice{asJournal, "Write into my journal", false})
	return h, nil
}

// sheetPage is a whole sheet.
type sheetPage struct {
	Who, Name, Book, Doing string
	Mine                   bool
	Blocks                 []block
	Notes                  string
	Readers                string
	GMNotes                string
	NameOnly               bool
}

func (p sheetPage) title() string { return p.Name }

func (s *Site) sheetPage(r *http.Request, v *visit) (page, error) {
	p := v.pages
	p.mu.Lock()
	defer p.mu.Unlock()
	t := p.refresh(v)
	who := r.URL.Query().Get("who")
	c, ok := t.Character(cmp.Or(who, p.selected("")))
	if !ok {
		return nil, &notFound{"there is nobody of that name, or not any more"}
	}
	f := p.scene(v, who)
	out := sheetPage{Who: c.ID, Name: clean.Text(c.Name), Mine: v.seat.Owns(c), GMNotes: clean.Text(c.GMNotes)}
	if state, met := c.State(); met {
		out.NameOnly, out.Doing = true, clean.Text(state)
		return out, nil
	}
	if out.Notes = clean.Text(c.Notes); c.Notes != "" {
		out.Readers = clean.Text(scene.NotesReaders(f.Table, f.Seat, c))
	}
	if sys := phrase.ActingRulebook(t, c, ""); sys != nil {
		out.Book = sys.Name
		out.Blocks = blocks(scene.Sheet(t, v.seat, c, sys.ID), f, c)
	}
	return out, nil
}

// logPage is one page of the log.
type logPage struct {
	story
	Find    string
	Journal bool
	Found   string
}

func (logPage) title() string { return "What happened" }

// logsLength is how many entries a page of the log has, and mostFound how many a search
// shows.
const (
	logsLength = 60
	mostFound  = 40
)

func (s *Site) logPage(r *http.Request, v *visit) (page, error) {
	p := v.pages
	p.mu.Lock()
	defer p.mu.Unlock()
	t := p.refresh(v)
	f := p.scene(v, "")
	q := r.URL.Query()
	out := logPage{Find: model.Clean(q.Get("find"), model.LongestName), Journal: q.Get("journal") != ""}
	switch {
	case out.Find != "":
		seqs, all := view.SearchLog(t, out.Find, mostFound)
		for _, seq := range seqs {
			one := p.log(f, seq, 1)
			out.Entries = append(out.Entries, one.Entries...)
		}
		out.Found = fmt.Sprintf("%d found.", all)
	case out.Journal:
		for e := range view.Entries(t, view.Filter{Journal: true}, 0, 0) {
			one := p.log(f, e.Event.Seq, 1)
			out.Entries = append(out.Entries, one.Entries...)
		}
	default:
		out.story = p.log(f, positionOf(t, q.Get("from"), 0), logsLength) // an invalid id means the newest
	}
	return out, nil
}

// textPage is a page of paragraphs.
type textPage struct {
	Title   string
	Lines   []line
	Dice    bool // it is the page about dice
	Export  bool
	CanWord bool
}

func (p textPage) title() string { return p.Title }

func (s *Site) recapPage(r *http.Request, v *visit) (page, error) {
	p := v.pages
	p.mu.Lock()
	t := p.refresh(v)
	p.mu.Unlock()
	out := textPage{Title: "So far"}
	n, _ := strconv.Atoi(r.URL.Query().Get("session")) // an invalid number means the present session
	recap, ok := view.RecapOf(t, v.seat, cmp.Or(n, t.CurrentSession()))
	if !ok && n == 0 {
		recap, ok = view.RecapOf(t, v.seat, t.CurrentSession()-1)
	}
	if !ok {
		out.Lines = []line{{Text: "Nothing has happened yet."}}
		return out, nil
	}
	for _, l := range recap.Lines(t) {
		out.Lines = append(out.Lines, lineOf(l, l.Aside, false))
	}
	return out, nil
}

// dicePage explains the dice: fingerprint and words, and after the session the seed and the
// hash.
func (s *Site) dicePage(_ *http.Request, v *visit) (page, error) {
	p := v.pages
	p.mu.Lock()
	defer p.mu.Unlock()
	t := p.refresh(v)
	out := textPage{Title: "The dice", Dice: true, Export: true}
	for _, l := range scene.FairText(t, p.ending(v)) {
		out.Lines = append(out.Lines, line{Text: strings.Join(cleaned(strings.Split(l, "\n")), "\n")})
	}
	if t.Open {
		if _, hash := v.game.Seal(); hash != "" { // a line number would show how many hidden lines there are
			out.Lines = append(out.Lines, line{Text: "The hash of the log so far, with which fray check shows later that nobody changed it: " + hash})
		}
	}
	out.CanWord = v.seat.Role == model.Player && t.Open && (scene.AskedForWord(t, v.seat) || len(t.Dice.Asked()) == 0 && t.Dice.UnmixedWord(v.seat) == "")
	return out, nil
}

// morePage has what is seldom needed.
type morePage struct {
	Name  string
	Shown bool
	Found []string
	Here  []guest
	GM    bool
	Play  []choice // characters whom nobody plays, for an invite
	Verbs []string // what can be typed, one line each
}

func (morePage) title() string { return "More" }

func (s *Site) morePage(_ *http.Request, v *visit) (page, error) {
	p := v.pages
	p.mu.Lock()
	defer p.mu.Unlock()
	t := p.refresh(v)
	out := morePage{Name: clean.Text(t.SeatName(v.seat)), Shown: len(t.Shows(0)) > 0, Found: paragraphs(strings.Join(game.Untold(v.game.Found(), p.unread(v)), "\n")), Here: p.head(p.scene(v, "")).Here, GM: v.seat.IsGamemaster(), Verbs: cleaned(phrase.Help(""))}
	for _, c := range t.Characters() {
		if out.GM && t.PlayerOf(c) == "" {
			out.Play = append(out.Play, choice{Value: c.ID, Label: clean.Text(c.Name)})
		}
	}
	return out, nil
}

// handout is a page that the gamemaster has shown.
type handout struct {
	Head   string
	Text   []string
	Grades []labelled
	Blocks []block
}

type shownPage struct{ All []handout }

func (shownPage) title() string { return "Shown to all" }

func (s *Site) shownPage(_ *http.Request, v *visit) (page, error) {
	p := v.pages
	p.mu.Lock()
	defer p.mu.Unlock()
	t := p.refresh(v)
	f := p.scene(v, "")
	var out shownPage
	for _, x := range slices.Backward(t.Shows(0)) {
		out.All = append(out.All, p.handout(f, x))
	}
	return out, nil
}

// paragraphs splits text into lines.
func paragraphs(text string) []string { return cleaned(strings.Split(text, "\n")) }

func (p *seatPages) handout(f scene.Scene, x model.Show) handout {
	h := handout{Head: clean.Text(x.Head)}
	if x.Text != x.Head {
		h.Text = paragraphs(x.Text)
	}
	if x.Odds != nil {
		for _, g := range x.Odds.Grades {
			h.Grades = append(h.Grades, labelled{clean.Text(g.Words()), engine.Percent(g.P)})
		}
	}
	if x.Character != nil {
		h.Blocks = blocks(view.ExplainedSheet(p.table, x.Character, x.System), f, x.Character)
	}
	return h
}

// export sends a file with what the seat may know of the table.
func (s *Site) export(w http.ResponseWriter, r *http.Request, v *visit) {
	text, err := v.Own()
	if err != nil {
		s.refused(w, r, v, err)
		return
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="fray-table.json"`)
	_, _ = w.Write([]byte(text))
}
