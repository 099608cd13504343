package kit_test

import (
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/ui/kit"
)

// Where an option is too long for its line its words are cut, and not what it costs.
func TestOptionsKeepTheirPrice(t *testing.T) {
	k := look(kit.Mono, kit.ASCII)
	lines := k.List([]kit.Item{{Label: "Keep the roll", Aside: "total 45"},
		{Label: "Luck it: throw all again, keep the better", Price: "1 Luck box", Aside: "total ~47.1"}}, 0, 58, 2)
	if got := strings.Join(lines, "\n"); !strings.Contains(got, "  1 Luck box") || !strings.Contains(got, "total ~47.1") || !strings.Contains(got, "Luck it: thr") {
		t.Errorf("the price is cut:\n%s", got)
	}
}

// The row in force keeps apart from what it is in force for, however little room is left.
func TestCostInForceStandsApart(t *testing.T) {
	k := look(kit.Mono, kit.ASCII)
	c := engine.Costs{Rows: []engine.CostRow{{Label: "+1D ~4.2", Price: "1 CP", Present: true, Mark: "this roll and no other"}}}
	if got := strings.Join(k.Costs(c, -1, 24), "\n"); strings.Contains(got, "CPthis") {
		t.Errorf("words run together:\n%s", got)
	}
}
