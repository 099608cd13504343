package systems_test

import (
	"os"
	"path/filepath"
	"testing"

	"example.org/fray/engine/systems"
)

// Every rulebook publishes where the rules of its book stand, and what shows
// them; enginetest.TestChapters keeps the table equal to code and plays.
func TestEveryRulebookPublishesItsChapters(t *testing.T) {
	for _, s := range systems.All() {
		dir := filepath.Join("..", s.ID)
		if len(s.BookChapters()) == 0 {
			t.Errorf("%s publishes no chapters", s.ID)
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
