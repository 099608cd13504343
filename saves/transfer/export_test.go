package transfer

// For the tests.
var (
	CleanJSON = cleanJSON
	Unescape  = unescape
	Words     = words
)
