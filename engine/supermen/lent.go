package supermen

import (
	"strconv"
	"strings"

	"example.org/fray/engine"
)

// What the effect of a power can add to (Power Rolls). It counts while the
// power is in force: read where the number is read, and never written into it,
// so that nothing is left of it when the power ends.
const (
	toNothing = "nothing"
	toPool    = "combat_pool"
	toDefense = "defense"
	toHeal    = "dp" // heals DP, and adds to nothing
)

// lendable lists them by the ids of what they are on the sheet.
func lendable() []string {
	out := []string{toNothing, "damage_ignored", toDefense, toPool, "height", "mass"}
	return append(out, abilityIDs()...)
}

// lent are what the powers in force at a moment add to a number of the sheet.
// Chapter "Power Rolls".
func lent(me engine.Sheet, to string, moment int) sum {
	var out sum
	for _, row := range running.Rows(me) {
		if runningReady.At(row) > moment {
			continue
		}
		for word := range strings.SplitSeq(runningAdds.At(row), ",") {
			id, by, _ := strings.Cut(strings.TrimSpace(word), " ")
			if n, err := strconv.Atoi(by); err == nil && id == to {
				out = append(out, plain(row.Name(), n))
			}
		}
	}
	return out
}

// inForceOn lists what is in force on a number, each by its name.
func inForceOn(me engine.Sheet, f engine.Field[int]) sum {
	var out sum
	for _, m := range me.InForce(f.ID) {
		out = append(out, plain(m.Why, m.N))
	}
	return out
}

// modifiersOn gives a number of the sheet as terms: each thing that is in force on it, and
// the rest.
func modifiersOn(me engine.Sheet, f engine.Field[int]) sum {
	held := inForceOn(me, f)
	if n := f.Of(me) - held.total(); n != 0 {
		held = append(held, plain("besides", n))
	}
	return held
}

// ignored is the damage that does not reach somebody: what the sheet says, and
// Skin Temper and the like that are kept up.
func ignored(s engine.Sheet, moment int) sum {
	return append(sum{plain("always", damageIgnored.Of(s))}, lent(s, damageIgnored.ID, moment)...)
}
