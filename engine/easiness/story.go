package easiness

import "example.org/fray/engine"

// tell writes the story of a roll: how well it went, with what and against whom.
func (sd side) tell(r *engine.Roll, net int) {
	with := ""
	if name := sd.facilitate.Of(r.Params()); name != "" {
		if row, ok := powers.Find(r.Sheet(sd.Seat), name); ok {
			with = " with " + row.Name()
		}
	} else if rows := powers.Rows(r.Sheet(sd.Seat)); len(rows) > 0 && !r.Params().Written(sd.easiness.ID) {
		with = " with " + rows[0].Name()
	}
	against := r.OpponentNames(" against ")
	switch {
	case net > 0:
		r.Story("{actor} succeeds%s%s  %s, %s", with, against, engine.Counted(net, "success", "successes"), tier(net))
	case net < 0:
		r.Story("{actor} fails critically%s%s  %s", with, against, engine.Counted(-net, "Nine", "Nines"))
	default:
		r.Story("{actor} fails%s%s", with, against)
	}
}

// tellWinner writes the story of an opposed roll, and gives the words for the working.
func tellWinner(r *engine.Roll, winner engine.Winner, net int) string {
	switch {
	case winner == engine.ActorWins && net > 0:
		r.Story("%s  %s left", winner.Sentence(engine.Other), engine.Counted(net, "success", "successes"))
		return "won"
	case winner == engine.OtherWins:
		r.Story("%s", winner.Sentence(engine.Other))
		return "the other side wins"
	}
	r.Story("Neither {actor} nor {other} wins")
	return "nobody wins"
}

// tellDefence writes the story of a defence. through are the successes that are left of the
// attack.
func tellDefence(r *engine.Roll, does string, net, through int) {
	of := r.OpponentNames(" ")
	if of == "" {
		of = " the attack"
	}
	switch {
	case net < 0:
		r.Story("{actor} fails critically to %s%s  %s through", does, of, engine.Counted(through, "success", "successes"))
	case through > 0 && net > 0:
		r.Story("{actor} partly %ss%s  %s through", does, of, engine.Counted(through, "success", "successes"))
	case through > 0:
		r.Story("{actor} does not %s%s  %s through", does, of, engine.Counted(through, "success", "successes"))
	default:
		r.Story("{actor} %ss%s", does, of)
	}
}
