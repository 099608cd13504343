package model

import "example.org/fray/engine"

// TableRules are the house rules of a table that are of no rulebook: what its players do
// by themselves. They are set like those of a rulebook whose id is [OfTable].
var TableRules = &engine.Schema{}

// OfTable stands for a rulebook where a house rule is the table's own.
const OfTable = "table"

var playersRules = TableRules.Group("Players")

// What is beyond the sheet in a player's roll is thrown at once and written in the log,
// or the gamemaster grants it first.
const (
	Written = "written"
	Granted = "granted"
)

// Whose dice may be typed.
const (
	AnybodysDice    = "everybody's"
	GamemastersDice = "the gamemaster's"
)

// The rules of a table.
var (
	BeyondSheet = playersRules.Choice("beyond", "What players add to their rolls", Written, Granted).
			Help("Situation, bonuses, and numbers in place of the sheet's: written in the log, or granted by the gamemaster first.")
	TypedDice = playersRules.Choice("typed", "Whose dice may be typed", AnybodysDice, GamemastersDice).
			Help("Typed dice are marked in the log. All other dice are thrown here.")
	Defences = playersRules.Choice("defence", "When a player is attacked", NotAsked, "15"+secondsOf, "30"+secondsOf, "60"+secondsOf, AnyTime).
			Help("Whoever is attacked is asked how to defend. Without an answer in time there is no active defence.")
)

// Rules gives the table's own rules as they hold.
func (s State) Rules() engine.Sheet { return TableRules.Read(s.House[OfTable]) }

// Hosting are the rules that a table begins with when it is served to players, without
// those that it has set itself.
func (s State) Hosting() []SetHouse {
	var out []SetHouse
	for _, x := range []struct {
		rule  engine.Field[string]
		value string
	}{{BeyondSheet, Granted}, {TypedDice, GamemastersDice}, {Defences, "30" + secondsOf}} {
		if !s.Rules().Written(x.rule.ID) {
			out = append(out, SetHouse{System: OfTable, Rule: x.rule.ID, Value: engine.ValueOf(x.value)})
		}
	}
	return out
}

// HouseRules gives the house rules of a rulebook, or the table's own, and what they are
// called. The error is a *Refused.
func (t Table) HouseRules(system string) (*engine.Schema, string, error) {
	if system == OfTable {
		return TableRules, "the table", nil
	}
	if err := t.CheckRulebook(system); err != nil {
		return nil, "", err
	}
	s := t.Rulebooks[system]
	return s.House, s.Name, nil
}
