package systems_test

import (
	"os"
	"path/filepath"
	"testing"

	"example.org/fray/engine/systems"
)

// A rulebook whose book has headings publishes in which files their rules are,
// and which plays show them. enginetest.TestChapters keeps that table equal to
// the code and the plays. A rulebook without a book has no table.
func TestEveryRulebookPublishesItsChapters(t *testing.T) {
	for _, s := range systems.All() {
		dir := filepath.Join("..", s.ID)
		_, err := os.Stat(filepath.Join(dir, "testdata", "headings.txt"))
		if headings := err == nil; headings != (len(s.BookChapters()) > 0) {
			t.Errorf("%s publishes %d chapters; whether it has testdata/headings.txt: %v", s.ID, len(s.BookChapters()), headings)
		}
		for _, c := range s.BookChapters() {
			if c.Heading == "" || len(c.Files) == 0 || len(c.Plays) == 0 {
				t.Errorf("%s: %+v", s.ID, c)
			}
			for _, f := range c.Files {
				if _, err := os.Stat(filepath.Join(dir, f)); err != nil {
					t.Errorf("%s, %s: %v", s.ID, c.Heading, err)
				}
			}
			for _, p := range c.Plays {
				if _, err := os.Stat(filepath.Join(dir, "testdata", filepath.FromSlash(p))); err != nil {
					t.Errorf("%s, %s: %v", s.ID, c.Heading, err)
				}
			}
		}
	}
}
