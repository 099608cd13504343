package phrase

import (
	"strings"
	"testing"
)

// A search finds first what people mean and never what they did not type.
func TestSearch(t *testing.T) {
	all := []Searchable{
		{Name: "Attack: Throwing knife", Also: "hit swing shoot strike"},
		{Name: "First Aid Knowledge", Also: "heal medic", More: "Skills f1"},
		{Name: "Damage", Also: "hurt harm wound"},
		{Name: "Held", Also: "hold grapple pinned"},
		{Name: "fingerprint of the dice", Also: "fair seed"},
		{Name: "Heal", Also: "cure potion rest"},
		{Name: "Roll for turn order", Also: "initiative init"},
		{Name: "Perception", Also: "spot notice"},
		{Name: "Rest", Also: "sleep camp"},
	}
	for text, want := range map[string]string{
		"attack": "Attack: Throwing knife", "attacks": "Attack: Throwing knife", "attacking": "Attack: Throwing knife",
		"hitting": "Attack: Throwing knife", "throw": "Attack: Throwing knife", "knife att": "Attack: Throwing knife",
		"heal": "Heal First Aid Knowledge", "rest": "Rest Heal", "init": "Roll for turn order", "perc": "Perception",
		"percepton": "Perception", "dmaage": "Damage", "damgae": "Damage", "skills": "First Aid Knowledge", "f1": "First Aid Knowledge",
		"aid know": "First Aid Knowledge", "sleeping": "Rest", "h": "Held Heal",
		// not found: inside a word, scattered letters, a slip in the first letter or in a short word
		"rage": "", "print": "", "gold": "", "fak": "", "ttack": "", "xttack": "", "hael": "", "attack gold": "",
		strings.Repeat("attack ", 100): "",
	} {
		var got []string
		for _, i := range Search(text, all) {
			got = append(got, all[i].Name)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q finds %q, want %q", text, got, want)
		}
	}
	if i, ok := Best("swing", all); !ok || i != 0 {
		t.Errorf("swing is best %d, %v", i, ok)
	}
	if _, ok := Best(" ", all); ok {
		t.Error("nothing typed is something")
	}
	if got := NotFound("attakc him", all[:2]); !strings.HasPrefix(got, "nothing matches") {
		t.Error(got)
	}
	if got := NotFound("helt", all[3:4]); got != "nothing matches; closest: Held" {
		t.Error(got)
	}
}
