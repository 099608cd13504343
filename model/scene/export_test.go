package scene

// ListSteps and NotCounted are what the tests hold lists to.
const (
	ListSteps  = listSteps
	NotCounted = notCounted
)

// Counts is how many odds the memory has counted.
func (m *Memory) Counts() int { return m.known.counts }

// Left is how many steps a list may still take to find out what can be begun.
func (l *Listed) Left() int { return l.tries.Left() }

// CountedSteps is how many steps the odds of a list took.
func (l *Listed) CountedSteps() int { return l.counted }
