package model

// Revision identifies one value of a table. Only its address counts, so two tables that
// went on from the same one in different ways have different revisions. It is not empty,
// because all empty values may have one address.
type Revision byte

// SameRevision reports whether two tables have the same value: no event was appended to
// one of them since the other, and both are whole or redacted for the same seat.
func (t Table) SameRevision(other Table) bool {
	if t.Revision != other.Revision || t.SeatView == nil || other.SeatView == nil {
		return t.Revision == other.Revision && t.SeatView == other.SeatView
	}
	return t.SeatView.Seat == other.SeatView.Seat
}
