package supermen

import (
	"fmt"

	"example.org/fray/engine"
)

// fullVP shows how the VP come about.
func fullVP(s engine.Sheet) engine.Stat {
	st := engine.Stat{Label: "Full VP", Value: number(vpMax.Of(s)), Field: vpMax.ID, Chapter: "VP"}
	if s.Written(vpMax.ID) {
		st.Working = []string{"as entered"}
		return st
	}
	st.Working = []string{fmt.Sprintf("%d = agility %d + strength %d + learning %d/3 + Newoen %d/3, fractions dropped once",
		vpMax.Of(s), fullOf(agility, s), fullOf(strength, s), fullOf(learning, s), fullOf(newoen, s))}
	return st
}

// fullBody shows how the DP of the body come about, and those of its parts.
func fullBody(s engine.Sheet) engine.Stat {
	st := engine.Stat{Label: "Full body DP", Value: number(body.max.Of(s)), Field: body.max.ID, Chapter: "DP"}
	if s.Written(body.max.ID) {
		st.Working = []string{"as entered"}
	} else {
		d := sum{plain(fmt.Sprintf("build %d/5", build.Of(s)), (build.Of(s)+4)/5)}
		if mass.Of(s) > 50_000 {
			d = append(d, square.measured(mass.Of(s)), plain("", -7))
		}
		st.Working = []string{d.String()}
	}
	st.Working = append(st.Working, "head 3/5 of it, neck 1/2, arms 2/3, legs 3/4, all rounded up")
	return st
}
