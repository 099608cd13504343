package plays

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// The lines of every play end, are comments and stand below others in the same way.
func TestReadLines(t *testing.T) {
	var got []string
	to := Reader{
		Comment: func(words string) { got = append(got, "#"+words) },
		Line:    func(l Line) error { got = append(got, fmt.Sprintf("%d:%s|%s", l.Number, l.Word, l.Rest)); return nil },
		Below: func(l Line) error {
			if l.Text == "broken" {
				return errors.New("it is broken")
			}
			got = append(got, fmt.Sprintf("%d below: %s", l.Number, l.Text))
			return nil
		},
		End: func() error { got = append(got, "end"); return nil },
	}
	if err := ReadLines("a.play", "# first\r\ntable  d6 \n\n\tdie 6\n  # inside\n\u2003dice 1d6 4\nnext\n", to); err != nil {
		t.Fatal(err)
	}
	want := "# first; 2:table|d6; 4 below: die 6; # inside; 6 below: dice 1d6 4; 7:next|; end"
	if all := strings.Join(got, "; "); all != want {
		t.Errorf("%s, not %s", all, want)
	}
	var wrong *SyntaxError
	if err := ReadLines("a.play", "next\n broken", to); !errors.As(err, &wrong) || wrong.Error() != "a.play:2: it is broken" {
		t.Error(err)
	}
	to.End, to.Comment = nil, nil
	if err := ReadLines("a.play", "# nothing\n", to); err != nil {
		t.Error(err)
	}
}
