package web

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/phrase"
	"example.org/fray/model/scene"
	"example.org/fray/model/view"
	"example.org/fray/ui/clean"
	"example.org/fray/ui/game"
)

// questions lists what this seat is asked now.
type questions struct {
	Token  string
	Found  []string // of the game's Found, what nobody of this seat has said that they have read
	Cards  []card
	Others string // for whom a roll of this seat waits
}

// card is one question.
type card struct {
	Kind                        string // throw, pick, share, number, attack, called, word or request
	Attack                      bool   // on a character of this seat
	ID                          string
	Head, Stands, Words, Stakes string
	Notes                       []string
	Roll, Question              string
	Who                         string
	Options                     []option
	Uses                        []use
	Total, Least, Most          int
	One                         bool
	Dice                        string
	Real                        bool // the dice are rolled at the table
	Drop                        bool // the roll can be dropped
	Seconds                     int
	Until                       int64 // deadline in Unix milliseconds; 0: none
	NoneWho                     string
	None                        bool   // there is a button for doing nothing
	NoneWords                   string // label of that button
	Focus                       bool   // a throw of this seat waits for it
	Preset                      int
}

type option struct {
	ID, Label, Price, WhyNot, Chance, URL string
	Gives                                 string // what is given up for it
	First                                 bool
}

type use struct {
	ID, Label, WhyNot, Gives string
	Most, Preset             int
	Steps                    []gain // what points give, from so many on
}

type gain struct {
	Points int
	Gives  string
}

// questions returns what the seat is asked. The lock must be held.
func (p *seatPages) questions(v *visit, f scene.Scene) questions {
	t := p.table
	out := questions{Token: tokenOf(v.cookie), Found: p.unread(v)}
	for _, w := range scene.Asked(f.Table, f.Seat, f.Present) {
		out.Cards = append(out.Cards, p.question(w))
	}
	attacked := map[string]bool{}
	for _, a := range scene.CalledDefences(t, p.seat) {
		if c, ok := p.defence(a); ok {
			attacked[a.Roll+"/"+a.Who] = true
			out.Cards = append(out.Cards, c)
		}
	}
	for _, of := range view.Choices(t.FollowUps()) {
		who, here := t.Character(of[0].Who)
		if !here || !p.seat.Owns(who) || attacked[of[0].Origin.Roll+"/"+of[0].Who] || p.seat.IsGamemaster() && t.PlayerOf(who) != "" {
			continue
		}
		c := card{Kind: "called", ID: of[0].Origin.Roll + "-" + of[0].Who + "-" + of[0].Action, Head: "Next: " + clean.Text(view.ChoiceWords(t, of))}
		if len(of) == 1 && view.IsOffered(t, of[0]) {
			c.Head = clean.Text(view.NeedWords(t, of))
		}
		for i, u := range of {
			c.Options = append(c.Options, p.followUp(u, of, i == 0))
		}
		out.Cards = append(out.Cards, c)
	}
	if scene.AskedForWord(t, p.seat) {
		out.Cards = append(out.Cards, card{Kind: "word", ID: "word", Head: "Add a word to the dice", Words: clean.Text(scene.WordWords(t, p.seat)), Focus: p.pending != nil})
	}
	if p.seat.IsGamemaster() {
		for _, r := range t.Requests {
			out.Cards = append(out.Cards, card{Kind: "request", ID: "request-" + r.ID, Roll: r.ID, Head: clean.Text(scene.RequestWords(t, r))})
		}
	}
	if len(out.Cards) == 0 {
		if words := t.WaitsForWords(); words != "" {
			out.Others = model.Capitalize(clean.Text(words)) + "."
		}
	}
	if p.pending != nil {
		out.Others += " Your throw goes on by itself when all words are in."
	}
	return out
}

// unread returns what the seat is to be told of the table and has not read yet. The lock must be
// held.
func (p *seatPages) unread(v *visit) []string { return game.Untold(v.game.Found(), p.read) }

// markOf tells one list of sentences from others.
func markOf(sentences []string) string {
	sum := sha256.Sum256([]byte(strings.Join(sentences, "\n")))
	return hex.EncodeToString(sum[:6])
}

// takeRead notes that somebody has read what the table's pages told. It is told no more, unless
// there is other news by now.
func (s *Site) takeRead(w http.ResponseWriter, r *http.Request, v *visit) {
	p := v.pages
	p.mu.Lock()
	if found := v.game.Found(); markOf(game.Untold(found, p.read)) == r.PostForm.Get("read") {
		p.read = found
	}
	p.mu.Unlock()
	w.Header().Set("Location", "./")
	w.WriteHeader(http.StatusSeeOther)
}

// followUp returns the button for a follow-up.
func (p *seatPages) followUp(u model.FollowUp, of []model.FollowUp, first bool) option {
	t := p.table
	x := scene.CalledOf(t, p.seat, u)
	return option{Label: clean.Text(view.ChoiceName(t, u, of)), First: first, URL: urlOf(x.Draft), Price: clean.Text(x.With), Chance: x.Chance, Gives: clean.Text(x.Gives), WhyNot: clean.Text(x.WhyNot)}
}

// defence returns the card for an attack that calls for a defence, if it does.
func (p *seatPages) defence(a decide.Attack) (card, bool) {
	t := p.table
	none, defences := scene.DefencesAgainst(t, a)
	if len(defences) == 0 {
		return card{}, false
	}
	c := card{Kind: "attack", Attack: true, ID: "attack-" + a.Roll + "-" + a.Who, Head: scene.AttackedTitle, Words: clean.Text(scene.AttackWords(t, a)) + ".",
		None: len(none) == 0, Roll: a.Roll, Question: a.Question, NoneWho: a.Who}
	words, _ := scene.NoDefenceWords(defences)
	c.NoneWords = model.Capitalize(words)
	all := append(slices.Clip(none), defences...)
	for i, u := range all {
		o := p.followUp(u, all, i == len(none))
		if i < len(none) {
			o.Label = "No defence: " + o.Label
		}
		c.Options = append(c.Options, o)
	}
	p.timed(&c, a.Who)
	return c, true
}

// timed sets the deadline of a card.
func (p *seatPages) timed(c *card, who string) {
	if until, ok := p.table.DeadlineOf(c.Roll, c.Question, who); ok {
		c.Seconds, c.Until = p.seconds(until), until.UnixMilli()
	}
}

// question returns the card for the open question of a roll.
func (p *seatPages) question(w scene.Waiting) card {
	t, q := p.table, w.Question
	c := card{ID: "roll-" + w.Roll.ID + "-" + w.Roll.Question, Roll: w.Roll.ID, Question: w.Roll.Question, Who: w.Roll.Who,
		Head: clean.Text(view.RollTitle(t, w.Roll) + view.AgainstWords(t, w.Roll)), Words: clean.Text(q.Words), Stakes: clean.Text(q.AtStake()), Drop: p.seat.IsGamemaster()}
	if q.Defends && p.seat.Role == model.Player {
		c.Head, c.Words, c.Attack = scene.AttackedTitle, c.Head+": "+c.Words, true
	}
	in, err := t.InputsOf(w.Roll)
	step, bad := t.Step(w.Roll)
	if err != nil || bad != nil || step.Open == nil {
		return c // which cannot go on: it can be dropped
	}
	c.Notes, c.Stands = cleaned(step.Notes), clean.Text(scene.AsItStands(in, w.Roll, step))
	asked := scene.CardOf(in, w.Roll, step)
	for i, x := range asked.Choices {
		c.Options = append(c.Options, option{ID: x.Answer.Pick, Label: clean.Text(x.Label), Price: clean.Text(x.Price), WhyNot: clean.Text(x.WhyNot), Chance: x.Chance, First: i == 0})
	}
	switch q.Wants {
	case engine.Throwing:
		c.Kind, c.Dice, c.Real = "throw", q.Dice.String(), true
	case engine.Picking:
		c.Kind = "pick"
	case engine.Sharing:
		c.Kind, c.Total, c.One = "share", q.Total, q.One
		for i := range asked.Shares {
			s := &asked.Shares[i]
			x := use{ID: s.ID, Label: clean.Text(s.Label), WhyNot: clean.Text(s.WhyNot), Most: s.Most, Preset: s.Preset, Gives: clean.Text(s.StepsWords())}
			for _, step := range s.Steps {
				x.Steps = append(x.Steps, gain{step.Points, clean.Text(step.Gives)})
			}
			c.Uses = append(c.Uses, x)
		}
	case engine.Numbering:
		c.Kind, c.Least, c.Most, c.Preset = "number", q.Least, q.Most, q.Least
	}
	for _, id := range w.Roll.At(q.Who) {
		p.timed(&c, id)
	}
	return c
}

var errAnswered = errors.New("somebody else has answered meanwhile: this is what is asked now")

// answer answers the question of a roll.
func (s *Site) answer(r *http.Request, v *visit) (string, error) {
	p, form := v.pages, r.PostForm
	p.mu.Lock()
	t := p.refresh(v)
	p.mu.Unlock()
	roll, ok := t.Roll(form.Get("roll"))
	if !ok || roll.Question != form.Get("question") {
		return "", errAnswered
	}
	if form.Get("drop") != "" {
		return s.order(v, model.Drop{Roll: roll.ID})
	}
	step, err := t.Step(roll)
	if err != nil || step.Open == nil {
		return "", errAnswered
	}
	q := *step.Open
	c := model.Answer{Roll: roll.ID, Question: roll.Question}
	switch {
	case q.Wants == engine.Throwing && strings.TrimSpace(form.Get("faces")) == "":
		c.Throw = true
	case q.Wants == engine.Throwing:
		if c.Answer, err = phrase.Answer(q, form.Get("faces")); err != nil {
			return "", err
		}
	case q.Wants == engine.Picking:
		if c.Answer = q.Picked(form.Get("pick")); form.Get("pick") == "" {
			return "", errors.New("choose one of them")
		}
	case q.Wants == engine.Sharing && form.Get("nothing") != "":
		c.Answer = q.Given(nil)
	case q.Wants == engine.Sharing:
		give := engine.Shares{}
		for i := range q.Uses {
			id := q.Uses[i].ID
			text := strings.TrimSpace(form.Get("share." + id))
			if text == "" {
				continue
			}
			n, err := strconv.Atoi(text)
			if err != nil {
				return "", errors.New(q.Uses[i].Label + " takes a whole number")
			}
			if n != 0 {
				give[id] = n
			}
		}
		c.Answer = q.Given(give)
	case q.Wants == engine.Numbering:
		n, err := strconv.Atoi(strings.TrimSpace(form.Get("amount")))
		if err != nil {
			return "", errors.New("type a whole number from " + strconv.Itoa(q.Least) + " to " + strconv.Itoa(q.Most))
		}
		c.Answer = q.Numbered(n)
	}
	if !c.Throw {
		if err := q.Check(c.Answer); err != nil {
			return "", err
		}
	}
	return s.order(v, c)
}

// order carries out a command, and returns to the first page.
func (s *Site) order(v *visit, c model.Command) (string, error) {
	_, err := v.game.Do(v.seat, c)
	return "./", err
}

// declineDefence declines the defence against an attack.
func (s *Site) declineDefence(r *http.Request, v *visit) (string, error) {
	return s.order(v, model.NoDefence{Roll: r.PostForm.Get("roll"), Question: r.PostForm.Get("question"), Who: r.PostForm.Get("who")})
}

// settle grants or refuses a player's request.
func (s *Site) settle(r *http.Request, v *visit) (string, error) {
	return s.order(v, model.SettleRequest{ID: r.PostForm.Get("request"), Refuse: r.PostForm.Get("refuse") != "", Why: r.PostForm.Get("why")})
}
