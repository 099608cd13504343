package model

// Decided is Decide, with the table on which the facts were found.
func Decided(t Table, by Seat, c Command, throw Throw) ([]Fact, Table, error) {
	d := &decision{t: t, by: by, throw: throw}
	err := d.decide(c)
	return d.facts, d.t, err
}
