package cli

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"example.org/fray/engine"
	"example.org/fray/ui/kit"
)

func oddsCommand(a *app) *cobra.Command {
	g := &rollFlags{}
	sweeps, as, asCSV := "", "text", false
	c := &cobra.Command{
		Use:   "odds (DICE [vs N] | SYSTEM ACTION [KEY=VALUE…])",
		Short: "Work out the exact odds of a roll",
		Long: `Work out the exact odds of a roll, by counting every way the dice can fall.

DICE, KEY=VALUE and the sheets are written as for 'fray roll'. With --dice,
some of the dice have already fallen, and the odds are those of the rest.
--answer answers a decision wherever that answer is possible. All others are
answered as the screen would offer it or, with --unanswered nothing, spend and
give nothing.

--or puts two questions side by side, each with the flags on its side of it, and
otherwise with those of the one before; --sweep asks one question for several
values of a parameter; --sheet and --against take a sheet's file or the name of a sample
character, which 'fray systems SYSTEM' lists. --follow goes on with the rolls that
this one calls for, such as dodging, armour and damage, and says what is different on
the sheets in the end.

What would take too long to count is refused, with the reason. Where the likeliest
ways say enough, the answer is a bound instead, and called one: 70 to 71 %.`,
		Example: `  fray odds d20+5 vs 12
  fray odds 2d6+3 --or 1d12+3
  fray odds 4d6kh3 --as svg
  fray odds d20 attack --sheet fighter --against goblin --csv
  fray odds d20 attack --sheet fighter --against goblin --follow
  fray odds d6 check code=4D --sweep difficulty=5..25:5
  fray odds "4d6 drop lowest" ">=12"
  fray odds easiness pool dice=2 easiness=4
  fray odds d6 check code=5D difficulty=15 --rule d6.critical_failure=complication
  fray odds d6 check code=4D difficulty=15 character_points=3 --answer character-points=1
  fray odds contest oppose acting=16 other.acting=10 --json`,
		Annotations: map[string]string{
			toRoll: "fray odds \"4d6 drop lowest\" \">=12\"\tthe exact odds of plain dice\n" +
				"fray odds easiness pool dice=2 easiness=4\texact odds of an action",
		},
		Args:              needs(1, "dice, or a rulebook and an action, such as: fray odds d20+5 vs 12"),
		ValidArgsFunction: completeRoll(a),
		RunE: func(c *cobra.Command, args []string) error {
			if c.Flags().Changed("dice") && c.Flags().Changed("seed") {
				return errDiceAndSeed
			}
			swept, err := parseSweep(sweeps)
			if err != nil {
				return err
			}
			switch as {
			case "text", "json", "csv", "svg":
			default:
				return misusef("--as is text, json, csv or svg, and not %q", as)
			}
			if asCSV {
				as = "csv"
			}
			var all []*asked
			questions := splitAt(args, orWord)
			flags := g.each(len(questions))
			for i, one := range questions {
				if len(one) == 0 {
					return misusef("--or stands between two questions: fray odds 2d6+3 --or 1d12+3")
				}
				q, err := flags[i].question(a, one, swept)
				if tooLong, ok := errors.AsType[*engine.TooLong](err); ok && (a.json || as == "json") {
					return errors.Join(a.document(tooLong), err)
				}
				if err != nil {
					return err
				}
				all = append(all, q)
			}
			switch {
			case (a.json || as == "json") && len(all) > 1:
				return a.document(map[string]any{"or": all})
			case a.json || as == "json":
				return a.document(all[0])
			case as == "csv":
				return writeCSV(a, all)
			case as == "svg":
				return writeSVG(a, all)
			case swept.key != "":
				for _, q := range all {
					printSwept(a, q)
				}
			case len(all) > 1:
				printSides(a, all)
			default:
				printAnswer(a, all[0])
			}
			return nil
		},
	}
	g.flags(c)
	c.Flags().StringVar(&sweeps, "sweep", "", "the same for several values of a parameter, as `KEY=A..B` or KEY=A..B:STEP; of dice: vs=5..25")
	c.Flags().StringVar(&as, "as", as, "write it as `FORMAT`: text, json, csv or svg, a picture")
	c.Flags().BoolVar(&asCSV, "csv", false, "the same as --as csv")
	c.Flags().BoolVar(&g.follow, "follow", false, "go on with the rolls that this one calls for, and say what comes of it in the end")
	c.Flags().VarPF(orFlag{g}, "or", "", "stands between two questions, whose odds then stand side by side").NoOptDefVal = "true"
	c.Flags().Uint64Var(&g.seed, "seed", 0, "as for 'fray roll', whose other options can stay when you ask for the odds: a `NUMBER` changes no odds")
	return c
}

// chances counts the odds after the dice given with --dice and, with follow, what comes of the roll
// in the end.
func (g *rollFlags) chances(in engine.Inputs, follow bool) (engine.OddsOrBound, error) {
	g.typed = true
	p, err := g.player(in)
	if err != nil {
		return engine.OddsOrBound{}, err
	}
	if err := p.useDice(); err != nil {
		return engine.OddsOrBound{}, err
	}
	plan := &answerPlan{said: g, replies: p.replies, fits: map[string]bool{}, wrong: map[string]error{}, asked: p.asked}
	var how engine.Plan // nil means the offered answers, and is faster
	if len(p.replies.order) > 0 || g.unanswered.is != "offered" {
		how = plan.answer
	}
	out, err := engine.Count(in, p.tape, how, follow)
	if err != nil {
		return engine.OddsOrBound{}, p.reported(err)
	}
	out.Offered = out.Offered || plan.offered || p.usedOffered()
	return out, plan.checkUsed()
}

// useDice runs the roll until the given dice are used up.
func (p *player) useDice() error {
	for !p.typed.empty() {
		step, err := p.run()
		if err != nil {
			return err
		}
		if step.Done() {
			return p.typed.checkUsed()
		}
		if _, err := p.answer(*step.Open); err != nil {
			return err
		}
	}
	return nil
}

// answerPlan answers decisions from --answer while odds are counted.
type answerPlan struct {
	said    *rollFlags
	offered bool // a decision took the answer that the screen offers
	replies *typedAnswers
	fits    map[string]bool  // answers that were possible in some branch, as ID=VALUE
	wrong   map[string]error // why they were not possible in others
	asked   []engine.Question
}

func (p *answerPlan) answer(q engine.Question) engine.Answer {
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
	p.offered = p.said.unanswered.is == "offered"
	return p.said.withoutAnswer(q)
}

// note records that q was asked.
func (p *answerPlan) note(q engine.Question) {
	for _, known := range p.asked {
		if known.ID == q.ID {
			return
		}
	}
	p.asked = append(p.asked, q)
}

// checkUsed returns an error for an answer that was possible in no branch.
func (p *answerPlan) checkUsed() error {
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

// longestChart is the largest number of lines in the chart of totals.
const longestChart = 30

// aimedAt reports whether a roll is about success.
func aimedAt(first engine.Step, c engine.Chances) bool {
	decided := slices.ContainsFunc(c.Grades, func(g engine.GradeChance) bool { return g.Grade != engine.Undecided })
	return first.Aimed || decided && c.Success < 1-1e-9-c.Unreached
}

// splitAt parts a list at each word.
func splitAt(list []string, at string) [][]string {
	out := [][]string{nil}
	for _, x := range list {
		if x == at {
			out = append(out, nil)
			continue
		}
		out[len(out)-1] = append(out[len(out)-1], x)
	}
	return out
}

// printOdds prints how likely success is, then the details, the other endings, and every
// total. For a roll without a target it prints the average instead.
func printOdds(a *app, st *rollSetup, first engine.Step, c engine.Chances) {
	k := a.look()
	aimed := aimedAt(first, c)
	if aimed {
		a.line("%s %s", k.Paint(kit.Title, kit.Exactly(c.Success)), k.Paint(kit.Good, "success"))
	} else {
		a.line("%s on average, give or take %.2f, %d to %d", k.Paint(kit.Title, fmt.Sprintf("%.2f", c.Mean())), c.Spread(), c.Totals[0].Total, c.Totals[len(c.Totals)-1].Total)
	}
	a.line("%s", k.Paint(kit.Dim, st.title()))
	if st.in.System.HasNoSheet() { // how dice were read that can be read in two ways
		notes := first.Notes
		if first.Aimed && len(notes) > 0 {
			notes = notes[1:] // without the line of what they are measured against
		}
		for _, n := range notes {
			a.line("  %s", clean(n))
		}
	}
	for _, g := range c.Grades {
		words := g.Words()
		if !aimed { // without a target there is neither success nor failure
			words = engine.Outcome{Grade: g.Grade, Flags: g.Flags}.FlagWords()
		}
		if g.Grade != engine.Success && words != "" || len(g.Flags) > 0 {
			a.line("  %8s  %s", kit.Exactly(g.P), words)
		}
	}
	if c.Unreached > 1e-9 {
		a.line("  %8s  %s", kit.Exactly(c.Unreached), kit.WithoutEnd)
	}
	c.Totals = slices.DeleteFunc(slices.Clone(c.Totals), func(t engine.TotalChance) bool { return t.P < kit.TooRare })
	if len(c.Totals) > 1 {
		if !aimed {
			a.lines(k.TotalBars(c, width, longestChart))
			return
		}
		a.lines(k.OddsBars(c, engine.Success, width, longestChart))
	}
}
