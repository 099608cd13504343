package web

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/phrase"
	"example.org/fray/model/scene"
	"example.org/fray/model/view"
	"example.org/fray/ui/clean"
)

// urlOf returns the URL of a draft's form. Showing a form changes nothing, so its URL can
// be bookmarked, opened twice and returned to.
func urlOf(d scene.Draft) string {
	v := url.Values{"who": {d.Who}, "book": {d.System}, "action": {d.Action}}
	if d.Row != "" {
		v.Set("row", d.Row)
	}
	if d.Abort {
		v.Set("abort", "yes")
	}
	if roll := d.CalledBy(); roll != "" {
		v.Set("called", roll)
	}
	for _, id := range d.Against {
		v.Add("against", id)
	}
	for _, path := range d.Params.Paths() {
		if x, ok := d.Params.Get(path); ok {
			v.Set("p."+path, x.String())
		}
	}
	return "act?" + v.Encode()
}

// actForm is the page with the form of an action.
type actForm struct {
	Title    string
	Help     string
	Chapter  string
	Who      string
	WhoName  string
	Book     string
	Action   string
	Row      string
	Abort    bool
	Called   string // the roll that calls for it; "" if it was chosen freely
	Attack   string // against what attack it defends
	Faces    string // label of the opponents in the form; "" if there are none
	Many     bool
	Targets  []target
	Fields   []field
	More     []field
	MoreSet  bool // a field in More has a value
	Does     string
	Preview  preview
	wrong    map[string]string
	original scene.Draft
}

func (a actForm) title() string { return a.Title }

// onlyPreview is the preview of a form, which the script of its page puts into it.
type onlyPreview struct{ actForm }

type target struct {
	ID, Name, Class string
	On              bool
}

// field is one parameter. Kind is number, decimal, yes, choice or text.
type field struct {
	ID, Name, Label, Unit, Help, Kind string
	Value, Now, Beside, Wrong         string
	Least, Most                       int
	Choices                           []choice
	Checked                           bool
	Set                               bool // it was set, be it to what is usual: what is called for is known by that
}

type choice struct {
	Value, Label string
	On           bool
}

// preview shows what the action would do.
type preview struct {
	WhyNot string
	Lacks  bool // something has still to be said
	Over   bool // it is no longer called for, and nothing else is done in its place
	Gives  string
	Judged bool
	Won    string
	Chance string
	Width  int
	Words  string
	Prices []price
	Lands  string
	Axis   string
	Bars   []bar
	Does   []string
	Notes  []string
	Asks   bool
	Wrong  []string
}

type price struct {
	Words string
	More  bool
}

// bar is one total or level: its place in a chart of 1000 by 100.
type bar struct {
	Label, Percent string
	X, W, Y, H     int
	Good           bool
}

// oddsTimeout is how long the odds for a page are counted.
const oddsTimeout = 1500 * time.Millisecond

// stopOf returns a function that stops counting when the client has gone or patience is
// over.
func stopOf(ctx context.Context) func() bool {
	ends := time.Now().Add(oddsTimeout)
	return func() bool { return ctx.Err() != nil || time.Now().After(ends) }
}

// errNoLongerCalled is the error of a form whose question has ended.
var errNoLongerCalled error = &notFound{"that is no longer called for: nothing was done"}

// parseDraft reads a draft from form values. wrong has an error for each invalid field.
func parseDraft(t model.Table, seat model.Seat, v url.Values) (d scene.Draft, a *engine.Action, wrong map[string]string, err error) {
	d = scene.Draft{Who: v.Get("who"), System: v.Get("book"), Action: v.Get("action"), Row: v.Get("row"), Abort: v.Get("abort") != ""}
	c, ok := t.Character(d.Who)
	if !ok || !seat.Owns(c) {
		return d, nil, nil, &notFound{"that character is not yours, or not at this table any more"}
	}
	a, ok = t.ActionOf(d.System, d.Action)
	if !ok {
		return d, nil, nil, &notFound{"there is no such action"}
	}
	if a.Need != engine.Alone {
		for _, id := range v["against"] {
			if _, here := t.Character(id); here && id != d.Who && !slices.Contains(d.Against, id) && len(d.Against) < engine.MostOpponents {
				d.Against = append(d.Against, id)
			}
		}
	}
	if roll := v.Get("called"); roll != "" {
		if d, ok = d.AnswersTo(t, roll); !ok {
			return d, a, nil, errNoLongerCalled
		}
	}
	wrong = map[string]string{}
	for _, sp := range a.ParamsAgainst(len(d.Against)) {
		text, set := strings.TrimSpace(v.Get("p."+sp.ID)), v.Has("p."+sp.ID)
		if sp.Kind == engine.Bool && slices.Contains(v["yes"], sp.ID) {
			is, usual := text == "yes", sp.Default(a.Form.Read(d.Params)).Bool()
			if set = is != usual || slices.Contains(v["set"], sp.ID); set {
				text = map[bool]string{true: "yes", false: "no"}[is]
			}
		}
		if !set || text == "" {
			continue
		}
		params, err := phrase.SetParam(a, d.Params, len(d.Against), sp.ID, text)
		if err != nil {
			wrong[sp.ID] = model.Sentence(err)
			continue
		}
		d.Params = params
	}
	return d, a, wrong, nil
}

// actPage is the form of an action. For the page's own script it is only the preview.
func (s *Site) actPage(r *http.Request, v *visit) (page, error) {
	values := r.Form
	if values == nil {
		values = r.URL.Query()
	}
	p := v.pages
	p.mu.Lock()
	t := p.refresh(v)
	p.mu.Unlock()
	d, a, wrong, err := parseDraft(t, v.seat, values)
	if errors.Is(err, errNoLongerCalled) && wantsWords(r) && r.Method == http.MethodGet {
		return onlyPreview{actForm{Preview: preview{WhyNot: model.Sentence(err), Over: true}}}, nil
	}
	if err != nil {
		return nil, err
	}
	ahead := scene.PreviewOf(t, v.seat, d)
	if ahead.WhyNot == "" {
		stop := stopOf(r.Context())
		ahead = ahead.Counted(stop).Followed(stop)
	}
	who, _ := t.Character(d.Who)
	out := actForm{Who: d.Who, WhoName: clean.Text(who.Name), Book: d.System, Action: d.Action, Row: d.Row, Abort: d.Abort,
		Title: clean.Text(view.RollName(a, d.Params)), Help: a.Help, Chapter: a.Chapter, Many: a.Need == engine.MayFaceMany, wrong: wrong, original: d}
	out.Called, out.Attack = d.CalledBy(), clean.Text(d.DefendsWords(t))
	if a.Need != engine.Alone {
		out.Faces = "Against"
		if a.Attack() {
			out.Faces = "Whom"
		}
		out.Targets = targets(t, d)
	}
	first := a.LeadParams()
	for _, sp := range first {
		out.Fields = append(out.Fields, fieldOf(t, d, a, sp, &ahead, wrong))
	}
	for _, sp := range a.ParamsAgainst(len(d.Against)) {
		if slices.Contains(first, sp) || sp.ID == engine.Every.Hidden.ID && !v.seat.IsGamemaster() {
			continue
		}
		x := fieldOf(t, d, a, sp, &ahead, wrong)
		out.MoreSet = out.MoreSet || x.Value != "" || x.Checked || x.Wrong != ""
		out.More = append(out.More, x)
	}
	out.Preview = previewOf(t, &ahead, wrong)
	switch {
	case ahead.Asks:
		out.Does = "Ask the gamemaster"
	case a.DecidesHit():
		out.Does = "Strike"
	case len(ahead.Odds.Totals) > 1 || ahead.Step.Open != nil && ahead.Step.Open.Wants == engine.Throwing:
		out.Does = "Throw"
	default:
		out.Does = "Do it"
	}
	if wantsWords(r) && r.Method == http.MethodGet {
		return onlyPreview{out}, nil
	}
	return out, nil
}

// targets returns the possible opponents of a draft, those of other sides first.
func targets(t model.Table, d scene.Draft) []target {
	who, _ := t.Character(d.Who)
	var foes, friends []target
	for _, c := range t.Characters() {
		if !c.Plays(d.System) || c.ID == d.Who {
			continue
		}
		x := target{c.ID, clean.Text(c.Name), sideClass(c.Side), slices.Contains(d.Against, c.ID)}
		if who.Opposes(c) {
			foes = append(foes, x)
		} else {
			friends = append(friends, x)
		}
	}
	return append(foes, friends...)
}

// fieldOf returns a parameter as the form shows it.
func fieldOf(t model.Table, d scene.Draft, a *engine.Action, sp *engine.Spec, ahead *scene.Preview, wrong map[string]string) field {
	x := field{ID: strings.ReplaceAll(sp.ID, ".", "-"), Name: sp.ID, Label: clean.Text(labelOf(t, d, sp)), Unit: sp.Unit, Help: sp.Help, Wrong: wrong[sp.ID], Least: sp.Least, Most: sp.Most,
		Now: clean.Text(ahead.ParamNow(a, sp, d.Params)), Beside: clean.Text(ahead.ParamBeside(sp.ID)), Kind: "text"}
	v, written := d.Params.Get(sp.ID)
	if written {
		x.Value = v.String()
	}
	switch {
	case sp.Kind == engine.Bool:
		x.Kind = "yes"
		x.Checked = sp.Default(a.Form.Read(d.Params)).Bool()
		if x.Set = written; written {
			x.Checked = v.Bool()
		}
	case sp.Kind == engine.Int:
		x.Kind = "number"
	case sp.Kind == engine.Decimal:
		x.Kind = "decimal"
	case sp.Options != nil:
		x.Kind = "choice"
		for _, o := range sp.Options {
			x.Choices = append(x.Choices, choice{o, clean.Text(sp.Words(engine.ValueOf(o))), written && v.Text() == o})
		}
	case sp.RowsOf != "":
		x.Kind = "choice"
		if c, ok := t.Character(d.Who); ok {
			for _, name := range scene.RowNames(c.Pages[d.System], sp.RowsOf) {
				x.Choices = append(x.Choices, choice{name, clean.Text(name), written && strings.EqualFold(v.Text(), name)})
			}
		}
		if written && v.Text() != "" && !slices.ContainsFunc(x.Choices, func(c choice) bool { return c.On }) {
			x.Choices = append(x.Choices, choice{v.Text(), clean.Text(v.Text()), true}) // a row, by its id
		}
	}
	return x
}

// labelOf returns the label of a parameter, which says if it is the opponent's.
func labelOf(t model.Table, d scene.Draft, sp *engine.Spec) string {
	return scene.ParamLabel(t, d.Against, sp)
}

// previewOf returns a preview as pages show it.
func previewOf(t model.Table, ahead *scene.Preview, wrong map[string]string) preview {
	out := preview{WhyNot: clean.Text(ahead.WhyNot), Asks: ahead.Asks, Notes: cleaned(ahead.Step.Notes)}
	for _, w := range wrong {
		out.Wrong = append(out.Wrong, clean.Text(w))
	}
	slices.Sort(out.Wrong)
	o := ahead.Outlook()
	out.Judged, out.Won, out.Words, out.Axis, out.Does = o.Judged, o.Won, clean.Text(o.Words), clean.Text(o.Axis), cleaned(o.Does)
	if o.Judged {
		out.Chance, out.Width = engine.Percent(o.P), int(o.P*whole)
	}
	out.Gives, out.Lacks = clean.Text(ahead.Gives), ahead.Lacks
	for _, x := range ahead.Prices {
		out.Prices = append(out.Prices, price{clean.Text(x.Words), x.More})
	}
	if ahead.Lands > 0 {
		out.Lands = t.When(ahead.Lands)
	}
	out.Bars = barsOf(o.Bars)
	return out
}

// maxBars is the largest number of bars in a chart; beyond it, neighbours are merged.
const maxBars = 41

func barsOf(all []scene.OutlookBar) []bar {
	per := (len(all) + maxBars - 1) / maxBars
	if per == 0 {
		return nil
	}
	var joined []scene.OutlookBar
	for i := 0; i < len(all); i += per {
		of := all[i:min(i+per, len(all))]
		x := of[0]
		for _, y := range of[1:] {
			x.P += y.P
		}
		if len(of) > 1 {
			x.Label += "–" + of[len(of)-1].Label
		}
		joined = append(joined, x)
	}
	most := 0.0
	for _, x := range joined {
		most = max(most, x.P)
	}
	var out []bar
	for i, x := range joined {
		h := max(1, int(100*x.P/most))
		left, right := i*whole/len(joined), (i+1)*whole/len(joined)
		out = append(out, bar{clean.Text(x.Label), engine.Percent(x.P), left, max(1, right-left-max(1, (right-left)/8)), 100 - h, h, x.Good})
	}
	return out
}

// throw begins the action of a form.
func (s *Site) throw(r *http.Request, v *visit) (string, error) {
	p := v.pages
	p.mu.Lock()
	t := p.refresh(v)
	p.mu.Unlock()
	d, _, wrong, err := parseDraft(t, v.seat, r.PostForm)
	if err != nil {
		return "", err
	}
	for _, words := range wrong {
		return "", &notFound{words}
	}
	_, err = v.game.Do(v.seat, d.Command())
	p.mu.Lock()
	defer p.mu.Unlock()
	t = p.refresh(v)
	if waits := t.WaitsForWords(); err != nil && waits != "" && strings.HasSuffix(err.Error(), waits) {
		p.pending, err = &pendingThrow{d, t}, nil
	} else if err == nil {
		p.memory.Threw(t, d)
	}
	if err != nil {
		return "", err
	}
	return "./?who=" + url.QueryEscape(d.Who), nil
}
