package pane

import (
	"strings"
	"testing"

	"github.com/charmbracelet/lipgloss"

	"example.org/fray/ui/kit"
)

// A search that waits for the index says so, for the text that is searched for and
// until it is answered.
func TestSearchTellsThatItWaits(t *testing.T) {
	look := kit.NewLook(lipgloss.NewRenderer(nil), kit.Dark, kit.Unicode)
	var s Overlay = search{line: NewLine("alarm"), asked: "alarm"}
	for _, step := range []struct {
		msg  any
		told bool
	}{{waiting{"alarm", true}, true}, {waiting{"alar", true}, false}, {waiting{"alarm", true}, true}, {hits{text: "alarm"}, false}} {
		s, _ = s.Update(Frame{}, step.msg)
		drawn := strings.Join(s.Draw(Frame{Look: look, W: 70, H: 9}), "\n")
		if strings.Contains(drawn, "still being indexed") != step.told {
			t.Errorf("after %#v:\n%s", step.msg, drawn)
		}
	}
}
