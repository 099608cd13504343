package enginetest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"example.org/fray/engine"
)

var (
	fieldID  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*$`) })
	actionID = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`) })
)

// declarations proves that the declarations of a rulebook fit together.
func declarations(t T, sys *engine.System) {
	t.Helper()
	d := declared{t, sys}
	for what, there := range map[string]bool{"an ID": actionID().MatchString(sys.ID), "a Name": sys.Name != "", "an Author": sys.Author != "",
		"a line about its Dice": sys.Dice != "", "Help": sys.Help != "",
		"Actions": len(sys.Actions) > 0, "Templates": len(sys.Templates) > 0} {
		if !there {
			t.Errorf("the rulebook has no %s", strings.TrimPrefix(strings.TrimPrefix(what, "an "), "a "))
		}
	}
	for name, s := range map[string]*engine.Schema{"Sheet": sys.Sheet, "House": sys.House} {
		if s == nil {
			t.Errorf("the rulebook has no %s: an empty Schema will do", name)
		} else {
			d.schema(name, s)
		}
	}
	d.actions()
	d.templates()
	d.clock()
	d.conditions()
}

type declared struct {
	t   T
	sys *engine.System
}

func (d declared) schema(name string, s *engine.Schema) {
	d.t.Helper()
	ids := map[string]bool{}
	for _, sp := range s.Fields() {
		d.field(name, sp, ids)
	}
	for _, l := range s.Lists() {
		if ids[l.ID] || !fieldID().MatchString(l.ID) || l.Label == "" {
			d.t.Errorf("%s: the list %q has no label, or its id is taken or no lower_case word", name, l.ID)
		}
		ids[l.ID] = true
		columns := map[string]bool{}
		for _, sp := range l.Columns {
			d.field(name+"."+l.ID, sp, columns)
		}
		if !columns["name"] {
			d.t.Errorf("%s: the list %s has no column called name", name, l.ID)
		}
		if columns["id"] {
			d.t.Errorf("%s: the list %s has a column called id, which is the row's own", name, l.ID)
		}
	}
}

func (d declared) field(where string, sp *engine.Spec, ids map[string]bool) {
	d.t.Helper()
	fail := func(format string, args ...any) {
		d.t.Helper()
		d.t.Errorf("%s: the field %q %s", where, sp.ID, fmt.Sprintf(format, args...))
	}
	if !fieldID().MatchString(sp.ID) {
		fail("must be a lower_case word; dots part other.x")
	}
	if ids[sp.ID] {
		fail("is there twice")
	}
	ids[sp.ID] = true
	if sp.Label == "" || clean(sp.Label) != nil || clean(sp.Help) != nil || clean(sp.Unit) != nil {
		fail("needs a clean label, unit and help")
	}
	if sp.Help != "" && !strings.HasSuffix(sp.Help, ".") && !strings.HasSuffix(sp.Help, "?") {
		fail("has a help that is no sentence: %q", sp.Help)
	}
	if sp.Least > sp.Most || sp.Kind == engine.Text && sp.Most == 0 {
		fail("can have no value: least %d, most %d", sp.Least, sp.Most)
	}
	seen := map[string]bool{}
	for _, o := range sp.Options {
		if seen[strings.ToLower(o)] || o == "" {
			fail("has the option %q twice, or an empty one", o)
		}
		seen[strings.ToLower(o)] = true
	}
	if sp.RowsOf != "" {
		if _, ok := d.sys.Sheet.FindList(sp.RowsOf); !ok {
			fail("names rows of %s, which is not a list", sp.RowsOf)
		}
	}
	if sp.In != "" {
		return
	}
	if err := holds(sp, d.sys.Sheet.Read(engine.Page{})); err != nil {
		fail("has a default that it can't be: %v", err)
	}
}

// holds returns what is wrong with the default of sp on a sheet.
func holds(sp *engine.Spec, s engine.Sheet) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("working it out breaks: %v", p)
		}
	}()
	return sp.Check(sp.Default(s))
}

// purposes and sides are what an action can be for, and with whom the characters of
// a template can fight.
var (
	purposes = []engine.Purpose{engine.ForAttack, engine.ForDefence, engine.ForHealing, engine.ForMovement, engine.ForOther}
	sides    = []engine.Side{engine.Heroes, engine.Foes}
)

func (d declared) actions() {
	d.t.Helper()
	ids := map[string]bool{}
	for _, a := range d.sys.Actions {
		if !actionID().MatchString(a.ID) || ids[a.ID] {
			d.t.Errorf("the action %q is there twice, or its id is not a lower-case word such as move-done", a.ID)
		}
		ids[a.ID] = true
		for what, s := range map[string]string{"label": a.Label, "group": a.Group, "chapter": a.Chapter, "help": a.Help} {
			if s == "" {
				d.t.Errorf("the action %s has no %s", a.ID, what)
			} else if err := clean(s); err != nil {
				d.t.Errorf("the %s of the action %s %v", what, a.ID, err)
			}
		}
		if !slices.Contains(purposes, a.Purpose) {
			d.t.Errorf("the action %s has the Purpose %q: say what it is for, one of %q", a.ID, a.Purpose, purposes)
		}
		if a.Rule == nil || a.Form == nil {
			d.t.Errorf("the action %s needs a Rule and a Form; an empty Schema will do", a.ID)
			continue
		}
		d.schema("the action "+a.ID, a.Form)
		for _, sp := range []*engine.Spec{engine.Every.Situation.Spec, engine.Every.Why.Spec, engine.Every.Hidden.Spec} {
			if _, own := a.Form.Field(sp.ID); own {
				d.t.Errorf("the action %s declares %s, which every action has", a.ID, sp.ID)
			}
		}
	}
}

func (d declared) templates() {
	d.t.Helper()
	ids := map[string]bool{}
	for _, tpl := range d.sys.Templates {
		if tpl.ID == "" || ids[tpl.ID] || tpl.Name == "" || tpl.Note == "" || clean(tpl.Name) != nil || clean(tpl.Note) != nil {
			d.t.Errorf("the template %q needs an id of its own, a name and a note", tpl.ID)
		}
		ids[tpl.ID] = true
		if !slices.Contains(sides, tpl.Side) {
			d.t.Errorf("the template %s has the Side %q: say with whom it fights, one of %q", tpl.ID, tpl.Side, sides)
		}
		if tpl.Page.IsZero() {
			d.t.Errorf("the template %s is empty", tpl.ID)
		}
		if err := d.sys.Sheet.Check(tpl.Page); err != nil {
			d.t.Errorf("the template %s: %v", tpl.ID, err)
		}
		for _, path := range tpl.Page.Paths() {
			if _, ok := d.sys.Sheet.Field(path); !ok {
				d.t.Errorf("the template %s writes %s, which is not a field", tpl.ID, path)
			}
		}
		for _, l := range d.sys.Sheet.Lists() {
			for _, row := range tpl.Page.RowIDs(l.ID) {
				if name, _ := tpl.Page.Get(l.ID + "/" + row + "/name"); name.Text() == "" {
					d.t.Errorf("the template %s: the row %s of %s has no name", tpl.ID, row, l.ID)
				}
			}
		}
		for _, sp := range d.sys.Sheet.Fields() {
			if err := holds(sp, d.sys.Sheet.Read(tpl.Page)); err != nil {
				d.t.Errorf("the template %s: the default of %s: %v", tpl.ID, sp.ID, err)
			}
		}
	}
}

// clock checks what the table's clock starts.
func (d declared) clock() {
	d.t.Helper()
	time := d.sys.Time
	if time.Payment != "" {
		if a, ok := d.sys.Action(time.Payment); !ok || a.Mode != engine.ByClock || time.PayEvery <= 0 {
			d.t.Errorf("the payment %q must be an action that the clock starts, every so many units", time.Payment)
		}
	}
	if a, ok := d.sys.Action(time.Initiative); time.Initiative != "" && (!ok || a.Mode == engine.ByClock) {
		d.t.Errorf("initiative is rolled by %q, which is not an action that people start", time.Initiative)
	}
	if a, ok := d.sys.Action(time.Defence); time.Defence != "" && (!ok || a.Mode != engine.Active) {
		d.t.Errorf("what is under way is given up for %q, which is not an active action", time.Defence)
	}
	d.byClock("the end of a scene", time.Between.Scene)
	d.byClock("the beginning of a turn", time.Between.Turn)
	d.byClock("the end of a turn", time.Between.TurnOver)
	d.byClock("not being able to act", time.Between.Down)
	for _, a := range d.sys.Actions {
		d.byClock("calling off "+a.ID, a.Over.WhenCancelled)
		if a.Over.AtSceneEnd && a.Over.SurvivesScene {
			d.t.Errorf("%s both befalls with the scene and outlasts it", a.ID)
		}
	}
	for _, rest := range time.Between.Rests {
		a, ok := d.sys.Action(rest.Action)
		if !ok || a.Form.Check(rest.Params) != nil || rest.ID == "" || rest.Label == "" {
			d.t.Errorf("rest by %q needs an id, a label, and an action that takes %v", rest.ID, rest.Params.Paths())
		} else if _, ok := a.Param(rest.Count); rest.Count != "" && !ok {
			d.t.Errorf("rest by %s: %s has no parameter %q", rest.ID, a.ID, rest.Count)
		}
	}
	d.byClock("the end of a session", time.Between.Session)
	if a, ok := d.sys.Action(time.Between.Awards); time.Between.Awards != "" && (!ok || a.Mode == engine.ByClock) {
		d.t.Errorf("awards are given with %q, which is not an action that people start", time.Between.Awards)
	}
	if time.PerRound < 0 || time.RoundMS < 0 || time.PayEvery < 0 || time.PerRound > 0 && time.Unit == "" {
		d.t.Errorf("time can't be counted like %+v", time)
	}
	pools := map[string]bool{}
	for _, p := range d.sys.Pools {
		if !fieldID().MatchString(p.ID) || pools[p.ID] || p.Label == "" || p.Full.Spec == nil {
			d.t.Errorf("the pool %q needs an id of its own, a label and a full value", p.ID)
		}
		pools[p.ID] = true
	}
}

// byClock reports an id that is not "" and of no action that only the clock starts.
func (d declared) byClock(what, id string) {
	d.t.Helper()
	if a, ok := d.sys.Action(id); id != "" && (!ok || a.Mode != engine.ByClock) {
		d.t.Errorf("%s runs %q, which is not an action that the clock starts", what, id)
	}
}
