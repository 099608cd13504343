package d6

import (
	"fmt"
	"strings"

	"example.org/fray/engine"
)

// typed reads a die code with its difficulty as people type it in one line, such as
// 4D+1 vs 12, and gives a check. action is "" for anything else.
func typed(line string) (action string, params engine.Page, why error) {
	s := strings.ToUpper(strings.ReplaceAll(line, " ", ""))
	text, against, measured := strings.Cut(s, "VS")
	if !measured {
		text, against, measured = strings.Cut(s, ">=")
	}
	dice, pips, ok := strings.Cut(text, "D")
	if _, good := number(dice); !ok || !good {
		return "", params, nil
	}
	if n, plus := strings.CutPrefix(pips, "+"); pips != "" && (!plus || strings.Trim(n, "0123456789") != "" || n == "") {
		return "", params, nil
	}
	c, err := parseCode(text)
	params = params.With(checkSide.code.ID, engine.ValueOf(c.String()))
	if measured {
		if _, _, wrong := parseDifficulty(against, ""); err == nil {
			err = wrong
		}
		params = params.With(checkDifficulty.ID, engine.ValueOf(strings.ToLower(against)))
	}
	return "check", params, err
}

// named writes search=4D+1 or agility=3D on a page. The name of an attribute of a genre or
// of the sheet is an attribute; any other name with a die code is a skill. It is false for
// anything else.
func named(p engine.Page, key, value string) (engine.Page, bool, error) {
	name := strings.TrimSpace(strings.ReplaceAll(key, "_", " "))
	if name == "" || strings.Contains(key, "/") && !knownSkill(name) {
		return p, false, nil
	}
	s := sheet.Read(p)
	row, onSheet := attributes.Find(s, name)
	if b, ok := attributeBook(genre.Of(s), name); ok || onSheet {
		if _, err := parseCode(value); err != nil {
			return p, true, fmt.Errorf("%s: %w", key, err)
		}
		if onSheet {
			return p.With("attributes/"+row.ID+"/code", engine.ValueOf(strings.TrimSpace(value))), true, nil
		}
		return written(p, newAttribute(rowID(name), b, value)), true, nil
	}
	return namedSkill(p, s, name, value)
}

func namedSkill(p engine.Page, s engine.Sheet, name, value string) (engine.Page, bool, error) {
	row, onSheet := skills.Find(s, name)
	if err := skillText(value); err != nil {
		if onSheet || knownSkill(name) || looksLikeCode(value) {
			return p, true, fmt.Errorf("%s: %w", name, err)
		}
		return p, false, nil
	}
	if onSheet {
		return p.With("skills/"+row.ID+"/code", engine.ValueOf(strings.TrimSpace(value))), true, nil
	}
	return written(p, newSkill(rowID(name), s, name, value)), true, nil
}

// newAttribute is what is written of an attribute that is not on the sheet yet: paths and
// values, as [engine.PageOf] takes them.
func newAttribute(id string, b book, code string) []any {
	row := "attributes/" + id
	out := []any{row + "/name", b.attribute}
	switch b.role {
	case "":
	case extranormal:
		out = append(out, row+"/extranormal", true)
	default:
		out = append(out, row+"/role", b.role)
	}
	return append(out, row+"/code", strings.TrimSpace(code))
}

// newSkill is the same of a skill. It stands under the attribute that the book says.
func newSkill(id string, s engine.Sheet, name, code string) []any {
	row := "skills/" + id
	out := []any{row + "/name", name}
	if under := guessAttribute(s, name); under != "" {
		out = append(out, row+"/attribute", under)
	}
	return append(out, row+"/code", strings.TrimSpace(code))
}

// written is a page with more paths and values.
func written(p engine.Page, more []any) engine.Page {
	add := engine.PageOf(more...)
	for _, path := range add.Paths() {
		v, _ := add.Get(path)
		p = p.With(path, v)
	}
	return p
}

// skillText checks the code of a skill: a whole code, or a bonus to that of its attribute.
func skillText(value string) error {
	if strings.HasPrefix(strings.TrimSpace(value), "+") {
		_, _, err := parseBonus(value)
		return err
	}
	_, err := parseCode(value)
	return err
}

// guessAttribute gives the attribute that a skill falls under by the book, one of the sheet
// if there is one; "" if the book does not have the skill.
func guessAttribute(s engine.Sheet, skill string) string {
	if row, ok := defaulting(s, skill); ok {
		return row.Name()
	}
	if in := skillBooks(genre.Of(s), skill); len(in) > 0 {
		return in[0].attribute
	}
	return ""
}

func knownSkill(name string) bool { return len(skillBooks("", name)) > 0 }

// looksLikeCode reports whether a value is probably meant as a die code, though it is
// mistyped.
func looksLikeCode(value string) bool {
	v := strings.ToUpper(strings.TrimSpace(value))
	i := strings.IndexByte(v, 'D')
	return i > 0 && v[i-1] >= '0' && v[i-1] <= '9'
}

// rowID makes the id of a row from a name.
func rowID(name string) string {
	return strings.Map(func(c rune) rune {
		if c == ' ' || c == '/' {
			return '-'
		}
		return c
	}, strings.ToLower(name))
}
