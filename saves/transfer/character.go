package transfer

import (
	"encoding/json"
	"io"

	"example.org/fray/model"
	"example.org/fray/saves/transfer/foreign"
)

// ExportCharacter gives one character, as [model.Table.CopyOf] makes it, as JSON that
// ImportCharacter reads.
func ExportCharacter(c *model.Character) ([]byte, error) {
	b, err := json.MarshalIndent(c, "", "  ")
	return append(b, '\n'), err
}

// ImportCharacter reads one exported character, or one of another program that
// package foreign knows: left says what was not taken of that. Text in it is
// cleaned and its values are checked. The error is a *BadImport.
func ImportCharacter(r io.Reader, rules model.Rulebooks) (c model.Character, left []string, err error) {
	b, err := readSheet(r)
	if err != nil {
		return c, nil, err
	}
	if t, ok, err := foreign.Read(b); err != nil {
		return c, nil, bad("%v", err)
	} else if ok {
		return t.Character, t.Left, checkPages(&t.Character, rules)
	}
	if b, err = cleanJSON(b); err != nil {
		return c, nil, bad("the sheet is not JSON: %v", err)
	}
	var in model.Character
	if err := json.Unmarshal(b, &in); err != nil {
		return c, nil, bad("the sheet cannot be read: %v", err)
	}
	if len(in.Pages) == 0 {
		return c, nil, bad(`the sheet has no "systems": a sheet looks like {"name":"Kestrel","systems":{"supermen":{"strength":11}}}`)
	}
	if c, err = imported(in); err != nil {
		return c, nil, err
	}
	return c, nil, checkPages(&c, rules)
}

// imported returns a character as it was read from a file, whoever wrote that. The error is a
// *BadImport.
func imported(c model.Character) (model.Character, error) {
	c, err := c.Cleaned()
	if err != nil {
		return c, bad("%.60q: %v", c.Name, err)
	}
	c.ID, c.Left = "", false
	return c, nil
}

// checkPages says what the rulebooks that are here would not let in.
func checkPages(c *model.Character, rules model.Rulebooks) error {
	for _, id := range c.Systems() {
		if s, ok := rules[id]; ok {
			if err := s.Sheet.Check(c.Pages[id]); err != nil {
				return bad("%s, %s: %v", c.Name, s.Name, err)
			}
		}
	}
	return nil
}
