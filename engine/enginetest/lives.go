package enginetest

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/engine/plays"
)

// playTrials returns the inputs of the rulebook's own plays, whose author knows which
// parameters go together.
func (x *explorer) playTrials(a *engine.Action) []trial {
	var files []string
	for _, folder := range []string{filepath.Join(x.folder, "testdata"), x.folder} { // those beside a rulebook that is a single file
		found, _ := os.ReadDir(folder) // a rulebook needs no plays
		for _, f := range found {
			if f.Type().IsRegular() && strings.HasSuffix(f.Name(), ".play") {
				files = append(files, filepath.Join(folder, f.Name()))
			}
		}
	}
	var out []trial
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		play, err := plays.Parse(file, string(text))
		if err != nil || play.System != x.sys.ID {
			continue // TestPlays reports it
		}
		for _, in := range play.Inputs(x.sys) {
			if in.Action == a && len(out) < mixes {
				out = append(out, trial{filepath.Base(file), in})
			}
		}
	}
	return out
}

// tryLater walks through what rolls put on the timeline.
func (x *explorer) tryLater() {
	count := map[string]int{}
	for i := 0; i < len(x.paths); i++ { // the list grows, since a later action may put others on the timeline
		p := x.paths[i]
		if !p.ended() {
			continue
		}
		for _, l := range p.end.Following(engine.OnTimeline) {
			a, ok := x.sys.Action(l.Action)
			if !ok || count[l.Action] >= mixes {
				continue
			}
			count[l.Action]++
			x.walk(x.due(p, a, l))
		}
	}
}

func (x *explorer) due(p path, a *engine.Action, l engine.Next) trial {
	in := engine.Inputs{System: x.sys, Action: a, House: p.in.House, Params: l.Params, Moment: p.in.Moment + l.After,
		Company: p.in.Company, Sheets: map[engine.Seat]engine.Page{}, Watch: x.watch(a)}
	for seat := range p.in.Sheets {
		page := p.after(seat)
		switch seat {
		case l.Who:
			in.Sheets[engine.Actor] = page
		case l.Against:
			in.Sheets[engine.Other] = page
		}
	}
	return trial{"after " + p.trial.String(), in}
}

// after returns the sheet at a seat as the roll leaves it.
func (p path) after(seat engine.Seat) engine.Page {
	page := p.in.Sheets[seat]
	for _, c := range p.end.Changes {
		if c.Sheet == seat {
			page = page.With(c.Field, c.To)
		}
	}
	return page
}

// usedSheets returns sheets that are no longer new: with pools partly lost, and as
// rolls left them, one for each set of fields that changed.
func (x *explorer) usedSheets() []engine.Page {
	var out []engine.Page
	for i, tpl := range x.people() {
		page := tpl.Page
		for _, pool := range x.sys.Pools {
			for _, f := range pool.Losses {
				page = page.With(f.ID, engine.ValueOf(min(f.Most, pool.Full.Of(x.sys.Sheet.Read(page))*(i+1)/4)))
			}
		}
		out = append(out, page)
	}
	seen := map[string]bool{}
	for _, p := range x.paths {
		fields := p.in.Action.ID
		for _, c := range p.end.Changes {
			path := strings.Split(c.Field, "/")
			fields += " " + path[0] + path[len(path)-1]
			if c.To.Bool() || c.To.Text() != "" {
				fields += "+"
			}
		}
		if p.ended() && len(p.end.Changes) > 0 && !seen[fields] {
			seen[fields] = true
			out = append(out, p.after(engine.Actor))
		}
	}
	return out
}

// later returns trials of an action with used sheets. If nothing else has brought the action
// to an outcome, they are trials with all used sheets.
func (x *explorer) later(a *engine.Action, used []engine.Page) []trial {
	rnd := rand.New(rand.NewPCG(11, uint64(len(a.ID))))
	plain := x.templateTrials(a)
	tries := mixes
	if _, ended := x.everEnds(a); !ended {
		tries = len(used)
	}
	var out []trial
	for n, i := range rnd.Perm(len(used)) {
		if n >= tries {
			break
		}
		tr := plain[n%len(plain)]
		tr.in.Sheets = map[engine.Seat]engine.Page{engine.Actor: used[i]}
		for k := range len(plain[n%len(plain)].in.Sheets) - 1 {
			tr.in.Sheets[engine.Opponent(k+1)] = used[rnd.IntN(len(used))]
		}
		tr.name = "a used sheet"
		tr.in.Moment = []int{rnd.IntN(100), 1 << 20}[rnd.IntN(2)]
		tr.in.Watch = x.watch(a)
		if n%3 > 0 {
			tr = x.mixed(rnd, tr)
		}
		out = append(out, tr)
	}
	return out
}
