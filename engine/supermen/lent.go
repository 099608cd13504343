package supermen

import (
	"strconv"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/engine/kit"
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
func lent(me engine.Sheet, to string, moment int) kit.Sum {
	var out kit.Sum
	for _, row := range running.Rows(me) {
		if runningReady.At(row) > moment {
			continue
		}
		for word := range strings.SplitSeq(runningAdds.At(row), ",") {
			id, by, _ := strings.Cut(strings.TrimSpace(word), " ")
			if n, err := strconv.Atoi(by); err == nil && id == to {
				out = append(out, kit.Plain(row.Name(), n))
			}
		}
	}
	return out
}

// ignored gives how much of any damage is ignored: what the sheet says, and powers such as Skin
// Temper that are kept up.
func ignored(s engine.Sheet, moment int) kit.Sum {
	return append(kit.Sum{kit.Plain("always", damageIgnored.Of(s))}, lent(s, damageIgnored.ID, moment)...)
}
