package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"example.org/fray/engine"
)

func (s *shell) odds() *cobra.Command {
	g := &rolling{}
	c := &cobra.Command{
		Use:   "odds SYSTEM ACTION [KEY=VALUE…]",
		Short: "Count the exact odds of a roll",
		Long: `Count the exact odds of a roll: every way the dice can fall is followed.

KEY=VALUE and the sheets are those of 'fray roll'. With --dice some of the dice
have fallen already, and the odds are those of the rest. A decision is answered
as --answer says, wherever that answer is possible, and else spends nothing.`,
		Example: `  fray odds easiness pool dice=2 easiness=4
  fray odds d6 check code=5D difficulty=15 --rule d6.critical_failure=complication
  fray odds d6 check code=4D difficulty=15 character_points=3 --answer character-points=1
  fray odds contest oppose acting=16 other.acting=10 --json`,
		Args:              needs(2, "a rulebook and an action, such as: fray odds easiness pool dice=2 easiness=4"),
		ValidArgsFunction: completeRoll,
		RunE: func(_ *cobra.Command, args []string) error {
			st, err := s.inputs(args, g)
			if err != nil {
				return err
			}
			chances, err := g.chances(st.in)
			switch {
			case err != nil:
				return err
			case s.json:
				return s.document(chances)
			}
			s.tellOdds(st, chances)
			return nil
		},
	}
	g.flags(c)
	return c
}

// chances counts the odds after the dice that were typed.
func (g *rolling) chances(in engine.Inputs) (engine.Chances, error) {
	g.typed = true
	p, err := g.player(in)
	if err != nil {
		return engine.Chances{}, err
	}
	if err := p.catchUp(); err != nil {
		return engine.Chances{}, err
	}
	plan := &planned{replies: p.replies, fits: map[string]bool{}, wrong: map[string]error{}, asked: p.asked}
	var how engine.Plan // nil spends nothing, and is faster
	if len(p.replies.order) > 0 {
		how = plan.answer
	}
	chances, err := engine.Odds(in, p.tape, how)
	if err != nil {
		return chances, p.reported(err)
	}
	return chances, plan.spent()
}

// catchUp plays the roll as long as there are typed dice.
func (p *player) catchUp() error {
	for !p.typed.empty() {
		step, err := p.run()
		if err != nil {
			return err
		}
		if step.Done() {
			return p.typed.spent()
		}
		if _, err := p.answer(*step.Open); err != nil {
			return err
		}
	}
	return nil
}

// planned answers decisions by the --answers while odds are counted.
type planned struct {
	replies *replies
	fits    map[string]bool  // answers that were possible somewhere, as ID=VALUE
	wrong   map[string]error // why they were not, elsewhere
	asked   []engine.Question
}

func (p *planned) answer(q engine.Question) engine.Answer {
	p.note(q)
	if list := p.replies.text[q.ID]; q.Before < len(list) {
		a, err := q.Parse(list[q.Before])
		key := q.ID + "=" + list[q.Before]
		if err == nil {
			p.fits[key] = true
			return a
		}
		p.wrong[key] = err
	}
	return engine.SpendNothing(q)
}

// note remembers that q was asked; once is enough.
func (p *planned) note(q engine.Question) {
	for _, known := range p.asked {
		if known.ID == q.ID {
			return
		}
	}
	p.asked = append(p.asked, q)
}

// spent says what is wrong with an answer that fitted nowhere.
func (p *planned) spent() error {
	for _, id := range p.replies.order {
		for n, value := range p.replies.text[id] {
			key := id + "=" + value
			switch {
			case n < p.replies.taken[id] || p.fits[key]:
			case p.wrong[key] != nil:
				return misusef("--answer %v", p.wrong[key])
			default:
				return unasked(id, value, n, p.asked)
			}
		}
	}
	return nil
}

// tellOdds shows odds to people.
func (s *shell) tellOdds(st *stage, c engine.Chances) {
	ink := s.paint()
	s.line("%s", ink.title(st.in.System.Name+": "+st.in.Action.Label))
	s.line("success %s", ink.good(percent(c.Success)))
	for _, g := range c.Grades {
		words := g.Grade
		if len(g.Flags) > 0 {
			words += " [" + strings.Join(g.Flags, ", ") + "]"
		}
		s.line("  %8s  %s", percent(g.P), words)
	}
	if len(c.Totals) > 1 {
		s.line("%s", ink.title("totals"))
		s.tellTotals(c.Totals, ink)
	}
	if c.Unreached > 1e-9 {
		s.line("not followed to the end: %s", percent(c.Unreached))
	}
}

// longestBar is the bar of the likeliest total, in cells.
const longestBar = 40

func (s *shell) tellTotals(totals []engine.TotalChance, ink paint) {
	most := 0.0
	for _, t := range totals {
		most = max(most, t.P)
	}
	for _, t := range totals {
		if t.P < 0.00005 {
			continue // it would read 0.00%
		}
		bar := strings.Repeat("#", int(t.P/most*longestBar+0.5))
		if t.Success > t.P/2 {
			bar = ink.good(bar)
		}
		s.line("  %4d  %7s  %s", t.Total, percent(t.P), bar)
	}
}

func percent(p float64) string { return fmt.Sprintf("%.2f%%", p*100) }
