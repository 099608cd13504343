package engine

// Term is what a rulebook understands by words that people bring from other games.
type Term struct {
	Words     string // separated by commas, as in "called shot, headshot"
	Action    string // the id of the action that is meant; "" for none
	Row       string // the name of the row of the sheet that it is done with; "" for the first
	Bare      bool   // it is done without a row
	Else      string // the id of the action that is meant where the sheet has no such row
	Condition string // the id of the condition that is meant instead; "" for none
	Says      string // what helps with the action or, where nothing is meant, what there is instead
}

// Means is a term for an action.
func Means(words, action string) Term { return Term{Words: words, Action: action} }

// MeansRow is a term for an action with a row of the sheet, or else for another action.
func MeansRow(words, action, row, otherwise string) Term {
	return Term{Words: words, Action: action, Row: row, Else: otherwise}
}

// MeansCondition is a term for a condition.
func MeansCondition(words, condition string) Term { return Term{Words: words, Condition: condition} }

// Instead is a term for something that the rulebook does not have, with what it has.
func Instead(words, says string) Term { return Term{Words: words, Says: says} }

// Saying is the term with a sentence that helps.
func (t Term) Saying(says string) Term { t.Says = says; return t }

// WithoutRow is the term for the action without a row of the sheet.
func (t Term) WithoutRow() Term { t.Bare = true; return t }
