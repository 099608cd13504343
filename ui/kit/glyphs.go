package kit

// Glyphs are the signs that are drawn beside letters and figures. Each is one
// cell wide, but the arrow may be wider.
type Glyphs struct {
	Name     string
	Box      Box
	Meter    Meter
	Gems     [2]string
	Mark     string // before the line that is selected
	Cursor   string // points at what is in force
	More     string // text was cut here
	Arrow    string // from one value to another
	Pending  string // something will fall due
	Half     string // a roll waits for an answer
	Bar      Bar
	Tick     [3]string // done, not done, marked
	Separate string    // between two things on a line
	Up       [2]string // more above, more below
	Moves    [2]string // a number can be made less, more
	Brand    string    // the program's own mark
	Edge     string    // along the left of the pane that has the keys
	Marks    Marks
}

// Box are the pieces of a frame, and of a line that parts a chart.
type Box struct{ TopLeft, TopRight, BottomLeft, BottomRight, Across, Down, Dashed string }

// Meter are the cells of a meter: what is there, what the last act took, and the rest; and
// small columns for a level from empty to full.
type Meter struct {
	There, Lost, Rest string
	Columns           []string
}

// Marks stand before entries of the log: a hit, a miss, something begun, something undone,
// and what the clock brought.
type Marks struct{ Hit, Miss, Begun, Undone, Clock string }

// Bar are the pieces of a bar on the timeline.
type Bar struct{ Start, Line, End, Pay string }

// Gem is a full or an empty place of a track.
func (g *Glyphs) Gem(there bool) string {
	if there {
		return g.Gems[0]
	}
	return g.Gems[1]
}

// Unicode are the glyphs for fonts with boxes and blocks.
var Unicode = &Glyphs{
	Name:     "unicode",
	Box:      Box{"╭", "╮", "╰", "╯", "─", "│", "┄"},
	Meter:    Meter{"▆", "▃", "▁", []string{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"}},
	Gems:     [2]string{"●", "○"},
	Mark:     "▌",
	Cursor:   "▶",
	More:     "…",
	Arrow:    "→",
	Pending:  "◷",
	Half:     "◐",
	Bar:      Bar{"●", "━", "▶", "│"},
	Tick:     [3]string{"✓", "✗", "◆"},
	Separate: "·",
	Up:       [2]string{"▲", "▼"},
	Moves:    [2]string{"◂", "▸"},
	Brand:    "◆",
	Edge:     "▎",
	Marks:    Marks{"✹", "○", "›", "↶", "·"},
}

// ASCII are the glyphs for terminals and fonts with ASCII alone.
var ASCII = &Glyphs{
	Name:     "ascii",
	Box:      Box{"+", "+", "+", "+", "-", "|", "-"},
	Meter:    Meter{"=", "x", ".", []string{"_", ".", ":", "-", "=", "+", "*", "#"}},
	Gems:     [2]string{"*", "o"},
	Mark:     ">",
	Cursor:   ">",
	More:     "~",
	Arrow:    "->",
	Pending:  "@",
	Half:     "%",
	Bar:      Bar{"o", "=", ">", "|"},
	Tick:     [3]string{"+", "!", "*"},
	Separate: "-",
	Up:       [2]string{"^", "v"},
	Moves:    [2]string{"<", ">"},
	Brand:    "*",
	Edge:     "|",
	Marks:    Marks{"*", "o", ">", "<", "."},
}
