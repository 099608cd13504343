package phrase

import (
	"slices"
	"strings"
	"testing"
)

// Everyday verbs that nobody has written down by hand are about what people mean by them, in
// each of their forms.
func TestEverydayWords(t *testing.T) {
	for of, words := range map[string]string{
		"hide": "bury crept snuck pussyfoot", "strike": "bayonet bludgeons cudgel flogged lambast", "persuade": "importune haggles dicker", "deceive": "bilk delude swindled hoodwinking",
		"notice": "behold espied gawk ogles", "jump": "caper hurdle leapt sprang", "steal": "purloin shoplifting stole", "threaten": "cows daunt spooked", "treat": "medicate cauterized",
		"flee": "absquatulate skedaddled elope", "perform": "croon waltzing yodels", "carry": "schlep tugged", "eat": "guzzles imbibe", "shoot": "snipes zapped", "grab": "lasso handcuffed",
	} {
		for word := range strings.FieldsSeq(words) {
			if found := conceptsOf(word); !slices.ContainsFunc(found, func(x concept) bool { return x.name == of }) {
				t.Errorf("%q is about %v, not %s", word, found, of)
			}
		}
	}
	for word := range strings.FieldsSeq("table place xyzzy frobly initiative condition quillon strik with called") {
		if found := conceptsOf(word); found != nil {
			t.Errorf("%q is about %s", word, found[0].name)
		}
	}
}

// What a sheet has for a verb comes before what it has not, whatever the order: the bow to shoot
// with, the skill to hide by. Where it has nothing, the general roll comes without a row.
func TestTheRowThatFits(t *testing.T) {
	all := []Searchable{
		{Name: "Athletics Attack", Row: "Athletics", Also: "hit", Deed: true}, {Name: "Longsword Attack", Row: "Longsword", Also: "shoot throw", Deed: true}, {Name: "Shortbow Attack", Row: "Shortbow", Also: "shoot throw", Deed: true},
		{Name: "Athletics Check", Row: "Athletics", Also: "test", Deed: true}, {Name: "Sneak Check", Row: "Sneak", Also: "test", Deed: true}, {Name: "Check", Also: "test", Deed: true},
		{Name: "Heal", Also: "potion", Deed: true}, {Name: "undo the last act", Also: "shoot"},
	}
	for word, finds := range map[string]string{
		"shoot": "Shortbow Attack", "snipe": "Shortbow Attack", "slash": "Longsword Attack", "lurks": "Sneak Check", "prowl": "Sneak Check", "vault": "Athletics Check", "cure": "Heal",
		"haggle": "Check", "sing": "Check", "potion": "Heal",
	} {
		if i, ok := Best(word, all); !ok || all[i].Name != finds {
			t.Errorf("%q finds %v first, not %s", word, i, finds)
		}
	}
	for _, word := range []string{"surrender", "doze", "xyzzy"} {
		if i, ok := Best(word, all); ok {
			t.Errorf("%q finds %s", word, all[i].Name)
		}
	}
}

func BenchmarkSearch(b *testing.B) {
	var all []Searchable
	for _, row := range strings.Fields("Longsword Shortbow Athletics Sneak Acrobatics Arcana History Insight Medicine Nature Perception Stealth Survival Religion Deception Performance Persuasion Intimidation") {
		all = append(all, Searchable{Name: row + " Skill", Row: row, Also: "skill check", Deed: true}, Searchable{Name: row + " Attack", Row: row, Also: "shoot throw aim flank crit", Deed: true})
	}
	for b.Loop() {
		Search("skulk", all)
	}
}
