package phrase

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// characterVerbs are the commands about everything but the numbers of a sheet: names,
// players, visibility, notes, the order of the roster, rulebooks, effects.
func characterVerbs() []Verb {
	return []Verb{
		{ID: "rename", Words: "rename", Args: "NAME to NEW NAME", Help: "give a character another name", Group: "People", Sends: model.Edit{}, Does: readRename},
		{ID: "player", Words: "player owner", Args: "NAME [PLAYER]", Help: "say who plays a character; nobody named: the gamemaster", Group: "People", Sends: model.Edit{}, Does: aboutCharacter(readPlayer)},
		{ID: "seat", Words: "seat", Args: "PLAYER, or OLD NAME to NEW NAME", Help: "make a seat for a new player, or give a player another name", Group: "Players", Sends: model.NameSeat{}, Does: needsText(readSeat)},
		{ID: "visibility", Words: "visibility", Args: "NAME hidden, name only or open", Help: "what others see of a character: hidden, name only, open", More: "and with defence its defence", Also: "hide reveal secret fog known unknown defence met", Group: "People", Sends: model.Edit{}, Does: aboutCharacter(readVisibility)},
		{ID: "notes", Words: "notes", Args: "NAME TEXT", Help: "write the notes", More: "about a character, which its player and the gamemaster read", Also: "bio background description", Group: "People", Sends: model.Edit{}, Does: aboutCharacter(func(c *Context, who *model.Character, s string) Meaning {
			own := *who
			own.Notes = s
			return malformedUnless(Meaning{Does: "notes of " + who.Name + ": " + s, Command: model.Edit{Who: who.ID, Character: own}}, s != "")
		})},
		{ID: "gm-notes", Words: "gm-notes", Args: "NAME TEXT", Help: "replace the gamemaster's notes about a character, which nobody else reads", Group: "People", Sends: model.Edit{}, Does: aboutCharacter(func(c *Context, who *model.Character, s string) Meaning {
			own := *who
			own.GMNotes = s
			return malformedUnless(Meaning{Does: "your own notes about " + who.Name + ": " + s, Command: model.Edit{Who: who.ID, Character: own}, WhyNot: c.whyNotGamemaster()}, s != "")
		})},
		{ID: "place", Words: "place", Args: "NAME N", Help: "move a character to place N of the roster", Group: "People", Sends: model.Reorder{}, Does: aboutCharacter(readPlace)},
		{ID: "copy", Words: "copy duplicate clone", Args: "NAME", Help: "copy the character", More: "as it stands now", Also: "twin", Group: "People", Sends: model.Join{}, Does: ofCharacter(func(c *Context, who *model.Character) Meaning {
			twin := c.Table.CopyOf(who)
			twin.Name = FreeNames(c.Table, who.Name, 1)[0]
			return Meaning{Does: "bring " + twin.Name + ", a copy of " + who.Name, Command: model.Join{Character: twin}}
		})},
		{ID: "add-rulebook", Words: "add-rulebook", Args: "NAME RULEBOOK [as TEMPLATE]", Help: "add a rulebook to the sheet", Also: "system convert multiclass ruleset", Group: "People", Sends: model.PutPage{}, Does: aboutCharacter(readAddRulebook)},
		{ID: "remove-rulebook", Words: "remove-rulebook", Args: "NAME RULEBOOK", Help: "remove a rulebook from the sheet", Also: "system ruleset take off", Group: "People", Sends: model.PutPage{}, Does: aboutCharacter(func(c *Context, who *model.Character, s string) Meaning {
			m := Meaning{Does: "take a rulebook off the sheet of " + who.Name, WhyNot: c.whyNotOwner(who)}
			for _, id := range who.Systems() {
				if strings.EqualFold(id, s) || strings.EqualFold(c.Table.SystemName(id), s) {
					m.Does = "take " + c.Table.SystemName(id) + " off the sheet of " + who.Name
					m.Command = model.PutPage{Who: who.ID, System: id}
					return m
				}
			}
			if m.WhyNot == "" {
				m.WhyNot = who.Name + " has sheets for " + strings.Join(who.Systems(), ", ")
			}
			return malformedUnless(m, s != "")
		})},
		{ID: "effect", Words: "effect condition status", Args: "NAME WORDS [FIELD+N] [until END]", Help: "add a condition or effect", More: "until scene, N rounds, next action, action, treated, or turn of NAME, as in: effect all foes afraid until 2 rounds", Also: "buff debuff stunned blinded prone held poisoned bless curse concentration duration spell cover hold", Group: "Play", Sends: model.AddEffect{}, Does: readEffect},
	}
}

// readRename reads NAME to NEW NAME, or NAME NEW NAME.
func readRename(c *Context, s string) Meaning {
	old, name, ok := strings.Cut(s, " to ")
	if !ok {
		old = s
	}
	who, rest, err := c.Named(old)
	switch {
	case !ok:
		name = rest
	case err == nil && rest != "":
		err = fmt.Errorf("nobody is called %q", old)
	}
	if err != nil && s != "" {
		return Meaning{Does: "rename", WhyNot: err.Error()}
	}
	if name = strings.TrimSpace(name); name == "" {
		return malformedUnless(Meaning{Does: "rename"}, false)
	}
	own := *who
	own.Name = name
	if !strings.EqualFold(name, who.Name) {
		own.Name = FreeNames(c.Table, name, 1)[0]
	}
	return Meaning{Does: who.Name + " is called " + own.Name, Command: model.Edit{Who: who.ID, Character: own}}
}

// readPlayer reads who plays a character.
func readPlayer(c *Context, who *model.Character, s string) Meaning {
	own := *who
	own.Owner, own.Pages = "", nil
	m := Meaning{Does: "the gamemaster plays " + who.Name, WhyNot: c.whyNotGamemaster()}
	if s != "" {
		seat, ok := c.Table.SeatOf(s)
		m.Does = s + " plays " + who.Name
		switch {
		case m.WhyNot != "":
		case !ok:
			m.WhyNot = "there is no player " + strconv.Quote(s) + ": seat " + s + " makes a seat for them"
		case seat.Role != model.Player:
			m.WhyNot = s + " is a watcher and has no characters"
		}
		own.Owner = seat.Key()
	}
	m.Command = model.Edit{Who: who.ID, Character: own}
	return m
}

// readSeat reads a new seat for a player, or another name for a seat.
func readSeat(c *Context, s string) Meaning {
	old, name, renames := strings.Cut(s, " to ")
	m := Meaning{Does: "make a seat for " + s, Command: model.NameSeat{Seat: model.Seat{Role: model.Player}, Name: s}}
	if !renames {
		return m
	}
	seat, ok := c.Table.SeatOf(strings.TrimSpace(old))
	m.Does, m.Command = old+" is called "+name, model.NameSeat{Seat: seat, Name: strings.TrimSpace(name)}
	if !ok && m.WhyNot == "" {
		m.WhyNot = "there is no player " + strconv.Quote(old)
	}
	return m
}

// readVisibility reads how much others see of a character.
func readVisibility(c *Context, who *model.Character, s string) Meaning {
	m := Meaning{WhyNot: c.whyNotGamemaster()}
	to := *who
	switch strings.ToLower(s) {
	case "hidden", "nothing":
		to, m.Does = who.WithShown(model.ShownHidden), who.Name+" is hidden from all others"
	case "name only", "name":
		to, m.Does = who.WithShown(model.ShownNameOnly), "others see only the name of "+who.Name
	case "open", "sheet":
		to, m.Does = who.WithShown(model.ShownOpen), "everybody sees the sheet of "+who.Name
	case "defence", "defense":
		to.DefenceOpen, m.Does = !who.DefenceOpen, "others see the defence of "+who.Name
		if who.DefenceOpen {
			m.Does = "others no longer see the defence of " + who.Name
		}
	default:
		m.Does = "what others see of " + who.Name
		return malformedUnless(m, false)
	}
	to.Pages = nil
	m.Command = model.Edit{Who: who.ID, Character: to}
	return m
}

// readPlace reads a place in the roster, counted from 1, for a character.
func readPlace(c *Context, who *model.Character, s string) Meaning {
	n, ok := numberOf(s)
	m := Meaning{Does: who.Name + " is moved to place " + s + " of the roster", WhyNot: c.whyNotGamemaster()}
	all := c.Table.Characters()
	if ok && (n < 1 || n > len(all)) {
		m.WhyNot = fmt.Sprintf("there is no place %d: type 1 to %d", n, len(all))
		return m
	}
	if ok {
		m.Command = model.Reorder{Who: who.ID, To: c.Table.IndexOf(all[n-1].ID)}
	}
	return malformedUnless(m, ok)
}

// readAddRulebook reads which rulebook a character gets a sheet of: an empty one, or a
// template's.
func readAddRulebook(c *Context, who *model.Character, s string) Meaning {
	name, as, _ := strings.Cut(s, " as ")
	m := Meaning{Does: "add a rulebook to the sheet of " + who.Name, WhyNot: c.whyNotOwner(who)}
	var ids []string
	for _, x := range c.ownFirst() {
		ids = append(ids, x.ID)
		if !strings.EqualFold(x.ID, name) && !strings.EqualFold(x.Name, name) {
			continue
		}
		put := model.PutPage{Who: who.ID, System: x.ID, Page: &engine.Page{}}
		m.Does = "add a sheet for " + x.Name + " to " + who.Name
		if as = strings.TrimSpace(as); as != "" {
			i := slices.IndexFunc(x.Templates, func(t engine.Template) bool { return strings.EqualFold(t.Name, as) })
			if i < 0 {
				m.WhyNot = x.Name + " has no template " + strconv.Quote(as)
				return m
			}
			put.Page = &x.Templates[i].Page
			m.Does += ", as " + x.Templates[i].Name
		}
		m.Command = put
		return m
	}
	if m.WhyNot == "" && name != "" {
		m.WhyNot = "there is no rulebook " + strconv.Quote(name) + ": there are " + strings.Join(ids, ", ")
	}
	return malformedUnless(m, name != "")
}

// readEffect reads a condition of the rulebook, or an effect in the player's own words,
// for one or several characters.
func readEffect(c *Context, s string) Meaning {
	m := Meaning{Does: "add a condition or effect", WhyNot: c.whyNotGamemaster()}
	s, end, _ := strings.Cut(s, " until ")
	all, rest := c.several(s)
	if all == nil {
		who, behind, err := c.Named(s)
		if err != nil {
			m.WhyNot = err.Error()
			return m
		}
		all, rest = []*model.Character{who}, behind
	}
	book := c.rulebookOf(all[0])
	var words []string
	x := model.AddEffect{Who: all[0].ID, Until: model.ByTreated}
	for _, who := range all[1:] {
		x.More = append(x.More, who.ID)
	}
	figure, open := 0, "" // the number that the condition changes by a figure that nobody gave
	for _, w := range strings.Fields(rest) {
		at := strings.LastIndexAny(w, "+-")
		n, ok := 0, false
		if at >= 0 {
			n, ok = numberOf(w[at:])
		}
		switch {
		case ok && at == 0:
			figure = n
		case ok && book != nil:
			x.Adds = append(x.Adds, model.Add{System: book.ID, Field: w[:at], N: n})
		default:
			words = append(words, w)
		}
	}
	x.Words = strings.Join(words, " ")
	if x.Words == "" {
		return malformedUnless(m, false)
	}
	if book != nil {
		if known, ok := conditionCalled(book, x.Words); ok {
			if known.Action != "" {
				begin := model.Begin{System: book.ID, Action: known.Action, Params: known.Params}
				if len(all) > 1 {
					return c.befallsAll(m, all, known.Label, begin)
				}
				rule, _ := book.Action(known.Action)
				begin.Who = all[0].ID
				m.Does = all[0].Name + ": " + known.Label
				m.Whole = !known.Params.IsZero()
				m.Offer = &Offer{Searchable: Searchable{Name: known.Label}, Rule: rule, Begin: begin}
				return m
			}
			x.Words = known.Label
			for _, a := range known.Adds {
				n := a.N
				if n == 0 {
					n = figure
				}
				if n == 0 {
					open = c.Table.FieldName(all[0].ID, book.ID, a.Field)
				} else {
					x.Adds = append(x.Adds, model.Add{System: book.ID, Field: a.Field, N: n})
				}
			}
		}
	}
	if near := nearCondition(book, x.Words); near != "" {
		m.WhyNot = strconv.Quote(x.Words) + " is no condition; did you mean " + strconv.Quote(near) + "?"
		return m
	}
	if why := c.ends(&x, strings.Fields(strings.ToLower(end))); why != "" {
		m.WhyNot = why
		return m
	}
	var ids []string
	for _, who := range all {
		ids = append(ids, who.ID)
	}
	m.Does = c.Table.NamesOf(ids) + ": " + x.Words
	if does := c.Table.AddsWords(model.ActiveEffect{Who: x.Who, Does: x.Adds}); does != "" {
		m.Does += ", " + does
	}
	if open != "" {
		m.Does += "; it counts once it has a figure for " + open + ", such as " + strings.ToLower(x.Words) + " -2"
	}
	m.Command = x
	return m
}

// nearCondition returns the condition that what was typed is a slip of; "" if it is one, or
// is near none.
func nearCondition(book *engine.System, typed string) string {
	if book == nil {
		return ""
	}
	var all []Searchable
	for _, x := range book.Conditions {
		if strings.EqualFold(x.Label, typed) {
			return ""
		}
		all = append(all, Searchable{Name: x.Label})
	}
	return Nearest(typed, all)
}

// conditionCalled finds the condition that a word names: by its label or, if only one that
// an action brings about is called so as well, by another word for it.
func conditionCalled(book *engine.System, words string) (engine.Condition, bool) {
	var also []engine.Condition
	for _, x := range book.Conditions {
		if strings.EqualFold(x.Label, words) || strings.EqualFold(x.ID, words) {
			return x, true
		}
		other := func(t engine.Term) bool { // the word means another action
			return t.Action != "" && t.Action != x.Action && IsTerm(t.Words, strings.ToLower(words), true)
		}
		if x.Action != "" && slices.Contains(strings.Fields(x.Also), strings.ToLower(words)) && !slices.ContainsFunc(book.Terms, other) {
			also = append(also, x)
		}
	}
	if len(also) != 1 {
		return engine.Condition{}, false
	}
	return also[0], true
}

// befallsAll lets a condition that an action brings about befall several characters as one
// act. An action whose form has to be filled in is for one character at a time.
func (c *Context) befallsAll(m Meaning, all []*model.Character, label string, begin model.Begin) Meaning {
	var act model.Together
	var ids []string
	for _, who := range all {
		begin.Who = who.ID
		act.Each, ids = append(act.Each, begin), append(ids, who.ID)
	}
	m.Does, m.Command = c.Table.NamesOf(ids)+": "+label, act
	if begin.Params.IsZero() {
		m.WhyNot = cmp.Or(m.WhyNot, label+" asks for more: type it for one character at a time")
	}
	return m
}

// ends says until when an effect holds; it gives what is wrong with the words for it.
func (c *Context) ends(x *model.AddEffect, words []string) string {
	words = slices.DeleteFunc(words, func(w string) bool { return slices.Contains([]string{"the", "end", "of", "on"}, w) })
	if len(words) == 0 {
		return ""
	}
	switch first := words[0]; first {
	case "scene", "fight":
		x.Until = model.ByScene
	case "treated", "cured", "healed":
		x.Until = model.ByTreated
	case "next":
		x.Until = model.ByNext
	case "action":
		x.Until = model.ByAction
	case "turn":
		who, rest, err := c.Named(strings.Join(words[1:], " "))
		if err != nil || rest != "" {
			return "say whose turn: until turn of NAME"
		}
		x.Until, x.Of = model.ByTurn, who.ID
	default:
		n, ok := numberOf(first)
		if !ok || n < 1 || len(words) > 2 {
			return "say until when: scene, 2 rounds, next action, action, treated, or turn of NAME"
		}
		x.Until, x.Rounds = model.ByMoment, n
	}
	return ""
}
