package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Seat is a place in a roll: whose sheet is read there, and who decides.
type Seat string

// The seats of a roll. Further opponents are "other.2", "other.3" and so on.
const (
	Actor      Seat = "actor"
	Other      Seat = "other"
	Gamemaster Seat = "gamemaster"
)

// Opponent is the seat of the nth opponent, from 1.
func Opponent(n int) Seat {
	if n <= 1 {
		return Other
	}
	return Seat(fmt.Sprintf("%s.%d", Other, n))
}

// Ask names a question. The ID never changes once released.
type Ask struct {
	ID     string
	Words  string        // for people: "Share 26 Quality"
	Stakes func() string // says what depends on it now, for somebody who decides alone; may be nil
	About  Seat          // whom the decision concerns; "" for the seat that makes it
}

// AtStake gives the words of Stakes, "" for none.
func (a Ask) AtStake() string {
	if a.Stakes == nil {
		return ""
	}
	return a.Stakes()
}

// Option is one answer of a Pick.
type Option struct {
	ID     string
	Label  string
	Price  string // what it costs, "" for nothing
	WhyNot string // why it cannot be taken now; "" when it can
}

// Use is one use among which points are shared.
type Use struct {
	ID            string
	Label         string
	Most          int                // points it can take; 0: any number
	Each          int                // points that make one step; 0 and 1: each point counts
	Preset        int                // points that a form proposes to give at first, and that the odds count with
	PresetUnknown int                // Preset where it is not known what the roll needs
	Effect        func(n int) string // says what n points give
	Own           bool               // Effect depends on the actor's sheet alone
	Apart         func(n int) string // says the part of Effect that depends on the actor's sheet alone, if Own is false; may be nil
	WhyNot        string             // why it can take no points now; "" when it can
}

// Shares are the points given to each use, by its ID. Uses that get none may be missing.
type Shares map[string]int

// Want is the kind of answer that a question wants.
type Want uint8

// The kinds of answers.
const (
	Throwing  Want = iota + 1 // the faces of dice
	Picking                   // an option
	Sharing                   // points for each use
	Numbering                 // a whole number
)

// Question is what a rule waits for.
type Question struct {
	Ask
	Wants   Want
	Who     Seat
	Dice    Dice     // Throwing
	Ordered bool     // Throwing: the place of each die matters to the rule
	Options []Option // Picking; the first spends nothing
	Total   int      // Sharing: the points there are; they need not all be used
	One     bool     // Sharing: only one use may take any
	Uses    []Use    // Sharing
	Least   int      // Numbering
	Most    int      // Numbering
	Defends bool     // whoever is attacked decides how to meet it; see [Field.Defends]
	Before  int      // for a Plan: how many decisions of this ID were taken before
}

// Concerns gives the seat whom the decision concerns, and whose odds belong beside its
// options.
func (q Question) Concerns() Seat { return cmp.Or(q.About, q.Who) }

// Answer is one entry of a tape.
type Answer struct {
	ID     string `json:"id"`
	Dice   string `json:"dice,omitempty"`
	Faces  Faces  `json:"faces,omitempty"`
	Pick   string `json:"pick,omitempty"`
	Give   Shares `json:"give,omitzero"` // none given is written as {}
	Amount *int   `json:"amount,omitempty"`
	Typed  bool   `json:"typed,omitempty"` // faces that a person typed; no rule reads it
	Kept   bool   `json:"kept,omitempty"`  // faces that only those see who may read the sheet of whoever threw them; no rule reads it
	Words  string `json:"said,omitempty"`  // the decision in words, for the log; no rule reads it
}

// Thrown answers q with faces.
func (q Question) Thrown(f Faces) Answer { return Answer{ID: q.ID, Dice: q.Dice.String(), Faces: f} }

// Picked answers q with an option.
func (q Question) Picked(option string) Answer { return Answer{ID: q.ID, Pick: option} }

// Given answers q with shares.
func (q Question) Given(s Shares) Answer {
	if s == nil {
		s = Shares{}
	}
	return Answer{ID: q.ID, Give: s}
}

// Numbered answers q with an amount.
func (q Question) Numbered(n int) Answer { return Answer{ID: q.ID, Amount: &n} }

// Nothing is the answer that spends nothing: the first option, no shares, the
// least amount. It is false for dice.
func (q Question) Nothing() (Answer, bool) {
	switch q.Wants {
	case Picking:
		return q.Picked(q.Options[0].ID), true
	case Sharing:
		return q.Given(nil), true
	case Numbering:
		return q.Numbered(q.Least), true
	}
	return Answer{}, false
}

// Preset gives the sharing that a form proposes at first. It is empty if only one use may
// take any.
func (q Question) Preset() Shares { return q.preset(q.Uses, false) }

// preset gives that sharing among uses or, if unknowing, the one that is proposed to somebody
// who does not know the opponent's sheet.
func (q Question) preset(uses []Use, unknowing bool) Shares {
	if q.One {
		return nil
	}
	var give Shares
	left := q.Total
	for i := range uses {
		s := &uses[i]
		n := s.Preset
		if unknowing {
			n = s.PresetUnknown
		}
		n = min(n, left)
		if s.Most > 0 {
			n = min(n, s.Most)
		}
		if n > 0 && s.WhyNot == "" {
			if give == nil {
				give = Shares{}
			}
			give[s.ID] = n
			left -= n
		}
	}
	return give
}

// Offered gives the answer that a form proposes, and that the odds count with unless they
// have a plan: the preset sharing, or for other decisions the answer that spends nothing. It
// is the zero Answer for dice.
func (q Question) Offered() Answer {
	if q.Wants == Sharing {
		return q.Given(q.Preset())
	}
	a, _ := q.Nothing()
	return a
}

// Check says what is wrong with a as an answer to q, and what would be right.
func (q Question) Check(a Answer) error {
	if a.ID != q.ID {
		return fmt.Errorf("%q is answered, but %q is asked", a.ID, q.ID)
	}
	switch q.Wants {
	case Throwing:
		if a.Faces == nil {
			return fmt.Errorf("%s asks for the faces of %s", q.ID, q.Dice)
		}
		if err := q.Dice.Check(a.Faces); err != nil {
			return fmt.Errorf("%s: %w", q.ID, err)
		}
	case Picking:
		return q.checkPick(a.Pick)
	case Sharing:
		return q.checkShares(a.Give)
	case Numbering:
		if a.Amount == nil || *a.Amount < q.Least || *a.Amount > q.Most {
			return fmt.Errorf("%s asks for a whole number from %d to %d", q.ID, q.Least, q.Most)
		}
	}
	return nil
}

func (q Question) checkPick(id string) error {
	i := slices.IndexFunc(q.Options, func(o Option) bool { return o.ID == id })
	if i < 0 {
		var ids []string
		for _, o := range q.Options {
			ids = append(ids, o.ID)
		}
		return fmt.Errorf("%s cannot be %q: it is one of %s", q.ID, id, strings.Join(ids, ", "))
	}
	if why := q.Options[i].WhyNot; why != "" {
		return fmt.Errorf("%s cannot be %s: %s", q.ID, id, why)
	}
	return nil
}

func (q Question) checkShares(give Shares) error {
	if give == nil {
		return fmt.Errorf("%s asks for shares, such as %s:1", q.ID, q.Uses[0].ID)
	}
	known, sum, given := 0, 0, 0
	var ids []string
	for _, s := range q.Uses {
		ids = append(ids, s.ID)
		n, ok := give[s.ID]
		if !ok {
			continue
		}
		known++
		sum += n
		if n > 0 {
			given++
		}
		switch {
		case n < 0:
			return fmt.Errorf("%s: %s cannot take %d: give 0 or more", q.ID, s.ID, n)
		case n > 0 && s.WhyNot != "":
			return fmt.Errorf("%s: %s takes nothing: %s", q.ID, s.ID, s.WhyNot)
		case s.Most > 0 && n > s.Most:
			return fmt.Errorf("%s: %s cannot take %d: it takes %d at most", q.ID, s.ID, n, s.Most)
		}
	}
	switch {
	case known < len(give):
		return fmt.Errorf("%s goes to %s only", q.ID, strings.Join(ids, ", "))
	case sum > q.Total:
		return fmt.Errorf("%s: %d given, but there are %d", q.ID, sum, q.Total)
	case q.One && given > 1:
		return fmt.Errorf("%s: only one of %s may take any", q.ID, strings.Join(ids, ", "))
	}
	return nil
}

// Parse reads a typed answer: an option's id, shares such as "speed:17,ep:9"
// ("none" for none), a number, or faces such as "5,1".
func (q Question) Parse(text string) (Answer, error) {
	a, err := q.parse(strings.TrimSpace(text))
	if err != nil {
		return Answer{}, err
	}
	return a, q.Check(a)
}

func (q Question) parse(text string) (Answer, error) {
	switch q.Wants {
	case Picking:
		return q.Picked(text), nil
	case Numbering:
		var n int
		if _, err := fmt.Sscanf(text+"\n", "%d\n", &n); err != nil {
			return Answer{}, fmt.Errorf("%s asks for a whole number from %d to %d, not %q", q.ID, q.Least, q.Most, text)
		}
		return q.Numbered(n), nil
	case Throwing:
		var f Faces
		for _, part := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' }) {
			var n int
			if _, err := fmt.Sscanf(part+"\n", "%d\n", &n); err != nil {
				return Answer{}, fmt.Errorf("%s: %q is not the face of a die", q.ID, part)
			}
			f = append(f, n)
		}
		return q.Thrown(f), nil
	}
	give := Shares{}
	if text == "none" || text == "" {
		return q.Given(give), nil
	}
	for _, part := range strings.Split(text, ",") {
		id, number, ok := strings.Cut(strings.TrimSpace(part), ":")
		var n int
		if _, err := fmt.Sscanf(number+"\n", "%d\n", &n); !ok || err != nil {
			return Answer{}, fmt.Errorf("%s: %q is not a share such as %s:2", q.ID, part, q.Uses[0].ID)
		}
		give[strings.TrimSpace(id)] += n
	}
	return q.Given(give), nil
}

// ThrowWords gives the words for a throw with an id such as other.regular: "their regular".
func ThrowWords(id string) string {
	if own, ok := strings.CutPrefix(id, "other."); ok && !strings.Contains(own, ".") {
		id = "their " + own
	}
	return spaces.Replace(id)
}

var spaces = strings.NewReplacer("-", " ", "_", " ", ".", " ")
