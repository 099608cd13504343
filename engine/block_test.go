package engine_test

import (
	"testing"

	"example.org/fray/engine"
)

func TestBlocksInWords(t *testing.T) {
	s := &engine.Schema{}
	g := s.Group("EP")
	full := g.Int("ep", "EP", 0, 99).Default(74).Unit("EP")
	round := g.Int("round", "EP lost, back by the round", 0, 99)
	hour := g.Int("hour", "EP lost, back by the hour", 0, 99)
	two := engine.Pool{ID: "ep", Label: "EP", Kind: "energy", Full: full, Losses: []engine.Field[int]{round, hour}}
	one := engine.Pool{ID: "wind", Label: "Wind", Full: full, Losses: []engine.Field[int]{round}}
	tired := s.Read(engine.PageOf("round", 10, "hour", 3))
	for words, want := range map[string]string{
		two.Meter(tired).Words():                                                  "61 of 74, 10 back by the round, 3 back by the hour",
		two.Meter(tired).Lost():                                                   "10 back by the round, 3 back by the hour",
		two.Meter(s.Read(engine.PageOf("hour", 3))).Lost():                        "3 back by the hour",
		two.Meter(s.Read(engine.Page{})).Words():                                  "74 of 74",
		one.Meter(tired).Words():                                                  "64 of 74 EP",
		engine.Stat{Value: "144", Unit: "dm/segment"}.Words():                     "144 dm/segment",
		engine.Stat{Value: "11"}.Words():                                          "11",
		engine.Track{Boxes: []engine.Box{{Full: true}, {Full: true}, {}}}.Words(): "2 of 3",
		engine.Track{Boxes: []engine.Box{{Label: "red", Full: true}, {Label: "blue"}, {Label: "green", Count: 4}}}.Words(): "red full, blue empty, green 4",
	} {
		if words != want {
			t.Errorf("got %q, want %q", words, want)
		}
	}
	if m := two.Meter(tired); m.Kind != "energy" || m.Field != "round" || m.Now != 61 || m.Full != 74 {
		t.Errorf("the meter is %+v", m)
	}
}

func TestShortName(t *testing.T) {
	for label, want := range map[string]string{"VP": "VP", "Luck": "Luck", "Hit points": "HP", "Level 1 slots": "L1S", "Health": "Hlth", "The duel": "duel",
		"Contest 12": "C12", "Channeled": "Chnnl", "Ängste und Nöte": "ÄUN", "one two three four five six": "OTTFF", "": ""} {
		if got := engine.ShortName(label); got != want {
			t.Errorf("%q becomes %q, not %q", label, got, want)
		}
	}
}
