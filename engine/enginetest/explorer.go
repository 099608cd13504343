package enginetest

import (
	"math/rand/v2"
	"regexp"
	"sync"

	"example.org/fray/engine"
)

// explorer takes every action of a rulebook through what it is tried with, and
// keeps the paths.
type explorer struct {
	sys     *engine.System
	folder  string // where the rulebook's plays stand
	dog     *watchdog
	rnd     *rand.Rand
	paths   []path
	read    map[string]bool        // paths of parameters, behind the action's id, and of house rules that were read
	endless map[*engine.Action]int // paths that found no end
	partly  bool                   // there was no time for all of them
}

func newExplorer(sys *engine.System, dog *watchdog) *explorer {
	return &explorer{sys: sys, folder: ".", dog: dog, rnd: dice(), read: map[string]bool{}, endless: map[*engine.Action]int{}}
}

// explore tries every action: with the templates and what the rulebook's plays
// use, then what those rolls put on the timeline, then sheets that have been used.
func (x *explorer) explore() {
	for _, a := range x.sys.Actions {
		for _, tr := range x.trials(a) {
			x.walk(tr)
		}
	}
	x.tryLater()
	used := x.usedSheets()
	for _, a := range x.sys.Actions {
		for _, tr := range x.later(a, used) {
			x.walk(tr)
		}
	}
}

// path is one run of a rule with its answers, as far as it went.
type path struct {
	trial
	tape           []engine.Answer
	questions      []engine.Question // what each answer answered
	end            engine.Step
	err            error // a refusal, or what broke
	endless        bool
	changedAnswers bool    // the rule changed the answers that it was given
	frugal         bool    // every decision spent nothing
	chance         float64 // of these faces
}

// ended reports whether the rule came to an outcome.
func (p path) ended() bool { return p.err == nil && !p.endless }

// threw reports whether dice were thrown on the way.
func (p path) threw() bool {
	for _, q := range p.questions {
		if q.Wants == engine.Throwing {
			return true
		}
	}
	return false
}

// endings returns at most n paths of each action that came to an outcome.
func (x *explorer) endings(n int) []path {
	var out []path
	count := map[string]int{}
	for _, p := range x.paths {
		if id := p.in.Action.ID; p.ended() && count[id] < n {
			count[id]++
			out = append(out, p)
		}
	}
	return out
}

var figures = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[0-9]+`) })

// everEnds reports whether an action ever came to an outcome, and if not, why it
// refused.
func (x *explorer) everEnds(a *engine.Action) (why []string, ended bool) {
	reasons := map[string]bool{}
	for _, p := range x.paths {
		if p.in.Action != a {
			continue
		}
		if p.ended() {
			return nil, true
		}
		if p.err != nil {
			reasons[figures().ReplaceAllString(p.err.Error(), "N")] = true
		}
	}
	why = sortedKeys(reasons)
	return why[:min(len(why), 5)], false
}
