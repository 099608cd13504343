package lines

import (
	"context"
	"slices"
	"strings"
	"time"

	"example.org/fray/model"
	"example.org/fray/model/phrase"
	"example.org/fray/model/scene"
	"example.org/fray/model/view"
	"example.org/fray/ui/game"
	"example.org/fray/ui/people"
)

// input is the input. A line is read only when one is wanted.
type input struct {
	want        chan struct{}
	wanted      bool        // a line is wanted that has not come yet
	line        chan string // closed at the end of the input
	ends        <-chan struct{}
	interrupted bool // the program was told to end while it waited for a line
}

// readInput starts to read the input in the background. ends is closed when the program is told to
// end.
func (p *console) readInput(ends <-chan struct{}) {
	p.input = input{want: make(chan struct{}), line: make(chan string, 1), ends: ends} // buffered, since nobody may receive the last line
	go func(x input) {
		defer close(x.line)
		for range x.want {
			if !p.in.Scan() {
				return
			}
			x.line <- p.in.Text()
		}
	}(p.input)
}

// restAfter is how long a line counts as meant for a question that has just ended by itself.
const restAfter = time.Second

// toEnd reports whether the program is told to end: then nobody waits for odds any more.
func (p *console) toEnd() bool {
	select {
	case <-p.input.ends:
		return true
	default:
		return false
	}
}

// untilEnd returns a context that ends when the program is told to end, and with stop.
func (p *console) untilEnd() (ctx context.Context, stop context.CancelFunc) {
	ctx, stop = context.WithCancel(context.Background())
	go func() {
		select {
		case <-p.input.ends:
			stop()
		case <-ctx.Done():
		}
	}()
	return ctx, stop
}

// nextLine waits for a line, and meanwhile prints what others do and who comes and goes. It
// returns "" if what is asked is settled meanwhile, and false at the end of the input or of
// the program.
func (p *console) nextLine(prompt string) (text string, ok bool) {
	if !p.input.wanted {
		p.input.want <- struct{}{}
		p.input.wanted = true
	}
	for {
		select {
		case text, ok = <-p.input.line:
			p.input.wanted = false
			if ok && strings.TrimSpace(text) != "" && p.now().Before(p.rests) {
				p.line("That was no longer asked when you typed %q, and nothing was done. Type it again if you mean it.", text)
				p.input.want <- struct{}{}
				p.input.wanted = true
				p.prompt(prompt)
				continue
			}
			return text, ok
		case <-p.input.ends:
			p.input.interrupted = true
			return "", false
		case <-p.changed:
			printed := p.printChanges()
			if p.isSettled() {
				p.line("This is no longer asked.")
				p.rests = p.now().Add(restAfter)
				return "", true
			}
			if !printed {
				continue
			}
		case <-p.presenceChanged:
			if !p.printPresence() {
				continue
			}
		}
		p.prompt(prompt)
	}
}

// printChanges prints what others have done. It returns false if there was nothing to print.
func (p *console) printChanges() bool {
	before, ended := p.table.Seq(), p.table.Ended.Number
	p.refresh()
	asked := p.scene().Asked() // its cause may be an event that this seat does not see
	fresh := len(asked) > 0 && p.announcedQuestion != asked[0].At() && (p.answering != asked[0].Roll.ID || p.isSettled())
	attacked := p.newAttack()
	found := len(game.Untold(p.game.Found(), p.found)) > 0
	if p.table.Seq() == before && !fresh && attacked == nil && !found {
		return p.printPresence()
	}
	p.line("")
	p.printFound()
	p.news(before)
	if p.table.Ended.Number > ended {
		for _, l := range scene.SeedAndHash(p.table, p.ending) {
			p.line("%s", l)
		}
	}
	p.printPresence()
	announceWordRequest(p)
	if fresh {
		p.announcedQuestion = asked[0].At()
		p.line("A question for you: %s. Type open to answer.", p.questionWords(asked[0].Roll, asked[0].Question))
	}
	if attacked != nil {
		p.line("%s. Type follow to choose. %s", scene.AttackWords(p.table, *attacked), p.timeLeft())
		_, defences := scene.DefencesAgainst(p.table, *attacked)
		can, _ := p.followUps(defences)
		_, gives := p.mayGiveUp(defences[0])
		p.choices(can, defences, gives)
	}
	return true
}

// isSettled reports whether what is asked now was settled by somebody else, perhaps by the
// same person on another screen.
func (p *console) isSettled() bool { return p.settled != nil && p.settled() }

// scene is the table as this seat is shown it.
func (p *console) scene() scene.Scene {
	f := scene.Scene{Table: p.table, Seat: p.seat, Selected: p.lastActor}
	if p.present != nil {
		f.Present = p.connected
	}
	return f
}

// connected reports whether the seat s of a served table has an open connection.
func (p *console) connected(s model.Seat) bool {
	return people.IsConnected(p.present.Here(), s)
}

// printPresence prints who is here and whom the table waits for, if that has changed, and
// reports whether it printed.
func (p *console) printPresence() bool {
	if p.present == nil {
		return false
	}
	words, news := p.presenceWords(), p.waiting.newest()
	if words == p.presenceLine && news == "" {
		return false
	}
	if news != "" {
		p.line("%s.", news)
	}
	if words == p.presenceLine {
		return true
	}
	p.presenceLine = words
	p.line("%s", words)
	return true
}

// presenceWords says who is here and whom the table waits for.
func (p *console) presenceWords() string {
	if p.present == nil {
		return "Nobody else can join this table."
	}
	waits := p.scene().WaitedFor()
	all := p.present.Here()
	var here, away []string
	for _, s := range append([]model.Seat{{Role: model.GM}}, p.table.Seats()...) {
		name := p.table.SeatName(s)
		if s.Role == model.GM {
			name = "the gamemaster"
		}
		if word := waits[s]; word != "" {
			name += " (has " + word + ")"
		}
		if words := people.NoAnswer(all, s); words != "" {
			name += " (" + words + ")"
		}
		if s == p.seat || p.connected(s) {
			here = append(here, name)
		} else {
			away = append(away, name)
		}
	}
	words := "Here: " + strings.Join(here, ", ") + "."
	if len(away) > 0 {
		words += " Away: " + strings.Join(away, ", ") + "."
	}
	if waits := p.waiting.words(p.table); waits != "" {
		words += "\n" + waits
	}
	return words
}

// moveClock moves the clock to moment m, after it has said what would be lost.
func (p *console) moveClock(m int, c model.Command) {
	if m > p.table.Clock.Moment && len(scene.Lost(p.table)) > 0 {
		p.line("%s", scene.Losing(p.table))
		p.line("Type yes to lose it, follow to resolve it, or enter to stay.")
		switch strings.ToLower(p.read("go on")) {
		case "yes", "y":
		case "follow":
			p.follow()
			return
		default:
			p.line("The clock stays where it is.")
			return
		}
	}
	if p.do(c) {
		p.openRolls()
	}
}

// follow takes up the first follow-up of this seat's characters. If it has choices, it
// asks.
func (p *console) follow() {
	all := slices.DeleteFunc(p.table.FollowUps(), func(u model.FollowUp) bool {
		c, here := p.table.Character(u.Who)
		return !here || !p.seat.Owns(c)
	})
	if len(all) == 0 {
		p.line("There are no follow-ups.")
		return
	}
	of := view.Choices(all)[0]
	if attack, ok := p.attackOf(of[0]); ok {
		p.line("%s. %s", scene.AttackWords(p.table, attack), p.timeLeft())
	}
	if words := view.ChoiceWords(p.table, of); len(of) > 1 || !view.IsOffered(p.table, of[0]) {
		p.line("%s", words)
	} else {
		p.line("%s", view.NeedWords(p.table, of))
	}
	can, cannot := p.followUps(of)
	for _, words := range cannot {
		p.line("Not now: %s", words)
	}
	attack, gives := p.mayGiveUp(of[0])
	if len(can) == 0 {
		return
	}
	p.settled = func() bool { return !slices.ContainsFunc(p.table.FollowUps(), of[0].Equal) }
	defer func() { p.settled = nil }()
	at := 0
	if len(of) > 1 || gives {
		p.choices(can, of, gives)
		for at = -1; at < 0; {
			text := p.read("which")
			if text == "" || text == "back" || p.ended || p.isSettled() {
				return
			}
			if gives && strings.EqualFold(text, "no") {
				p.do(scene.NoDefence(attack))
				return
			}
			s, _ := p.table.Rulebook(of[0].System)
			if o, ok := p.findOffer(s, can, nil, text); ok {
				at = slices.IndexFunc(can, func(x offer) bool {
					return x.Rule == o.Rule && x.draft.CalledBy() == o.draft.CalledBy() && x.words == o.words
				})
			}
		}
	}
	p.form(can[at].Rule, can[at].draft)
}

// choices prints what can be done about an attack, or of several follow-ups.
func (p *console) choices(can []offer, of []model.FollowUp, gives bool) {
	for i, o := range can {
		p.line("%d. %s", i+1, o.words)
	}
	if gives {
		words, _ := scene.NoDefenceWords(of)
		p.line("no: %s", words)
	}
}

// followUps returns the follow-ups of a choice that can be taken up now, and a line for each
// that cannot.
func (p *console) followUps(of []model.FollowUp) (can []offer, cannot []string) {
	for _, u := range of {
		a, known := p.table.ActionOf(u.System, u.Action)
		if !known {
			cannot = append(cannot, "this version does not have the rulebook that "+p.table.NameOf(u.Who)+" needs")
			continue
		}
		x := scene.CalledOf(p.table, p.seat, u)
		name := view.ChoiceName(p.table, u, of)
		words := name + model.Prefixed(": ", strings.ToLower(x.With)) + model.Prefixed(", ", x.Chance) + model.Prefixed(", ", x.Gives)
		if x.WhyNot != "" {
			cannot = append(cannot, name+": "+x.WhyNot)
			continue
		}
		can = append(can, offer{Offer: phrase.Offer{Rule: a, Searchable: phrase.Searchable{Name: a.Label, Deed: true, Also: a.Also}, Begin: x.Draft.Command()}, words: words, draft: x.Draft})
	}
	return can, cannot
}
