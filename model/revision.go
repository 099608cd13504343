package model

// Revision tells one value of a table from another. Only its address counts, so that two
// tables that went on from the same one in different ways have different revisions.
type Revision byte

// SameRevision reports whether two tables are the same value: nothing was appended to the
// log of one since the other, and both are whole or seen by the same seat.
func (t Table) SameRevision(other Table) bool {
	if t.Revision != other.Revision || t.SeatView == nil || other.SeatView == nil {
		return t.Revision == other.Revision && t.SeatView == other.SeatView
	}
	return t.SeatView.Seat == other.SeatView.Seat
}
