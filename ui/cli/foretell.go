package cli

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/simulate"
	"example.org/fray/saves"
	"example.org/fray/ui/kit"
)

func foretellCommand(a *app) *cobra.Command {
	fights, seed := 1000, uint64(0)
	var policies []string
	c := &cobra.Command{
		Use:   "foretell FILE",
		Short: "Say how a fight would end",
		Long: `Say how the fight at a table would end if the sides fought on by themselves from
this very moment, with the real rules, the real sheets and dice of their own. The
table is not changed.

--policy says how a side or a character fights: as-so-far (what they have done
before), hard (the most expected harm for its price) or careful (defends, and
flees when badly hurt). The same table and --seed give the same answer.`,
		Example: `  fray foretell "The Vault Job"
  fray foretell vault --policy heroes=careful --policy foes=hard
  fray foretell vault --fights 5000 --json`,
		Annotations:       map[string]string{lookBack: "fray foretell NAME\thow the fight would end"},
		Args:              between(1, 1, "a table, such as: fray foretell vault"),
		ValidArgsFunction: completeTable(a),
		RunE: func(c *cobra.Command, args []string) error {
			if fights < 1 || fights > mostFights {
				return misusef("--fights must be from 1 to %d, not %d.", mostFights, fights)
			}
			return lookAt(a, args[0], func(live *saves.Live) error {
				plan, err := readPlan(live.Now(), policies)
				if err != nil {
					return err
				}
				plan.Seed = seed
				return foretell(c.Context(), a, live.Now(), plan, fights)
			})
		},
	}
	c.Flags().IntVar(&fights, "fights", fights, "play this `NUMBER` of fights")
	c.Flags().Uint64Var(&seed, "seed", 0, "a `NUMBER`: another one gives other dice")
	c.Flags().StringArrayVar(&policies, "policy", nil, "how a side or a character fights, `WHO=POLICY`")
	return c
}

// mostFights bounds how long one forecast takes.
const mostFights = 100_000

// readPlan reads WHO=POLICY, where WHO is a side or a character.
func readPlan(t model.Table, all []string) (simulate.Plan, error) {
	p := simulate.Plan{Sides: map[engine.Side]simulate.Policy{}, People: map[string]simulate.Policy{}}
	for _, text := range all {
		who, how, ok := strings.Cut(text, "=")
		if !ok {
			return p, misusef("--policy is WHO=POLICY, such as --policy heroes=careful, not %q.", text)
		}
		policy, err := simulate.ParsePolicy(how)
		if err != nil {
			return p, misusef("%v.", err)
		}
		var sides []string
		for c := range t.Here() {
			if !slices.Contains(sides, string(c.Side)) {
				sides = append(sides, string(c.Side))
			}
		}
		if i := slices.IndexFunc(sides, func(s string) bool { return strings.EqualFold(s, who) }); i >= 0 {
			p.Sides[engine.Side(sides[i])] = policy
			continue
		}
		c, err := character(t, who)
		if err != nil {
			return p, misusef("%q is neither a side nor a character here. The sides are %s.", who, strings.Join(sides, " and "))
		}
		p.People[c.ID] = policy
	}
	return p, nil
}

func foretell(ctx context.Context, a *app, t model.Table, p simulate.Plan, fights int) error {
	x, err := simulate.New(t, p)
	if err != nil {
		return err
	}
	f := x.None()
	x.Play(ctx, f, 0, fights)
	if a.json {
		return a.document(foretoldJSON(f, p))
	}
	tellForecast(a, t, f)
	return nil
}

// tellForecast prints a forecast for people.
func tellForecast(a *app, t model.Table, f *simulate.Forecast) {
	var words []string
	for _, s := range f.Sides {
		low, high := simulate.Interval(s.Wins, f.Fights)
		words = append(words, fmt.Sprintf("%s win %s (%s to %s)", s.Side, kit.Percent(simulate.Share(s.Wins, f.Fights)), kit.Percent(low), kit.Percent(high)))
	}
	if f.Undecided > 0 {
		words = append(words, kit.Percent(simulate.Share(f.Undecided, f.Fights))+" are not decided")
	}
	a.line("%s", clean(strings.Join(words, ", ")))
	a.line("%s, %d rounds or fewer in half of them", engine.Counted(f.Fights, "fight"), simulate.Quantile(f.Rounds, 0.5))
	a.line("")
	for _, p := range f.People {
		ends := []string{"down " + kit.Percent(simulate.Share(p.Down, f.Fights))}
		if p.Killed > 0 {
			ends = append(ends, "killed "+kit.Percent(simulate.Share(p.Killed, f.Fights)))
		}
		if p.Fled > 0 {
			ends = append(ends, "fled "+kit.Percent(simulate.Share(p.Fled, f.Fights)))
		}
		for _, pool := range p.Pools {
			ends = append(ends, fmt.Sprintf("%s left %d, worst %d", pool.Label, simulate.Quantile(pool.Left, 0.5), simulate.Quantile(pool.Left, 0.1)))
		}
		a.line("%s", clean(p.Name+": "+strings.Join(ends, ", ")))
	}
	turning := f.TurningPoints()
	if len(turning) == 0 {
		return
	}
	a.line("")
	a.line("What turns it: how often the actor's side wins if the first attempt succeeds, and if not")
	for _, p := range turning[:min(len(turning), 8)] {
		what := cmp.Or(p.Row, t.ActionName(t.System, p.Action))
		a.line("%s", clean(fmt.Sprintf("%s, %s: %s, or else %s", t.NameOf(p.Who), what,
			kit.Percent(simulate.Share(p.Won, p.Succeeded)), kit.Percent(simulate.Share(p.WonNevertheless, p.Failed)))))
	}
}

// foretold is a forecast as the contract has it.
type foretold struct {
	Fights    int              `json:"fights"`
	Exact     bool             `json:"exact"`
	Seed      string           `json:"seed"`
	Sides     []foretoldSide   `json:"sides"`
	Undecided float64          `json:"undecided"`
	Rounds    foretoldRounds   `json:"rounds"`
	People    []foretoldPerson `json:"people"`
}

type foretoldSide struct {
	Side   engine.Side     `json:"side"`
	Policy simulate.Policy `json:"policy"`
	Wins   float64         `json:"wins"`
	Low    float64         `json:"low"`
	High   float64         `json:"high"`
}

type foretoldRounds struct {
	Median int `json:"median"`
	P90    int `json:"p90"`
}

type foretoldPerson struct {
	Name   string         `json:"name"`
	Side   engine.Side    `json:"side"`
	Down   float64        `json:"down"`
	Killed float64        `json:"killed"`
	Pools  []foretoldPool `json:"pools"`
}

type foretoldPool struct {
	ID     string `json:"id"`
	Median int    `json:"median"`
	Worst  int    `json:"worst"` // at most so much is left in a tenth of the fights
}

func foretoldJSON(f *simulate.Forecast, p simulate.Plan) foretold {
	out := foretold{Fights: f.Fights, Seed: fmt.Sprint(p.Seed), Undecided: simulate.Share(f.Undecided, f.Fights),
		Rounds: foretoldRounds{simulate.Quantile(f.Rounds, 0.5), simulate.Quantile(f.Rounds, 0.9)}}
	for _, s := range f.Sides {
		low, high := simulate.Interval(s.Wins, f.Fights)
		out.Sides = append(out.Sides, foretoldSide{s.Side, cmp.Or(p.Sides[s.Side], simulate.AsSoFar), simulate.Share(s.Wins, f.Fights), low, high})
	}
	for _, who := range f.People {
		x := foretoldPerson{Name: who.Name, Side: who.Side, Down: simulate.Share(who.Down, f.Fights), Killed: simulate.Share(who.Killed, f.Fights), Pools: []foretoldPool{}}
		for _, pool := range who.Pools {
			x.Pools = append(x.Pools, foretoldPool{pool.ID, simulate.Quantile(pool.Left, 0.5), simulate.Quantile(pool.Left, 0.1)})
		}
		out.People = append(out.People, x)
	}
	return out
}
