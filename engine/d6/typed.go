package d6

import (
	"strings"

	"example.org/fray/engine"
)

// typed reads a die code as people write it in one line, with what it is
// measured against: 4D+1 vs 12.
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
