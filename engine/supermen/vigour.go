package supermen

import (
	"fmt"

	"example.org/fray/engine"
)

// fullVP shows how the VP come about.
func fullVP(s engine.Sheet) engine.Stat {
	entered := s.Written(vpMax.ID)
	st := engine.Stat{Label: "Full VP", Value: twice(vpMax.Of(s), usualVP(s), entered), Field: vpMax.ID, Chapter: "VP"}
	if entered {
		st.Working = []string{fmt.Sprintf("printed %d", vpMax.Of(s))}
	}
	st.Working = append(st.Working, fmt.Sprintf("worked out %d = agility %d + strength %d + learning %d/3 + Newoen %d/3, fractions dropped once",
		usualVP(s), fullOf(agility, s), fullOf(strength, s), fullOf(learning, s), fullOf(newoen, s)))
	return st
}

// fullBody shows how the DP of the body come about, and those of its parts.
func fullBody(s engine.Sheet) engine.Stat {
	entered := s.Written(body.max.ID)
	st := engine.Stat{Label: "Full body DP", Value: twice(body.max.Of(s), usualBody(s), entered), Field: body.max.ID, Chapter: "DP"}
	if entered {
		st.Working = []string{fmt.Sprintf("printed %d", body.max.Of(s))}
	}
	d := sum{plain(fmt.Sprintf("build %d/5", build.Of(s)), (build.Of(s)+4)/5)}
	if mass.Of(s) > 50_000 {
		d = append(d, square.measured(mass.Of(s)), plain("", -7))
	}
	st.Working = append(st.Working, "worked out "+d.String())
	for _, p := range parts[1:] {
		if s.Written(p.max.ID) {
			st.Working = append(st.Working, fmt.Sprintf("%s printed %d, worked out %s", p.label, p.max.Of(s), p.max.Spec.Default(s)))
		}
	}
	st.Working = append(st.Working, "head 3/5 of it, neck 1/2, arms 2/3, legs 3/4, all rounded up")
	return st
}
