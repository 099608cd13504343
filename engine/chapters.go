package engine

import "strings"

// Chapter is a heading of the book with where its rules stand.
type Chapter struct {
	Heading string   `json:"heading"`
	Files   []string `json:"files"` // of the rulebook's code
	Plays   []string `json:"plays"` // examples that show it, in testdata
}

// OurRuling stands in the place of a chapter where a rule is not in the book.
const OurRuling = "our ruling"

// BookChapters reads the table of the rulebook's chapters, in the order of the book. It
// has a line for each, with the heading, files and plays separated by tabs; several
// files or plays are separated by spaces. enginetest.TestChapters writes it.
func (s *System) BookChapters() []Chapter {
	var out []Chapter
	for line := range strings.Lines(s.Chapters) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(f) == 3 {
			out = append(out, Chapter{f[0], strings.Fields(f[1]), strings.Fields(f[2])})
		}
	}
	return out
}
