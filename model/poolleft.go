package model

import "example.org/fray/engine"

// PoolLeft returns what was in a pool before a change and what is left after it, where
// beside are changes of the same roll. It returns nil if the field belongs to no pool.
func PoolLeft(s *engine.System, now engine.Sheet, c Change, beside ...Change) *[2]int {
	p, ok := s.Pool(c.Field)
	if !ok || c.From.Kind() != engine.Int || c.To.Kind() != engine.Int {
		return nil
	}
	before := p.Now(now)
	for _, b := range beside {
		if b.Who == c.Who && b.Field == p.Full.ID { // the roll also sets how much the pool holds
			before += b.To.Int() - p.Full.Of(now)
		}
	}
	return &[2]int{before, before - c.To.Int() + c.From.Int()}
}
