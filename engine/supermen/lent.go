package supermen

import (
	"strconv"
	"strings"

	"example.org/fray/engine"
)

// What the effect of a power can add to. It is added wherever the number is read and never
// written into it, so nothing is left of it when the power ends. Chapter "Power Rolls".
const (
	toNothing = "nothing"
	toPool    = "combat_pool"
	toDefense = "defense"
	toHeal    = "dp" // heals DP, and adds to nothing
)

// lendable lists the ids of what an effect can add to.
func lendable() []string {
	out := []string{toNothing, "damage_ignored", toDefense, toPool, "height", "mass"}
	return append(out, abilityIDs()...)
}

// lent gives what the powers in force at a moment add to the number with the id to. Chapter
// "Power Rolls".
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

// inForceOn gives what is in force on a number of the sheet, each effect by its name.
func inForceOn(me engine.Sheet, f engine.Field[int]) sum {
	var out sum
	for _, m := range me.InForce(f.ID) {
		out = append(out, plain(m.Why, m.N))
	}
	return out
}

// modifiersOn gives a number of the sheet as terms: the effects in force on it, and the rest.
func modifiersOn(me engine.Sheet, f engine.Field[int]) sum {
	held := inForceOn(me, f)
	if n := f.Of(me) - held.total(); n != 0 {
		held = append(held, plain("besides", n))
	}
	return held
}

// ignored gives how much of any damage is ignored: what the sheet says, and powers such as Skin
// Temper that are kept up.
func ignored(s engine.Sheet, moment int) sum {
	return append(sum{plain("always", damageIgnored.Of(s))}, lent(s, damageIgnored.ID, moment)...)
}
