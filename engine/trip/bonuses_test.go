package trip

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/fray/engine"
)

func TestEveryEdgeOfTheBonusTable(t *testing.T) {
	table := []struct {
		from, to    int
		faces, high int // high: with the dice of high levels
	}{
		{3, 4, 4, 4}, {5, 6, 6, 6}, {7, 8, 8, 8}, {9, 10, 10, 10}, {11, 12, 12, 12},
		{13, 16, 16, 16}, {17, 20, 20, 20}, {21, 24, 20, 24}, {25, 400, 20, 30},
	}
	for n := -400; n <= 2; n++ {
		if d := dieOf(n, n%2 == 0); d != (bonusDie{flat: n}) {
			t.Errorf("%d: %v, want the number itself", n, d)
		}
	}
	next := 3
	for _, row := range table {
		if row.from != next {
			t.Fatalf("the test's table has a gap at %d", next)
		}
		for n := row.from; n <= row.to; n++ {
			if got := dieOf(n, false); got != (bonusDie{faces: row.faces}) {
				t.Errorf("%d: %v, want d%d", n, got, row.faces)
			}
			if got := dieOf(n, true); got != (bonusDie{faces: row.high}) {
				t.Errorf("%d at high level: %v, want d%d", n, got, row.high)
			}
		}
		next = row.to + 1
	}
}

func someBonuses(rnd *rand.Rand) []bonus {
	kinds := []string{"buff", "bonus", "mastery", "penalty", "focus"}
	from := []string{"other", "feat set", "artifact", "kit"}
	sources := []string{"a", "b", "", "A "}
	var out []bonus
	for i := range rnd.IntN(9) {
		out = append(out, bonus{name: fmt.Sprint("n", i), kind: kinds[rnd.IntN(5)], from: from[rnd.IntN(4)],
			source: sources[rnd.IntN(4)], value: rnd.IntN(14) - 4}.asPenalty())
	}
	return out
}

// plainly adds bonuses up from the text of the rule, group by group.
func plainly(all []bonus, artifactsAddUp bool) int {
	groups, worst := map[string][]int{}, map[string][]int{}
	total := 0
	for _, b := range all {
		source := b.from + " " + strings.ToLower(strings.TrimSpace(b.source))
		switch {
		case b.source == "" && (b.kind == "penalty" || b.kind == "buff" || b.kind == "bonus") && b.from != "kit":
			total += b.value
		case b.kind == "penalty" && b.source == "":
			total += b.value
		case b.kind == "penalty":
			worst[source] = append(worst[source], b.value)
		case b.kind == "mastery" || b.kind == "focus":
			groups["one "+b.kind] = append(groups["one "+b.kind], b.value)
		case b.from == "artifact" && artifactsAddUp:
			total += b.value
		case b.source == "":
			groups["kit of "+b.name] = append(groups["kit of "+b.name], b.value)
		default:
			groups[source] = append(groups[source], b.value)
		}
	}
	var kits []int
	for name, values := range groups {
		if strings.HasPrefix(name, "kit ") {
			kits = append(kits, slices.Max(values))
			continue
		}
		total += slices.Max(values)
	}
	for _, values := range worst {
		total += slices.Min(values)
	}
	slices.Sort(kits)
	for _, v := range kits[max(0, len(kits)-2):] {
		total += v
	}
	return total
}

func TestStacking(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 4000 {
		all := someBonuses(rnd)
		for _, addUp := range []bool{false, true} {
			s := settle(all, addUp)
			total := s.total()
			if want := plainly(all, addUp); total != want {
				t.Fatalf("artifacts add up %v: %d, want %d\n%+v", addUp, total, want, s)
			}
			if again := settle(s, addUp); !slices.Equal(again, s) {
				t.Fatalf("settled twice it differs:\n%+v\n%+v", s, again)
			}
			mixed := slices.Clone(all)
			rnd.Shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
			if n := settle(mixed, addUp).total(); n != total {
				t.Fatalf("in another order %d, not %d\n%+v", n, total, all)
			}
			worse := append(slices.Clone(all), bonus{name: "mud", kind: "penalty", from: "kit", source: "mud", value: 3}.asPenalty())
			if n := settle(worse, addUp).total(); n != total-3 {
				t.Fatalf("a penalty of 3 makes %d of %d\n%+v", n, total, all)
			}
			for _, more := range someBonuses(rnd) {
				n := settle(append(slices.Clone(all), more), addUp).total()
				if gain := n - total; gain > max(more.value, 0) || gain < min(more.value, 0) {
					t.Fatalf("%+v is worth %d\n%+v", more, gain, all)
				}
			}
			twice := append(slices.Clone(worse), bonus{name: "mud", kind: "penalty", from: "kit", source: "Mud ", value: 2}.asPenalty())
			if n := settle(twice, addUp).total(); n != total-3 {
				t.Fatalf("a second, lesser penalty of one source makes %d of %d\n%+v", n, total-3, all)
			}
		}
	}
}

func TestHeroicWritesTheSmallerNumber(t *testing.T) {
	for a := 1; a <= 30; a++ {
		for b := 1; b <= 30; b++ {
			one, two := 0, 0
			_, _ = fmt.Sscan(fmt.Sprintf("%d%d", a, b), &one)
			_, _ = fmt.Sscan(fmt.Sprintf("%d%d", b, a), &two)
			if got := smallest(a, b); got != min(one, two) {
				t.Errorf("%d and %d: %d, want %d", a, b, got, min(one, two))
			}
		}
	}
}

func TestNamedAbilities(t *testing.T) {
	page, err := System.Write(engine.Page{}, "Climb", "*4+3")
	if err != nil {
		t.Fatal(err)
	}
	if page, err = System.Write(page, "climb", "*2-1"); err != nil {
		t.Fatal(err)
	}
	if page, err = System.Write(page, "Swim", "*6"); err != nil {
		t.Fatal(err)
	}
	s := sheet.Read(page)
	rows := abilities.Rows(s)
	if len(rows) != 2 {
		t.Fatalf("%d abilities, want 2", len(rows))
	}
	if star, b := abilityStar.At(rows[0]), abilityB.At(rows[0]); star != 2 || b != -1 {
		t.Errorf("Climb is *%d%+d, want *2-1", star, b)
	}
	for key, value := range map[string]string{"Climb": "*9", "Swim": "*2+x", "Fly": "4"} {
		if _, err := System.Write(page, key, value); err == nil {
			t.Errorf("%s=%s is taken", key, value)
		}
	}
}
