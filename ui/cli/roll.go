package cli

import (
	"github.com/spf13/cobra"

	"example.org/fray/engine"
	"example.org/fray/engine/dice"
)

func rollCommand(a *app) *cobra.Command {
	g := &rollFlags{}
	c := &cobra.Command{
		Use:   "roll (DICE [vs N] | SYSTEM ACTION [KEY=VALUE…])",
		Short: "Make one roll, without a table",
		Long: `Make one roll, without a table.

Write DICE the usual way: d20, 4d6+2, 4dF, d%; kh3 kl1 dh1 dl1 (or "keep
highest 3", "drop lowest"); rr1 rerolls ones, ro1 only once; e6, x6 or !
explode; mi2 and ma5 set the least and the most a die counts; cs>=7 counts
successes; + - * and brackets; vs 12, or >=, <=, >, <, = at the end. 4D+1,
without faces, is a D6 die code. Put quotes around what your shell would
interpret.

KEY=VALUE sets a parameter of the action or, if it has none of that name, a
field of the sheet; other.KEY=VALUE does the same for the opponent. 'fray
systems SYSTEM ACTION' lists the parameters. The names that forms show work
as well: "Slow down by=3".

fray throws the dice, unless --dice gives them. A decision without an --answer
is answered as the screen would offer it, which --json says; --unanswered
nothing spends and gives nothing. With --ask the roll stops there, shows the
question and exits with status 3.`,
		Example: `  fray roll d20+5 vs 12
  fray roll "4d6 drop lowest"
  fray roll "8d10 cs>=7" --json
  fray roll d6 check code=4D difficulty=8
  fray roll d6 check code=4D difficulty=8 --dice 3,6,4,1 --answer critical-failure=cancel
  fray roll supermen move strength=11 agility=22 height=1.791 --dice 5,1,4 --answer share=speed:17,ep:9
  fray roll supermen move --sheet seraph.json --ask --json
  fray roll contest oppose acting=16 other.acting=10 --rule contest.spectacular=off --seed 7`,
		Annotations: map[string]string{
			toRoll: "fray roll d20+5 vs 12\tplain dice\n" +
				"fray roll d6 check code=4D difficulty=8\tan action of a rulebook, without a table",
		},
		Args:              needs(1, "dice, or a rulebook and an action, such as: fray roll d20+5 vs 12"),
		ValidArgsFunction: completeRoll(a),
		RunE: func(c *cobra.Command, args []string) error {
			g.typed, g.seeded = c.Flags().Changed("dice"), c.Flags().Changed("seed")
			if g.typed && g.seeded {
				return errDiceAndSeed
			}
			return rollOnce(a, args, g)
		},
	}
	g.flags(c)
	c.Flags().Uint64Var(&g.seed, "seed", 0, "throw the same dice every time for the same `NUMBER`")
	c.Flags().BoolVar(&g.ask, "ask", false, "stop at a decision without an --answer")
	return c
}

var errDiceAndSeed = misusef("--dice gives the dice and --seed throws them: use only one of the two")

func rollOnce(a *app, args []string, g *rollFlags) error {
	st, err := rollInputs(a, args, g)
	if err != nil {
		return err
	}
	p, err := g.player(st.in)
	if err != nil {
		return err
	}
	step, err := p.play()
	if err != nil {
		return err
	}
	if a.json {
		err = a.document(rolled(p, step))
	} else {
		printRoll(a, st, p, step)
	}
	if err == nil && !step.Done() {
		err = errOpen
	}
	return err
}

// rollJSON is the JSON of a roll.
type rollJSON struct {
	System   string          `json:"system"`
	Action   string          `json:"action"`
	Answers  []engine.Answer `json:"answers"`
	Target   *int            `json:"target,omitempty"`   // set while a question is open
	Question *questionJSON   `json:"question,omitempty"` // the open question
	Outcome  *engine.Outcome `json:"outcome,omitempty"`
	Rolls    []rolledOnce    `json:"rolls,omitempty"` // of plain dice that are repeated, each by itself
	Changes  []engine.Change `json:"changes"`
	Later    []laterJSON     `json:"later"`
	Notes    []string        `json:"notes"`

	Unanswered string `json:"unanswered,omitempty"` // how unanswered decisions were answered
}

// rolledOnce is one of several rolls.
type rolledOnce struct {
	Total int `json:"total"`
}

type laterJSON struct {
	After   int         `json:"after"`
	Unit    string      `json:"unit"`
	Action  string      `json:"action"`
	Against engine.Seat `json:"against,omitempty"`
}

func rolled(p *player, step engine.Step) rollJSON {
	out := rollJSON{
		System: p.in.System.ID, Action: p.in.Action.ID,
		Answers: []engine.Answer{},
		Changes: append([]engine.Change{}, p.in.System.Sheet.NotableChanges(step.Changes)...),
		Later:   []laterJSON{},
		Notes:   append([]string{}, step.Notes...),
	}
	if p.usedOffered() {
		out.Unanswered = "offered"
	}
	for _, a := range p.toldAnswers() {
		a.Typed = p.throw == nil && a.Faces != nil
		out.Answers = append(out.Answers, a)
	}
	for _, l := range step.Following(engine.OnTimeline) {
		out.Later = append(out.Later, laterJSON{l.After, p.in.System.Time.Unit, l.Action, l.Against})
	}
	if step.Done() {
		out.Outcome = &step.Outcome
		for _, n := range dice.Rolls(p.in, step.Outcome) {
			out.Rolls = append(out.Rolls, rolledOnce{n})
		}
		return out
	}
	out.Question = questionOf(*step.Open)
	if step.Aimed {
		out.Target = &step.Target
	}
	return out
}

// questionJSON is an open decision.
type questionJSON struct {
	ID      string       `json:"id"`
	Words   string       `json:"words"`
	Wants   string       `json:"form"` // pick, share or amount
	Who     engine.Seat  `json:"who"`
	Options []optionJSON `json:"options,omitempty"` // pick; the first spends nothing
	Total   int          `json:"total,omitempty"`   // share: the points to distribute
	One     bool         `json:"one_only,omitempty"`
	Sinks   []sinkJSON   `json:"sinks,omitempty"` // share
	Least   *int         `json:"least,omitempty"` // amount
	Most    *int         `json:"most,omitempty"`
}

type optionJSON struct {
	ID     string `json:"id"`
	Label  string `json:"label"`
	Price  string `json:"price,omitempty"`
	WhyNot string `json:"why_not,omitempty"`
}

type sinkJSON struct {
	ID      string   `json:"id"`
	Label   string   `json:"label"`
	Most    int      `json:"most"`              // the most points it takes
	Each    int      `json:"each"`              // points for one step
	Effects []string `json:"effects,omitempty"` // the effect of 0, 1, 2 … points
	WhyNot  string   `json:"why_not,omitempty"`
}

func questionOf(q engine.Question) *questionJSON {
	out := &questionJSON{ID: q.ID, Words: q.Words, Who: q.Who, Total: q.Total, One: q.One}
	switch q.Wants {
	case engine.Picking:
		out.Wants = "pick"
		for _, o := range q.Options {
			out.Options = append(out.Options, optionJSON(o))
		}
	case engine.Sharing:
		out.Wants = "share"
		for _, k := range q.Uses {
			out.Sinks = append(out.Sinks, sinkOf(k, q.Total))
		}
	case engine.Numbering:
		out.Wants, out.Least, out.Most = "amount", &q.Least, &q.Most
	}
	return out
}

func sinkOf(k engine.Use, total int) sinkJSON {
	out := sinkJSON{ID: k.ID, Label: k.Label, Most: total, Each: max(k.Each, 1), WhyNot: k.WhyNot}
	if k.Most > 0 {
		out.Most = min(k.Most, total)
	}
	if k.WhyNot != "" {
		out.Most = 0
	}
	if k.Effect != nil {
		for n := range out.Most + 1 {
			out.Effects = append(out.Effects, k.Effect(n))
		}
	}
	return out
}
