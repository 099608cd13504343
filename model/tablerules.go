package model

import "example.org/fray/engine"

// TableRules are the house rules that belong to the table itself and to no rulebook. They
// are set like those of a rulebook with the id [TableRulesID].
var TableRules = &engine.Schema{}

// TableRulesID takes the place of a rulebook's id for the table's own rules.
const TableRulesID = "table"

var playersRules = TableRules.Group("Players")

// The values of [BeyondSheet]: what a player's roll has beyond the sheet is recorded in
// the log, or the gamemaster has to grant it first.
const (
	Written = "written"
	Granted = "granted"
)

// The values of [TypedDice]: whose dice may be thrown by hand and typed in.
const (
	AnybodysDice    = "everybody's"
	GamemastersDice = "the gamemaster's"
)

// The values of [DiceOfOthers]: whether dice are seen by those who may not read the sheet
// of whoever throws them. Their number and what they show can tell what stands on it.
const (
	DiceShown = "shown"
	DiceKept  = "kept from players"
)

// The table's own rules.
var (
	BeyondSheet = playersRules.Choice("beyond", "What players add to their rolls", Written, Granted).
			Help("Situation, bonuses, and numbers in place of the sheet's: written in the log, or granted by the gamemaster first.")
	TypedDice = playersRules.Choice("typed", "Whose dice may be typed", AnybodysDice, GamemastersDice).
			Help("Typed dice are marked in the log. All other dice are thrown here.")
	DiceOfOthers = playersRules.Choice("dice", "Dice of whom players know by name only", DiceShown, DiceKept).
			Help("Kept: they are drawn from the stream of hidden dice. Players see what comes of them, not the dice.")
	Defences = playersRules.Choice("defence", "When a player is attacked", NotAsked, "15"+secondsOf, "30"+secondsOf, "60"+secondsOf, AnyTime).
			Help("Whoever is attacked is asked how to defend. Without an answer in time there is no active defence.")
)

// OwnRules returns the table's own rules as they are set.
func (s State) OwnRules() engine.Sheet { return TableRules.Read(s.House[TableRulesID]) }

// HostingRules returns the rules that a table is given when it is first served to players,
// without those that it has already set itself.
func (s State) HostingRules() []SetHouse {
	var out []SetHouse
	for _, x := range []struct {
		rule  engine.Field[string]
		value string
	}{{BeyondSheet, Granted}, {TypedDice, GamemastersDice}, {DiceOfOthers, DiceKept}, {Defences, "30" + secondsOf}} {
		if !s.OwnRules().Written(x.rule.ID) {
			out = append(out, SetHouse{System: TableRulesID, Rule: x.rule.ID, Value: engine.ValueOf(x.value)})
		}
	}
	return out
}

// HouseRules returns the house rules of a rulebook, or the table's own, and the name of
// what they belong to. The error is a *Refused.
func (t Table) HouseRules(system string) (*engine.Schema, string, error) {
	if system == TableRulesID {
		return TableRules, "the table", nil
	}
	if err := t.CheckRulebook(system); err != nil {
		return nil, "", err
	}
	s := t.Rulebooks[system]
	return s.House, s.Name, nil
}
