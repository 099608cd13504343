package phrase

// Examples returns sentences that can be typed at this table now, with the names of its
// characters: what somebody does, damage, dice.
func (c *Context) Examples() []string {
	var attacks, others, harm []string
	for _, who := range c.Roster() {
		harm = append(harm, "5 damage to "+who.Name)
		for _, at := range c.Roster() {
			switch s := who.Name + " attacks " + at.Name; {
			case who == at || !c.Seat.Owns(who):
			case who.Side == at.Side:
				others = append(others, s)
			default:
				attacks = append(attacks, s)
			}
		}
	}
	var out []string
	for _, sentences := range [][]string{append(attacks, others...), harm, {"roll d20+5 vs 12"}} {
		for _, s := range sentences {
			if all := c.Read(s); len(all) > 0 && all[0].WhyNot == "" {
				out = append(out, s)
				break
			}
		}
	}
	return out
}
