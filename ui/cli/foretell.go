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
	"example.org/fray/model/scene"
	"example.org/fray/model/simulate"
	"example.org/fray/saves"
	"example.org/fray/ui/replay"
)

func foretellCommand(a *app) *cobra.Command {
	fights, seed := replay.ForecastFights, uint64(0)
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
			return withTable(a, args[0], func(live *saves.Live) error {
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

// mostFights is the largest number of fights in one forecast.
const mostFights = 100_000

// readPlan parses WHO=POLICY arguments, where WHO is a side or a character.
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
	f := replay.Forecast(ctx, x, fights, replay.ForecastTold, a.tell)
	if a.json {
		return a.document(foretoldJSON(f, p))
	}
	for _, l := range scene.ForecastLines(t, f) {
		a.line("%s", clean(l))
	}
	return nil
}

// forecastJSON is the JSON of a forecast.
type forecastJSON struct {
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
	Worst  int    `json:"worst"` // in a tenth of the fights no more than this is left
}

func foretoldJSON(f *simulate.Forecast, p simulate.Plan) forecastJSON {
	out := forecastJSON{Fights: f.Fights, Exact: f.Exact, Seed: fmt.Sprint(p.Seed), Undecided: f.NotDecided(),
		Rounds: foretoldRounds{simulate.Quantile(f.Rounds, 0.5), simulate.Quantile(f.Rounds, 0.9)}}
	for _, s := range f.Sides {
		chance, low, high := f.Chance(s)
		out.Sides = append(out.Sides, foretoldSide{s.Side, cmp.Or(p.Sides[s.Side], simulate.AsSoFar), chance, low, high})
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
