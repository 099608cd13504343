package web_test

import (
	"net/http"
	"testing"

	"example.org/fray/model"
)

// Dice whose odds are too many to count, or hard, are thrown from a page as any others: whatever
// is typed is answered.
func TestHardDiceOnAPage(t *testing.T) {
	h := open(t, "d6", 1)
	h.must(gm, model.BeginSession{}) // before anybody is there to be asked for a word
	b := h.comes("Mira", 0)
	for _, line := range []string{"1000d10000", "200d10!kh100", "40d6rr1", "max(d6,d8)", "d20 vs d20+3"} {
		b.opens("/")
		to, form, ok := b.form("Send", "text", "roll "+line, "to", "do")
		if !ok {
			t.Fatal("nothing can be typed")
		}
		b.does(http.MethodPost, to, form)
		if b.status >= 500 {
			t.Errorf("%s: status %d", line, b.status)
		}
	}
}
