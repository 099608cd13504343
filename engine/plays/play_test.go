package plays

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"example.org/fray/engine"
)

const wholePlay = `# A search beats its difficulty by four.
system d6
rule critical_failure complication
sheet Rook: perception 3D, search 4D+1, "read lips" 2D, note "tall, \"grim\""
sheet Rook: character_points 5
against "Guard: the first": strength 2D
against Wolf:
company Ann: strength 3D
at 12
action check skill=search difficulty=10 why="the wind"
  regular           3d6  4 3 2
  wild              d6   4
  odds success 97.30%
  character-points  0
= success total=14 margin=4 flags=a,b
> actor.character_points=4
later action=blow after=15 against=other
odds success 94.60%
odds flag complication 1/6

# Nobody can search in the dark.
action check
refused too dark
`

func TestParseReadsEveryLine(t *testing.T) {
	text := strings.ReplaceAll(wholePlay, "1/6", "16.7%")
	p, err := Parse("search.play", text)
	if err != nil {
		t.Fatal(err)
	}
	s := p.Rolls[0]
	at := 12
	want := Roll{Line: 10, Words: []string{"A search beats its difficulty by four."},
		Setup: Setup{House: []Setting{{3, "critical_failure", "complication"}}, At: &at, Cast: []Cast{
			{4, CastSheet, "Rook", []Setting{{4, "perception", "3D"}, {4, "search", "4D+1"}, {4, "read lips", "2D"},
				{4, "note", `tall, "grim"`}, {5, "character_points", "5"}}},
			{6, CastAgainst, "Guard: the first", []Setting{{6, "strength", "2D"}}},
			{7, CastAgainst, "Wolf", nil},
			{8, CastCompany, "Ann", []Setting{{8, "strength", "3D"}}},
		}},
		Action:  "check",
		Params:  []Setting{{10, "skill", "search"}, {10, "difficulty", "10"}, {10, "why", "the wind"}},
		Answers: []TypedAnswer{{11, "regular", "3d6", "4 3 2"}, {12, "wild", "d6", "4"}, {14, "character-points", "", "0"}},
		Expected: Expected{Ends: []End{{15, "success", []Setting{{15, "total", "14"}, {15, "margin", "4"}, {15, "flags", "a,b"}}}},
			After: []Setting{{16, "actor.character_points", "4"}},
			Later: [][]Setting{{{17, "action", "blow"}, {17, "after", "15"}, {17, "against", "other"}}},
			Odds:  []Chance{{13, 2, "success", "97.30%"}, {18, 0, "success", "94.60%"}, {19, 0, "flag complication", "16.7%"}}},
	}
	if !reflect.DeepEqual(s, want) {
		t.Errorf("got  %+v\nwant %+v", s, want)
	}
	last := Roll{Line: 22, Words: []string{"Nobody can search in the dark."}, Action: "check", Expected: Expected{Refused: []string{"too dark"}}}
	if !reflect.DeepEqual(p.Rolls[1], last) {
		t.Errorf("got  %+v\nwant %+v", p.Rolls[1], last)
	}
	sameAgain(t, p)
}

func TestParseNamesTheLine(t *testing.T) {
	for text, want := range map[string]string{
		"":                                               "x.play:1: no rulebook is named",
		"sheet Rook: a 1":                                "x.play:1: \"sheet\" comes before the rulebook",
		"system d6\nsystem d6":                           "x.play:2: the rulebook is d6 already",
		"system d6":                                      "x.play:1: nothing is rolled in the end",
		"system d6\n  wild 3":                            "x.play:2: nothing is rolled yet",
		"system d6\n= success":                           "x.play:2: nothing is rolled yet",
		"system d6\nrule half":                           "x.play:2: a house rule has a name and a value",
		"system d6\nsheet Rook strength 3":               "x.play:2: a colon is missing",
		"system d6\nsheet Rook: strength":                "x.play:2: \"strength\" has no value",
		"system d6\nsheet Rook: note \"a":                "x.play:2: a quote is open",
		"system d6\nsheet Rook: note \"a\" b":            "x.play:2: a comma is missing before \"b\"",
		"system d6\nat noon":                             "x.play:2: the moment cannot be \"noon\"",
		"system d6\naction":                              "x.play:2: which action?",
		"system d6\naction a b":                          "x.play:2: \"b\" is not a pair",
		"system d6\naction a\n  wild":                    "x.play:3: \"wild\" has no answer",
		"system d6\naction a\n= success\n  wild 3":       "x.play:4: the answer to \"wild\" comes too late",
		"system d6\naction a\nodds success often":        "x.play:3: \"often\" is not a probability",
		"system d6\naction a\nodds total x 3%":           "x.play:3: \"x\" is not a total",
		"system d6\naction a\nlater":                     "x.play:3: what is to come later?",
		"system d6\naction a\nrefused":                   "x.play:3: why is it refused?",
		"system d6\naction a\nasks":                      "x.play:3: which question?",
		"system d6\naction a\nsucceeds":                  "x.play:3: \"succeeds\" is not a line of a play",
		"system d6\naction a\nrule critical_failure off": "x.play:3: nothing is rolled in the end",
	} {
		if _, err := Parse("x.play", text); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

// sameAgain proves that what p is written as is read as p.
func sameAgain(t *testing.T, p Play) {
	t.Helper()
	text := p.String()
	again, err := Parse(p.Name, text)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	if got, want := lineless(again), lineless(p); !reflect.DeepEqual(got, want) {
		t.Fatalf("got  %#v\nwant %#v\nfrom\n%s", got, want, text)
	}
	if again.String() != text {
		t.Fatalf("written again:\n%s\nfirst:\n%s", again, text)
	}
}

// lineless gives p without line numbers and with the odds in the order in
// which they are written.
func lineless(p Play) Play {
	out := Play{Name: p.Name, System: p.System}
	bare := func(list []Setting) (out []Setting) {
		for _, s := range list {
			out = append(out, Setting{Key: s.Key, Value: s.Value})
		}
		return out
	}
	for _, s := range p.Rolls {
		n := s
		n.Line, n.Setup.House, n.Params, n.Expected.After = 0, bare(s.Setup.House), bare(s.Params), bare(s.Expected.After)
		n.Setup.Cast, n.Answers, n.Expected.Ends, n.Expected.Later, n.Expected.Odds = nil, nil, nil, nil, nil
		for _, c := range s.Setup.Cast {
			n.Setup.Cast = append(n.Setup.Cast, Cast{0, c.As, c.Name, bare(c.Fields)})
		}
		for _, a := range s.Answers {
			a.Line = 0
			n.Answers = append(n.Answers, a)
		}
		for _, e := range s.Expected.Ends {
			n.Expected.Ends = append(n.Expected.Ends, End{0, e.Grade, bare(e.Values)})
		}
		for _, l := range s.Expected.Later {
			n.Expected.Later = append(n.Expected.Later, bare(l))
		}
		for after := range len(s.Answers) + 1 {
			for _, o := range s.Expected.Odds {
				if o.Line = 0; o.After == after {
					n.Expected.Odds = append(n.Expected.Odds, o)
				}
			}
		}
		out.Rolls = append(out.Rolls, n)
	}
	return out
}

// hostile are texts that people, or other programs, may have put on a sheet.
var hostile = []string{"", " ", "a", "4D+1", "two words", " lead", "trail ", "a,b", "a:b", "a=b", `say "x"`, `\`, "#", "# x", "=",
	"odds", "none", "3d6 4", "2d10 5 1", "\x1b[2J", "\x1b]52;c;aGk=\a", "a\nsystem x", "\r", "\x00", "\xff\xfe", "\u202eevil", "Ω é 漢字", "`", "'", "a  b", "\t", "%!d"}

func TestPlaysOfHostileTextAreReadAsWritten(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	some := func() string {
		s := hostile[rnd.IntN(len(hostile))]
		if rnd.IntN(4) == 0 {
			s += hostile[rnd.IntN(len(hostile))]
		}
		return s
	}
	key := func() string { return "k" + some() }
	list := func(n int) (out []Setting) {
		for range rnd.IntN(n + 1) {
			out = append(out, Setting{Key: key(), Value: some()})
		}
		return out
	}
	for range 3000 {
		s := Roll{Action: "act" + strings.ReplaceAll(some(), "=", ""), Setup: Setup{House: list(2)}, Params: list(3), Expected: Expected{After: list(2)}}
		for i, as := range []string{CastSheet, CastAgainst, CastAgainst, CastCompany} {
			if rnd.IntN(2) == 0 {
				s.Setup.Cast = append(s.Setup.Cast, Cast{As: as, Name: string(rune('a'+i)) + some(), Fields: list(9)})
			}
		}
		for range rnd.IntN(4) {
			s.Answers = append(s.Answers, TypedAnswer{ID: key(), Text: some()}, TypedAnswer{ID: "odds", Dice: "2d10", Text: some()})
		}
		if rnd.IntN(2) == 0 {
			s.Expected.Ends = []End{{Grade: some(), Values: list(3)}}
		}
		if l := list(2); l != nil {
			s.Expected.Later = [][]Setting{l}
		}
		s.Expected.Odds = []Chance{{After: rnd.IntN(len(s.Answers) + 1), What: "success", P: "50%"}}
		sameAgain(t, Play{Name: "x", System: "toy", Rolls: []Roll{s, s}})
	}
}

// throws is a roll of three throws against 70.
func throws(regular, wild, bought engine.Dice) engine.Inputs {
	rule := func(r *engine.Roll) engine.Outcome {
		total := r.Sum(engine.Ask{ID: "regular"}, regular)
		total += r.Sum(engine.Ask{ID: "wild"}, wild)
		total += r.Sum(engine.Ask{ID: "character-points"}, bought)
		return engine.Outcome{Grade: engine.Failure, Total: total, Target: 70, Margin: total - 70}
	}
	sys := &engine.System{ID: "toy", Sheet: &engine.Schema{}, House: &engine.Schema{}}
	return engine.Inputs{System: sys, Action: &engine.Action{ID: "check", Form: &engine.Schema{}, Rule: rule}}
}

func TestOfWritesARollDown(t *testing.T) {
	in := throws(engine.D(2, 6), engine.D(1, 6).Exploding(), engine.D(1, 6).Exploding())
	note := in.System.Sheet.Group("").Text("note", "Note", 90)
	tools := in.System.Sheet.List("tools", "Tools")
	tools.Text("name", "Name", 90)
	in.Sheets = map[engine.Seat]engine.Page{engine.Actor: engine.PageOf(note.ID, "tall, grim", "tools/r 1/name", "Rope", "tools/r2/colour", "red", "unknown", 3)}
	in.Moment = 7
	tape := []engine.Answer{{ID: "regular", Dice: "2d6", Faces: engine.Faces{4, 3}}, {ID: "wild", Dice: "\x1b", Faces: engine.Faces{6, 2}}}
	step, err := engine.Run(in, tape)
	if err != nil {
		t.Fatal(err)
	}
	p := Of(in, tape, step)
	want := `system toy
sheet actor: note "tall, grim", "tools/r 1/name" Rope, tools/r2/name ""
at 7
action check
  regular  2d6  4 3
  wild     6 2
asks character-points
`
	if got := p.String(); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	sameAgain(t, p)

	tape = append(tape, engine.Answer{ID: "character-points", Faces: engine.Faces{6, 6, 1}})
	if step, err = engine.Run(in, tape); err != nil {
		t.Fatal(err)
	}
	if got := Of(in, tape, step).String(); !strings.Contains(got, "= failure total=28 target=70 margin=-42\n") {
		t.Errorf("got\n%s", got)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(strings.ReplaceAll(wholePlay, "1/6", "16.7%"))
	for _, h := range hostile {
		f.Add("system x\nsheet " + h + ": a " + h + "\naction b c=" + h + "\n  d " + h + "\n= e f=" + h + "\nodds " + h + " 1%")
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Parse("fuzz", text)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "fuzz:") {
				t.Errorf("%v names no line", err)
			}
			return
		}
		sameAgain(t, p)
	})
}
