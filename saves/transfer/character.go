package transfer

import (
	"encoding/json"
	"io"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/saves/transfer/foreign"
)

// characterJSON is one exported character: the sheet of each rulebook.
type characterJSON struct {
	Name    string                 `json:"name"`
	Notes   string                 `json:"notes,omitempty"`
	Minion  bool                   `json:"minion,omitempty"`
	Side    engine.Side            `json:"side,omitempty"`
	Systems map[string]engine.Page `json:"systems"`
}

// ExportCharacter gives one character as JSON, as ImportCharacter reads it.
func ExportCharacter(c *model.Character) ([]byte, error) {
	b, err := json.MarshalIndent(exported(c), "", "  ")
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
	var in characterJSON
	if err := json.Unmarshal(b, &in); err != nil {
		return c, nil, bad("the sheet cannot be read: %v", err)
	}
	if len(in.Systems) == 0 {
		return c, nil, bad(`the sheet has no "systems": a sheet looks like {"name":"Kestrel","systems":{"supermen":{"strength":11}}}`)
	}
	c = in.character()
	return c, nil, checkPages(&c, rules)
}

func exported(c *model.Character) characterJSON {
	return characterJSON{Name: c.Name, Notes: c.Notes, Side: c.Side, Minion: c.Minion, Systems: c.Pages}
}

func (in characterJSON) character() model.Character {
	return model.Character{Name: model.Clean(in.Name, model.LongestName), Notes: model.CleanText(in.Notes, model.LongestNote),
		Side: engine.Side(model.Clean(string(in.Side), model.LongestName)), Minion: in.Minion, Pages: in.Systems}
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
