package supermen

import (
	"fmt"
	"strings"

	"example.org/fray/engine"
)

// named writes the PR of a power, the level of a skill or the score of a knowledge that is on
// the sheet, by its name. If several of them have that name, it takes the list before it:
// skill.Sailing. It is false for other names.
func named(p engine.Page, name, value string) (engine.Page, bool, error) {
	s := sheet.Read(p)
	in, rest, parted := strings.Cut(name, ".")
	var found []string
	var spec *engine.Spec
	for _, l := range []struct {
		word   string
		rows   *engine.Group
		column *engine.Spec
	}{{"power", powers, powerPR.Spec}, {"skill", skills, skillLvl.Spec}, {"knowledge", knowledges, knowScore.Spec}} {
		if parted && !strings.EqualFold(in, l.word) {
			continue
		}
		want := name
		if parted {
			want = rest
		}
		if row, ok := l.rows.Find(s, want); ok && strings.EqualFold(row.Name(), want) {
			found, spec = append(found, row.Path(l.column)), l.column
		}
	}
	switch len(found) {
	case 0:
		return p, false, nil
	case 1:
		v, err := spec.Parse(value)
		if err != nil {
			return p, true, err
		}
		return p.With(found[0], v), true, nil
	}
	return p, true, fmt.Errorf("%q is on the sheet more than once: write power.%s, skill.%s or knowledge.%s", name, name, name, name)
}
