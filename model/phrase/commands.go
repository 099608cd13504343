package phrase

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.org/fray/engine"
	"example.org/fray/model"
)

func init() { // here and not in the declaration, because Context.Unknown, which some of them call, reads this table
	Verbs = []Verb{
		{ID: "note", Words: "note write", Args: "TEXT", Help: "write a note for everybody", Also: "comment memo remark annotate chat", Group: "Log", Sends: model.Note{}, Does: needsText(func(c *Context, s string) Meaning {
			return Meaning{Does: "note: " + s, Aside: "everybody reads it", Command: model.Note{Text: s}}
		})},
		{ID: "journal", Words: "journal diary", Args: "[TEXT]", Help: "read your own journal", More: "or write in it with TEXT; only you and the gamemaster read it", Also: "private secret notes diary memo", Group: "Log", Does: func(c *Context, s string) Meaning {
			if s == "" {
				return Meaning{Does: "your journal", Verb: "journal"}
			}
			return Meaning{Does: "in your journal, read by " + c.journalReaders() + ": " + s, Command: model.Note{Text: s, Private: true}}
		}},
		{ID: "say", Words: "say shout", Args: "TEXT", Help: "send a message to everybody", Also: "chat message whisper tell talk ooc something", Group: "Log", Sends: model.Say{}, Does: needsText((*Context).say)},
		{ID: "whisper", Words: privateWords, Args: "NAME TEXT", Help: "send a message to one player, or to the gamemaster", More: "who is called gm; @NAME TEXT does the same", Group: "Log", Sends: model.Say{}, Does: needsText((*Context).whisper)},
		{ID: "ask", Words: "ask request", Args: "TEXT", Help: "ask the gamemaster for something", Also: "permission request", Group: "Play", Sends: model.MakeRequest{}, Does: needsText(func(c *Context, s string) Meaning {
			m := Meaning{Does: "ask the gamemaster: " + s, Command: model.MakeRequest{Text: s}}
			if c.Seat.Role != model.Player {
				m.WhyNot = "only players ask the gamemaster"
			}
			return m
		})},
		{ID: "requests", Words: "requests", Help: "list what players ask for", Also: "ask request permission grant reaction saves pending called take up", Group: "Play"},
		{ID: "grant", Words: "grant allow", Args: "[N]", Help: "grant a player's request", Group: "Play", Sends: model.SettleRequest{}, Does: func(c *Context, s string) Meaning { return c.settleRequest(s, false) }},
		{ID: "refuse", Words: "refuse deny", Args: "[N] [REASON]", Help: "refuse a player's request", Also: "decline reject say no ask", Group: "Play", Sends: model.SettleRequest{}, Does: func(c *Context, s string) Meaning { return c.settleRequest(s, true) }},
		{ID: "undo", Words: "undo revert oops u", Args: "[TIMES or WORDS]", Help: "undo the last act", More: "or everything back to the act that matches WORDS", Also: "back revert mistake oops cancel rollback", Group: "Log", Sends: model.Undo{}, Does: readUndo},
		{ID: "redo", Words: "redo", Args: "[TIMES]", Help: "redo what was undone", Also: "forward restore repeat", Group: "Log", Sends: model.Redo{}, Does: func(c *Context, s string) Meaning {
			return c.times(Meaning{Does: "redo", Verb: "redo", Command: model.Redo{}}, s)
		}},
		{ID: "again", Words: "again repeat", Help: "repeat the last action with its settings", Also: "repeat redo reroll same last", Group: "Play"},
		{ID: "next", Words: "next n", Args: "[TIMES]", Help: "go to the next thing that falls due", Also: "advance time tick pass end turn continue clock", Group: "Time", Sends: model.Next{}, Does: func(c *Context, s string) Meaning {
			if word, rest, _ := strings.Cut(s, " "); word == "evening" || word == "session" {
				return readEvening(c, rest)
			}
			return c.times(Meaning{Does: "next", Verb: "next", Command: model.Next{}}, s)
		}},
		{ID: "round", Words: "round", Args: "[N]", Help: "go to the end of the round", More: "or to round N", Also: "end round skip", Group: "Time", Sends: model.Go{}, Does: func(c *Context, s string) Meaning {
			if s != "" {
				return readGo(c, s)
			}
			end := c.Table.Time().RoundEnd(c.Table.Clock.Moment)
			return Meaning{Does: "to the end of the round", Verb: "round", Command: model.Go{Moment: end}}
		}},
		{ID: "go", Words: "go goto jump until segment", Args: "N", Help: "go to a point in time", Also: "jump time advance clock moment", Group: "Time", Sends: model.Go{}, Does: readGo},
		{ID: "rewind", Words: "rewind", Args: "[TIMES]", Help: "undo the last step of the clock", Also: "clock revert take back time", Group: "Time", Sends: model.Back{}, Does: func(c *Context, s string) Meaning {
			return c.times(Meaning{Does: "undo the last step of the clock", Verb: "rewind", Command: model.Back{}}, s)
		}},
		{ID: "scene", Words: "scene", Args: "PLACE", Help: "begin a new scene", Also: "encounter location place new fight", Group: "Time", Sends: model.Scene{}, Does: func(c *Context, s string) Meaning {
			m := Meaning{Does: "begin a new scene" + model.Because(s), Command: model.Scene{Place: s}}
			if s == "" {
				m.Verb = "scene" // which asks for the place
			}
			return m
		}},
		{ID: "date", Words: "date calendar", Args: "WHEN", Help: "set the date and time of day", More: "as in: day 3 21:30, 14 March 1926, 21:30, or +8 hours", Also: "day month year hour morning evening night", Group: "Time", Sends: model.SetDate{}, Does: func(c *Context, s string) Meaning {
			if s == "" {
				if now := c.Table.DateWords(); now != "" {
					return Meaning{Does: "it is " + now}
				}
				return Meaning{Does: "the date and time of day", WhyNot: "no date is set: type one, such as day 1 20:00"}
			}
			m := Meaning{Does: "it is " + s, WhyNot: c.whyNotGamemaster()}
			at, err := c.Table.ReadDate(s)
			if err != nil {
				m.WhyNot = cmp.Or(m.WhyNot, err.Error())
				return m
			}
			set := model.DateSet{Calendar: model.Calendar{Date: at}}
			m.Does, m.Command = "it is "+set.Words(), model.SetDate{Date: at}
			return m
		}},
		{ID: "evening", Words: "evening", Args: "WHEN", Help: "plan the next evening", More: "as in: Thursday 19:30, 3 December 19:30, or 2026-12-03 19:30 at Mira's; none takes it back", Also: "schedule appointment date next session when play again", Group: "Time", Sends: model.PlanEvening{}, Does: readEvening},
		{ID: "order", Words: "order init initiative", Help: "roll for turn order", Also: "combat fight battle start", Group: "Time", Sends: model.RollOrder{}, Does: func(c *Context, s string) Meaning {
			return Meaning{Does: "roll for the order of turns", Verb: "order", Command: model.RollOrder{}}
		}},
		{ID: "turnto", Words: "turnto", Args: "NAME PLACE", Help: "move somebody to another place in the order of turns", Group: "Time", Sends: model.MoveTurn{}, Does: aboutCharacter(func(c *Context, who *model.Character, s string) Meaning {
			n, ok := numberOf(s)
			return malformedUnless(Meaning{Does: who.Name + " is moved to place " + s + " of the order", Command: model.MoveTurn{Who: who.ID, To: n - 1}}, ok)
		})},
		{ID: "declare", Words: "declare", Args: "[NAME] N", Help: "declare how many actions somebody takes this round", Also: "intent plan actions multiple", Group: "Time", Sends: model.Declare{}, Does: aboutCharacterOrSelected(func(c *Context, who *model.Character, s string) Meaning {
			n, ok := numberOf(s)
			return malformedUnless(Meaning{Does: who.Name + " declares " + s, Command: model.Declare{Who: who.ID, Actions: n}}, ok)
		})},
		{ID: "turn", Words: "turn", Args: "NAME", Help: "give somebody the turn", Also: "active current whose spotlight", Group: "Time", Sends: model.SetOrder{}, Does: ofCharacter(func(c *Context, who *model.Character) Meaning {
			x := model.SetOrder{Turn: who.ID}
			if c.Gate.Turns != nil {
				x.Order = c.Gate.Turns(c.Table)
			}
			return Meaning{Does: "give " + who.Name + " the turn", Command: x}
		})},
		{ID: "free", Words: "free", Help: "who may act now", Also: "ready who idle", Group: "Time"},
		{ID: "timeline", Words: "timeline upcoming", Help: "show the timeline", More: "whose turn it is, what is pending, and which effects last how long", Also: "turns order clock timer upcoming", Group: "Screen"},
		{ID: "wait", Words: "wait ready hold", Args: "[NAME] [WORDS]", Help: "wait for something", More: "and act then", Also: "delay until trigger", Group: "Time", Sends: model.Wait{}, Does: aboutCharacterOrSelected(func(c *Context, who *model.Character, s string) Meaning {
			s = strings.TrimSpace(strings.TrimPrefix(s+" ", "until ")) // the words say it themselves
			m := Meaning{Does: who.Name + " waits" + model.Because(s), Command: model.Wait{Who: who.ID, Words: s}}
			if s == "" {
				m.Verb, m.Select = "wait", who.ID // which asks for what
			}
			return m
		})},
		{ID: "step-in", Words: "step-in", Args: "NAME", Help: "act now, after waiting", Group: "Time", Sends: model.StepIn{}, Does: ofCharacter(func(c *Context, who *model.Character) Meaning {
			return Meaning{Does: who.Name + " acts now", Command: model.StepIn{Who: who.ID}}
		})},
		{ID: "delay", Words: "delay", Args: "NAME N", Help: "postpone a pending action to a point in time", Group: "Time", Sends: model.Delay{}, Does: aboutCharacter(func(c *Context, who *model.Character, s string) Meaning {
			p, pending := c.pending(who.ID)
			n, ok := numberOf(s)
			if !pending {
				return Meaning{Does: "delay", WhyNot: "nothing is pending for " + who.Name}
			}
			return malformedUnless(Meaning{Does: "put off " + c.Table.ActionName(p.System, p.Of) + " of " + who.Name, Command: model.Delay{Pending: p.ID, Due: c.Table.MomentOf(n)}}, ok)
		})},
		{ID: "cancel", Words: "cancel", Args: "NAME [REASON]", Help: "cancel a pending action", Group: "Time", Sends: model.Cancel{}, Does: aboutCharacter(func(c *Context, who *model.Character, s string) Meaning {
			p, pending := c.pending(who.ID)
			if !pending {
				return Meaning{Does: "cancel", WhyNot: "nothing is pending for " + who.Name}
			}
			return Meaning{Does: "call off " + c.Table.ActionName(p.System, p.Of) + " of " + who.Name, Command: model.Cancel{Pending: p.ID, Why: s}}
		})},
		{ID: "drop", Words: "drop", Args: "NAME [REASON]", Help: "end an open roll without a result", Group: "Play", Sends: model.Drop{}, Does: aboutCharacter(func(c *Context, who *model.Character, s string) Meaning {
			for _, r := range c.Table.Rolls() {
				if r.Who == who.ID {
					return Meaning{Does: "drop the roll of " + who.Name, Command: model.Drop{Roll: r.ID, Why: s}}
				}
			}
			return Meaning{Does: "drop", WhyNot: "no roll of " + who.Name + " is open"}
		})},
		{ID: "rest", Words: "rest", Args: "NAME or all SPAN TIMES", Help: "everyone rests", More: "or one, so many rounds, hours, days or months", Also: "camping rest sleep heal recover long short night", Group: "Play", Sends: model.Rest{}, Does: readRest},
		{ID: "end-effect", Words: "treat end-effect", Args: "NAME [WORDS]", Help: "end a condition or effect", Also: "condition status dispel cure cancel clear hold", Group: "Play", Sends: model.EndEffect{}, Does: aboutCharacter(func(c *Context, who *model.Character, s string) Meaning {
			for _, e := range c.Table.ActiveEffects() {
				if e.Who == who.ID && e.Effect != "" && strings.Contains(strings.ToLower(e.Words), strings.ToLower(s)) {
					return Meaning{Does: "end of " + who.Name + ": " + e.Words, Command: model.EndEffect{Effect: e.Effect}}
				}
			}
			return Meaning{Does: "end an effect", WhyNot: who.Name + " has no effect" + model.Prefixed(" ", s)}
		})},
		{ID: "leave", Words: "leave remove delete", Args: "NAME", Help: "remove somebody from the table", More: "or several: leave all thugs", Also: "kill dead kick dismiss take flee retreat", Group: "People", Sends: model.Leave{}, Does: func(c *Context, s string) Meaning {
			if all, rest := c.several(s); all != nil && rest == "" {
				x, names := model.Leave{Who: all[0].ID}, []string{all[0].ID}
				for _, who := range all[1:] {
					x.More, names = append(x.More, who.ID), append(names, who.ID)
				}
				return Meaning{Does: "take " + c.Table.NamesOf(names) + " from the table", Command: x}
			}
			return ofCharacter(func(c *Context, who *model.Character) Meaning {
				return Meaning{Does: "take " + who.Name + " from the table", Command: model.Leave{Who: who.ID}}
			})(c, s)
		}},
		{ID: "reset", Words: "reset", Args: "[ENCOUNTER]", Help: "restore everyone who came together", More: "with an encounter, and bring back those who have left", Also: "again refresh restart heal all", Group: "People", Sends: model.Reset{}, Does: func(c *Context, s string) Meaning {
			name := c.encounter(s)
			m := Meaning{Does: "everybody of " + name + " is as new", Command: model.Reset{Encounter: name}}
			if name == "" {
				m.Does = "make an encounter as new"
				m.WhyNot = cmp.Or(m.WhyNot, c.whyNoEncounter(s))
			}
			return m
		}},
		{ID: "minion", Words: "minion", Args: "NAME", Help: "make somebody a minion, or an ordinary character again", More: "minions fall at the first hit", Group: "People", Sends: model.Edit{}, Does: ofCharacter(func(c *Context, who *model.Character) Meaning {
			own := *who
			own.Minion = !own.Minion
			does := "one hit fells " + who.Name
			if who.Minion {
				does = who.Name + " is no longer a minion"
			}
			return Meaning{Does: does, Command: model.Edit{Who: who.ID, Character: own}}
		})},
		{ID: "return", Words: "return", Args: "NAME", Help: "bring back a removed character", Also: "revive undelete restore resurrect", Group: "People", Sends: model.Return{}, Does: ofCharacter(func(c *Context, who *model.Character) Meaning {
			return Meaning{Does: "bring back " + who.Name, Command: model.Return{Who: who.ID}}
		})},
		{ID: "set", Words: "set", Args: "[NAME] FIELD VALUE", Help: "set a field of a sheet", More: "by hand", Group: "Sheet", Sends: model.Write{}, Does: func(c *Context, s string) Meaning {
			if found := readField(c, "set "+s); len(found) > 0 {
				return found[0]
			}
			return Meaning{Does: "set", WhyNot: "type a name, a field and its new value"}
		}},
		{ID: "house", Words: "rule house", Args: "[RULEBOOK.NAME VALUE]", Help: "house rules", More: "list them, or set one; those of the table itself are called table.NAME", Also: "options variant rules settings homebrew", Group: "Table", Does: readHouseRule},
		{ID: "hand-over", Words: "hand-over", Help: "let players change their own sheets", More: "or have them ask again", Also: "permission edit trust keep", Group: "Play", Sends: model.HandOver{}, Does: func(c *Context, s string) Meaning {
			m := Meaning{Does: "let players change their own sheets", Verb: "hand-over", Command: model.HandOver{Sheets: !c.Table.PlayersKeepSheets}}
			if c.Table.PlayersKeepSheets {
				m.Does = "make players ask before changing a number"
			}
			return m
		}},
		{ID: "open-odds", Words: "open-odds", Help: "show all odds to everybody", More: "or only to players who know them", Also: "secret show open chance probability", Group: "Play", Sends: model.ShowOdds{}, Does: func(c *Context, s string) Meaning {
			m := Meaning{Does: "show all odds to everybody", Verb: "open-odds", Command: model.ShowOdds{All: !c.Table.OddsOpen}}
			if c.Table.OddsOpen {
				m.Does = "show players only the odds that they know"
			}
			return m
		}},
		{ID: "look-as", Words: "look-as see-as", Args: "NAME or watcher", Help: "see what a player sees", Also: "view as perspective preview screen see seat", Group: "Players", Does: needsText(func(c *Context, s string) Meaning {
			return Meaning{Does: "see what " + s + " sees", Verb: "look-as", Text: s, WhyNot: c.whyNotGamemaster()}
		})},
		{ID: "handout", Words: "handout", Args: "TEXT, sheet NAME, entry N, odds or forecast", Help: "show something to everybody, or see it again", Also: "reveal share picture letter everybody present", Group: "Players", Does: readHandout},
		{ID: "side", Words: "side team", Args: "NAME SIDE", Help: "move somebody to the heroes, the foes, or a side of another name", Group: "People", Sends: model.Edit{}, Does: aboutCharacter(func(c *Context, who *model.Character, s string) Meaning {
			own := *who
			own.Side = engine.Side(s)
			m := Meaning{Does: who.Name + " joins the " + s, Command: model.Edit{Who: who.ID, Character: own}}
			return malformedUnless(m, s != "")
		})},
		{ID: "real", Words: "real", Args: "[NAME]", Help: "real dice", More: "or fray's again, for a character", Also: "physical dice manual tabletop own roll", Group: "Play", Sends: model.Edit{}, Does: ofCharacter(func(c *Context, who *model.Character) Meaning {
			own := *who
			own.Typed = !own.Typed
			does := who.Name + " rolls real dice"
			if who.Typed {
				does = who.Name + " rolls fray's dice"
			}
			return Meaning{Does: does, Command: model.Edit{Who: who.ID, Character: own}}
		})},
		{ID: "defend", Words: "defend", Args: "[NAME]", Help: "abort the current action to defend", Also: "abort defence parry block react interrupt cancel out of turn give up", Group: "Play", Does: ofCharacter(func(c *Context, who *model.Character) Meaning {
			m := Meaning{Does: who.Name + ": defend", Verb: "defend", Select: who.ID, WhyNot: c.whyNotOwner(who)}
			book := c.rulebookOf(who)
			if book == nil || book.Time.Defence == "" {
				m.WhyNot = "this rulebook has no defence that interrupts an action"
				return m
			}
			rule, _ := book.Action(book.Time.Defence)
			m.Offer = &Offer{Rule: rule, Begin: model.Begin{Who: who.ID, System: book.ID, Action: book.Time.Defence, Abort: true}}
			return m
		})},
		{ID: "resume", Words: "open resume answer", Help: "continue an open roll", Also: "pending unfinished go on", Group: "Play"},
		{ID: "follow", Words: "follow", Help: "resolve follow-ups", Also: "called damage resistance next take up", Group: "Play"},
		{ID: "roster", Words: "roster", Help: "show everyone", Also: "party characters players list", Group: "Screen"},
		{ID: "show", Words: "show", Args: "[NAME or forecast]", Help: "show a sheet", More: "or everyone; show forecast: show everybody how the fight would end", Also: "character stats attributes skills inventory", Group: "Screen", Does: func(c *Context, s string) Meaning {
			if s == "" {
				return Meaning{Does: "show everyone", Verb: "roster"}
			}
			if _, _, err := c.Named(s); err != nil && strings.EqualFold(s, "forecast") {
				return readHandout(c, s)
			}
			return ofCharacter(func(c *Context, who *model.Character) Meaning {
				return Meaning{Does: "show the sheet of " + who.Name, Verb: "show", Select: who.ID}
			})(c, s)
		}},
		{ID: "costs", Words: "costs", Args: "[NAME]", Help: "show what things cost somebody now", Also: "price resource mana points", Group: "Screen", Does: ofCharacter(func(c *Context, who *model.Character) Meaning {
			return Meaning{Does: "show what things cost " + who.Name, Verb: "costs", Select: who.ID}
		})},
		{ID: "explain", Words: "explain", Args: "[NAME] NUMBER", Help: "show how a number on a sheet comes about", Group: "Sheet", Does: aboutCharacterOrSelected(func(c *Context, who *model.Character, s string) Meaning {
			return malformedUnless(Meaning{Does: "explain " + s + " of " + who.Name, Verb: "explain", Select: who.ID, Text: s}, s != "")
		})},
		{ID: "odds", Words: "odds chance", Args: "[WHO DOES WHAT TO WHOM, or DICE]", Help: "odds of the last action", More: "or of a roll that you name", Also: "probability percent statistics", Group: "Play", Does: func(_ *Context, s string) Meaning {
			m := Meaning{Does: "odds of the last action", Verb: "odds"}
			if s != "" {
				m.WhyNot = strconv.Quote(s) + " is no roll that is understood: name who does what to whom, as for the roll itself"
			}
			return m
		}},
		{ID: "correct", Words: "correct", Args: "N KEY=VALUE ...", Help: "correct the act in an entry of the log", More: "its settings (situation=-2), its dice (dice=5,3) or its decisions", Group: "Log", Sends: model.Amend{}, Does: readCorrection},
		{ID: "log", Words: "log history", Args: "[N]", Help: "show the log", More: "its newest N entries", Also: "journal events chat", Group: "Screen", Does: func(c *Context, s string) Meaning {
			m := Meaning{Does: "show the log", Verb: "log", Text: s}
			if n, ok := numberOf(s); s != "" && (!ok || n < 1) {
				m.WhyNot = strconv.Quote(s) + " is not a number"
			}
			return m
		}},
		{ID: "find", Words: "find search grep", Args: "TEXT", Help: "find what happened", More: "in the log", Also: "log look past", Group: "Log", Does: needsText(func(c *Context, s string) Meaning {
			return Meaning{Does: "find in the log: " + s, Verb: "find", Text: s}
		})},
		{ID: "shelf", Words: "shelf", Help: "add from the shelf, or put on it", Also: "template library compendium bestiary preset reuse stock keep store", Group: "People"},
		{ID: "foretell", Words: "foretell", Args: "[ENCOUNTER]", Help: "how the fight would end", More: "or how hard an encounter of the shelf is for the heroes here", Also: "simulate predict odds win chance balance encounter difficulty", Group: "Table", Does: func(c *Context, s string) Meaning {
			m := Meaning{Does: "foretell how the fight would end", Verb: "foretell"}
			if s == "" {
				return m
			}
			m.Does, m.WhyNot = "say how hard an encounter of the shelf is for the heroes here", c.whyNotGamemaster()
			p, ok := c.kept(s)
			switch {
			case m.WhyNot != "":
			case !ok:
				m.WhyNot = "nothing on the shelf is called " + s
			case c.Screen: // the shelf shows it beside each encounter
				m.Verb = "shelf"
			default:
				m.Does, m.Text = "say how hard "+p.Name+" is for the heroes here", p.Name
			}
			return m
		}},
		{ID: "recap", Words: "recap", Args: "[N]", Help: "recap: what happened so far", More: "or what happened in session N", Also: "last time summary previously story statistics evening", Group: "Table", Does: func(c *Context, s string) Meaning {
			m := Meaning{Does: "recap: what happened so far", Verb: "recap", Text: s}
			if n, ok := numberOf(s); s != "" {
				m.Does = "recap: what happened in session " + s
				return malformedUnless(m, ok && n > 0)
			}
			return m
		}},
		{ID: "sessions", Words: "sessions", Help: "earlier sessions: when, where, awards and recaps", Also: "list evenings campaign", Group: "Table"},
		{ID: "award", Words: "award xp", Args: "[NAME] N WHAT [to NAME]", Help: "award each hero, or those who are named, an amount of something", Group: "Table", Sends: model.GiveAwards{}, Does: readAward},
		{ID: "who", Words: "who", Help: "who is at the table", More: "and whom it waits for", Also: "invite let in admit host ssh players guests kick revoke door network online", Group: "People"},
		{ID: "host", Words: "host serve", Args: "[ADDRESS]", Help: "let others join over SSH", More: "at an address of this machine such as 0.0.0.0:2222, or in browsers, at one such as http://0.0.0.0:8080", Also: "online network lan multiplayer open players ssh listen", Group: "People", Does: func(c *Context, s string) Meaning {
			return Meaning{Does: strings.TrimSpace("let others join over SSH " + s), Verb: "host", Text: s, WhyNot: c.whyNotGamemaster()}
		}},
		{ID: "stop-hosting", Words: "stop-hosting unhost", Help: "close the table to others", Also: "stop hosting serving offline disconnect", Group: "People"},
		{ID: "invite", Words: "invite", Args: "NAME", Help: "invite somebody", More: "which works once and for a day; behind NAME may stand: to play CHARACTER, or: to watch", Also: "invitation join player friend", Group: "People", Does: func(c *Context, s string) Meaning {
			return Meaning{Does: strings.TrimSpace("invite " + s), Verb: "invite", Text: s, WhyNot: c.whyNotGamemaster()}
		}},
		{ID: "dice", Words: "dice", Help: "fair dice: fingerprint and words", More: "and, once the session is over, their seed", Also: "fair seed random entropy verify proof cheat hash honest", Group: "Table"},
		{ID: "tell-again", Words: "tell-again replay", Help: "write the last fight as a page that tells it again", Also: "watch recording animation film export", Group: "Table"},
		{ID: "take-home", Words: "take-home", Help: "take home what you may know of the table", More: "with its log, for fray check", Also: "download check proof log json", Group: "Table"},
		{ID: "end-session", Words: "end-session", Help: "end the session: recap and awards", Also: "session finish stop seed fair award experience reward evening", Group: "Table", Sends: model.EndSession{}},
		{ID: "word", Words: "word", Args: "TEXT", Help: "add a word to the dice", Group: "Table", Sends: model.AddWord{}, Does: needsText(func(c *Context, s string) Meaning {
			return Meaning{Does: "add a word to the dice: " + s, Command: model.AddWord{Text: s}}
		})},
		{ID: "pass", Words: "pass", Help: "go on without a player's word", Group: "Table", Sends: model.PassOver{}, Does: func(c *Context, s string) Meaning {
			m := Meaning{Does: "go on without a word", WhyNot: c.whyNotGamemaster()}
			if waits := c.Table.Dice.Asked(); len(waits) > 0 {
				m.Does = "go on without a word of " + c.Table.SeatName(waits[0])
				m.Command = model.PassOver{Of: waits[0], Why: "the gamemaster goes on"}
			} else if m.WhyNot == "" {
				m.WhyNot = "nobody is being asked for a word"
			}
			return m
		}},
		{ID: "rulebook", Words: "rulebook ruleset", Args: "[NAME or FILE]", Help: "give the table a rulebook that is a text file, or a newer version of it", Group: "Table", Sends: model.SetRulebook{}, Does: func(*Context, string) Meaning {
			return Meaning{} // readRulebook may find several
		}},
		{ID: "theme", Words: "theme colour color skin", Args: "NAME", Help: "show another theme", Also: "dark light contrast themes", Group: "Screen", Does: readTheme},
	}
	at := slices.IndexFunc(Verbs, func(v Verb) bool { return v.ID == "set" })
	Verbs = slices.Insert(Verbs, at, characterVerbs()...)
}

// journalReaders says who reads the journal of the seat.
func (c *Context) journalReaders() string {
	if c.Seat.IsGamemaster() {
		return "you alone"
	}
	return "you and the gamemaster"
}

// addHelp is the help for the sentences that bring characters to the table.
const addHelp = "add [N] WHO [NUMBER POOL] [in round N]: bring characters, with so many points of a pool, or an encounter from the shelf, to the table, as in: add 6 footpads, add 3 thug minions, or add 2 guards in round 3."

// readCommand reads a line that begins with a command.
func readCommand(c *Context, line string) []Meaning {
	if to, private := cutPrivate(line); private && (to != "" || strings.HasPrefix(line, "@")) {
		return []Meaning{c.whisper(to)}
	}
	first, rest, _ := strings.Cut(line, " ")
	first, rest = strings.ToLower(strings.TrimSuffix(first, ":")), strings.TrimSpace(rest)
	if means, said := sayings[strings.ToLower(line)]; said {
		first, rest = means, ""
	}
	if unit := strings.ToLower(c.Table.Time().Unit); unit != "" && first == unit && (verbOf(first) == nil || startsWithNumber(rest)) {
		first = "go"
	}
	x := verbOf(first)
	if x == nil || x.Args == "" && rest != "" {
		return nil // what takes no word may still be a word of an action: initiative goblin
	}
	m := x.said(c, rest)
	switch {
	case m.Does == "": // the line is not this command
		return nil
	case rest == "" && x.Args != "" && m.Verb == "" && c.Screen: // on a screen, a form asks for the rest
		return nil
	case m.WhyNot == malformed:
		m.WhyNot = "write: " + first + " " + x.Args
	}
	return []Meaning{m}
}

// readNoWord refuses a line that begins with a command that takes no word, and goes on.
func (c *Context) readNoWord(line string) []Meaning {
	first, rest, _ := strings.Cut(line, " ")
	x := verbOf(strings.ToLower(first))
	if x == nil || x.Args != "" || strings.TrimSpace(rest) == "" {
		return nil
	}
	return []Meaning{{Does: x.Help, WhyNot: strconv.Quote(first) + " takes no word, and " + strconv.Quote(strings.TrimSpace(rest)) + " stands behind it"}}
}

// startsWithNumber reports whether the first word is a number.
func startsWithNumber(s string) bool {
	_, number := numberOf(firstOf(s))
	return number
}

// malformed is the WhyNot of a command whose text does not have its form. readCommand
// replaces it by the form.
const malformed = "malformed"

// malformedUnless returns a meaning that is malformed unless ok is true.
func malformedUnless(m Meaning, ok bool) Meaning {
	if !ok {
		m.WhyNot = malformed
	}
	return m
}

// needsText reads a command that must be followed by text.
func needsText(read func(c *Context, s string) Meaning) func(*Context, string) Meaning {
	return func(c *Context, s string) Meaning {
		if s == "" {
			return Meaning{Does: "nothing is said", WhyNot: malformed}
		}
		return read(c, s)
	}
}

// aboutCharacter reads a command that begins with a character's name. If nothing follows
// the command, it is about the selected character.
func aboutCharacter(read func(c *Context, who *model.Character, s string) Meaning) func(*Context, string) Meaning {
	return func(c *Context, s string) Meaning {
		who, rest, err := c.Named(s)
		if here := c.selected(); s == "" && here != nil {
			who, err = here, nil
		}
		if err != nil {
			return Meaning{Does: "which character", WhyNot: err.Error()}
		}
		return read(c, who, rest)
	}
}

// ofCharacter is aboutCharacter for a command that is only followed by a name.
func ofCharacter(read func(c *Context, who *model.Character) Meaning) func(*Context, string) Meaning {
	return aboutCharacter(func(c *Context, who *model.Character, s string) Meaning {
		m := read(c, who)
		if s != "" {
			m.WhyNot = strconv.Quote(s) + " has no meaning behind " + who.Name
		}
		return m
	})
}

// aboutCharacterOrSelected reads a command that may begin with a character's name. Without
// one it is about the selected character, whatever else follows.
func aboutCharacterOrSelected(read func(c *Context, who *model.Character, s string) Meaning) func(*Context, string) Meaning {
	return func(c *Context, s string) Meaning {
		here := c.selected()
		if _, number := numberOf(s); here != nil && number {
			return read(c, here, s)
		}
		if _, _, err := c.Named(s); err != nil && here != nil && c.nearName(firstOf(s)) == "" && c.unclear(firstOf(s)) == "" {
			return read(c, here, s)
		}
		return aboutCharacter(read)(c, s)
	}
}

// Roster returns the characters in the order in which they are numbered: a player's own
// come first.
func (c *Context) Roster() []*model.Character {
	all := slices.Clone(c.Table.Characters())
	if c.Seat.Role == model.Player {
		slices.SortStableFunc(all, func(a, b *model.Character) int {
			switch owns := c.Seat.Owns(a); {
			case owns == c.Seat.Owns(b):
				return 0
			case owns:
				return -1
			}
			return 1
		})
	}
	return all
}

// Named returns the character that the first words of a line name, and the rest of the
// line. The character may be named by its number in the roster, where that is shown as numbered
// lines, by its name, by the
// beginning of one of the name's words, or with one typing error.
func (c *Context) Named(s string) (who *model.Character, rest string, err error) {
	words := strings.Fields(s)
	if len(words) == 0 {
		return nil, "", fmt.Errorf("say who")
	}
	if n, number := numberOf(words[0]); number && !c.Screen {
		if len(words) > 1 && c.isTime(words[1]) {
			return nil, s, fmt.Errorf("say who")
		}
		all := c.Roster()
		if n < 1 || n > len(all) {
			return nil, s, fmt.Errorf("there is no number %d: type 1 to %d", n, len(all))
		}
		return all[n-1], strings.Join(words[1:], " "), nil
	}
	there := make([]*model.Character, 0, len(c.Table.State.Characters))
	there = append(there, c.Table.Characters()...)
	for i := range c.Table.State.Characters { // characters who have left come last
		if who := c.Table.State.Characters[i]; who.Left {
			there = append(there, who)
		}
	}
	if begins := c.withPrefix(s); len(begins) > 1 {
		return nil, s, fmt.Errorf("%q could be %s or %s", s, begins[0].Name, begins[1].Name)
	} else if len(begins) == 1 {
		return begins[0], "", nil
	}
	who, n, unclear := findNamed(there, lowerAll(words))
	if who == nil {
		return nil, s, fmt.Errorf("nobody is called %q%s", words[0], c.nearName(words[0]))
	}
	if unclear != "" {
		return nil, s, errors.New(unclear)
	}
	return who, strings.Join(words[n:], " "), nil
}

// isTime reports whether a word is a span of time or a unit of the table's clock.
func (c *Context) isTime(word string) bool {
	clock := c.Table.Time()
	return slices.ContainsFunc([]string{"second", "minute", "hour", "day", "week", "month", "year", "round", clock.Unit, clock.Round}, func(unit string) bool {
		return unit != "" && strings.EqualFold(strings.TrimSuffix(word, "s"), unit)
	})
}

// nearName suggests the name with a word that is within two letters of what was typed; it
// returns "" if none is.
func (c *Context) nearName(typed string) string {
	if startsWithNumber(typed) {
		return ""
	}
	var words []string
	for _, who := range c.Table.Characters() {
		words = append(words, who.Name)
		words = append(words, strings.Fields(who.Name)...)
	}
	return didYouMean(typed, words)
}

// withPrefix returns the characters whose names begin with a text. If one has exactly that
// name, it returns only that one.
func (c *Context) withPrefix(s string) []*model.Character {
	var out []*model.Character
	for _, who := range c.Table.Characters() {
		if strings.EqualFold(who.Name, s) {
			return []*model.Character{who}
		}
		if strings.HasPrefix(strings.ToLower(who.Name), strings.ToLower(s)) {
			out = append(out, who)
		}
	}
	return out
}

// times reads how often a command is given.
func (c *Context) times(m Meaning, s string) Meaning {
	if s == "" {
		return m
	}
	n, ok := numberOf(s)
	if m = malformedUnless(m, ok && n > 0); ok {
		m.Verb, m.Times = "", n // the key would do it once
		m.Does += " " + s
	}
	return m
}

// settleRequest reads which request is granted or refused: one with a number, or the only
// one.
func (c *Context) settleRequest(s string, refuse bool) Meaning {
	all := c.Table.Requests
	word, why, _ := strings.Cut(s, " ")
	n, number := numberOf(word)
	if !number {
		n, why = 1, s
	}
	m := Meaning{Does: "grant", WhyNot: c.whyNotGamemaster()}
	if refuse {
		m.Does = "refuse"
	}
	switch {
	case m.WhyNot != "":
	case len(all) == 0:
		m.WhyNot = "there are no requests"
	case n < 1 || n > len(all):
		m.WhyNot = fmt.Sprintf("there is no request %d: there are %d", n, len(all))
	case len(all) > 1 && !number:
		m.WhyNot = fmt.Sprintf("there are %d requests: say which, by its number", len(all))
	default:
		m.Does += " what " + c.Gate.RequestWords(c.Table, all[n-1])
		m.Command = model.SettleRequest{ID: all[n-1].ID, Refuse: refuse, Why: strings.TrimSpace(why)}
	}
	return m
}

// pending returns the first pending action of a character.
func (c *Context) pending(who string) (model.Pending, bool) {
	for _, p := range c.Table.Pending() {
		if p.Who == who {
			return p, true
		}
	}
	return model.Pending{}, false
}

// encounters returns the names of the encounters that have come to the table.
func (c *Context) encounters() []string {
	var out []string
	for _, who := range c.Table.State.Characters {
		if who.Encounter != "" && !slices.Contains(out, who.Encounter) {
			out = append(out, who.Encounter)
		}
	}
	return out
}

// whyNoEncounter says why a text names no encounter.
func (c *Context) whyNoEncounter(s string) string {
	all := strings.Join(c.encounters(), ", ")
	switch {
	case all == "":
		return "nobody here came with an encounter: several who are kept on the shelf together are one"
	case s == "":
		return "say which: " + all
	}
	return "no encounter here is called " + s + ": there is " + all
}

// encounter returns the encounter whose name begins with a text. Without a text it is the
// one of the selected character.
func (c *Context) encounter(s string) string {
	if here := c.selected(); s == "" && here != nil {
		return here.Encounter
	}
	for _, name := range c.encounters() {
		if s != "" && strings.HasPrefix(strings.ToLower(name), strings.ToLower(s)) {
			return name
		}
	}
	return ""
}

// readAward reads an award to each of the heroes or to one named character.
func readAward(c *Context, s string) Meaning {
	heroes, whose := c.Table.Heroes(), "each hero"
	if _, number := numberOf(firstOf(s)); !number {
		who, rest, err := c.Named(s)
		if err != nil {
			return Meaning{Does: "award", WhyNot: err.Error()}
		}
		heroes, whose, s = []*model.Character{who}, who.Name, rest
	}
	number, what, _ := strings.Cut(s, " ")
	n, ok := numberOf(number)
	if before, name, to := strings.Cut(" "+what, " to "); to && whose == "each hero" {
		all, rest := c.several(name)
		if all == nil {
			who, behind, err := c.Named(name)
			if err != nil {
				return Meaning{Does: "award", WhyNot: err.Error()}
			}
			all, rest = []*model.Character{who}, behind
		}
		if rest != "" {
			return Meaning{Does: "award", WhyNot: strconv.Quote(rest) + " has no meaning behind the name"}
		}
		heroes, whose, what = all, namesOf(all, "and"), before
	}
	what = cmp.Or(strings.TrimSpace(what), c.Table.LastAward)
	if words := strings.Fields(what); slices.ContainsFunc(words, startsWithNumber) || len(clauseOf(what).named(c)) > 0 || slices.Contains(words, "to") {
		return malformedUnless(Meaning{Does: "award"}, false)
	}
	m := Meaning{Does: "award " + whose + " " + number + " " + what, WhyNot: c.whyNotGamemaster()}
	if m.WhyNot == "" && len(heroes) == 0 {
		m.WhyNot = "there are no heroes here to award anything to"
	}
	all := model.GiveAwards{}
	for _, who := range heroes {
		all.Own = append(all.Own, model.Award{Who: who.ID, What: what, N: n})
	}
	m.Command = all
	return malformedUnless(m, ok && what != "")
}

func firstOf(s string) string {
	first, _, _ := strings.Cut(s, " ")
	return first
}

func readTheme(c *Context, name string) Meaning {
	if len(c.Themes) == 0 {
		return Meaning{Does: "show another theme", WhyNot: "only the full screen has themes"}
	}
	near := ""
	if name != "" {
		near = engine.Nearest(name, c.Themes)
	}
	if near == "" {
		return Meaning{Does: "show another theme", WhyNot: "the themes are " + strings.Join(c.Themes, ", ")}
	}
	return Meaning{Does: "show the theme " + near, Verb: "theme", Text: near}
}

func readGo(c *Context, rest string) Meaning {
	words := strings.Fields(strings.ToLower(rest))
	words = slices.DeleteFunc(words, func(w string) bool {
		return w == "to" || w == strings.ToLower(c.Table.Time().Unit) || w == strings.ToLower(c.Table.Time().Round)
	})
	if len(words) != 1 {
		return Meaning{}
	}
	n, number := numberOf(words[0])
	if !number || n < 0 {
		return Meaning{}
	}
	m := c.Table.MomentOf(n)
	return Meaning{Does: "go to " + c.Table.When(m), Command: model.Go{Moment: m}}
}

// readHouseRule reads a value for a house rule. Without text it shows all house rules.
func readHouseRule(c *Context, rest string) Meaning {
	if rest == "" {
		return Meaning{Does: "house rules", Verb: "house"}
	}
	name, value, _ := strings.Cut(rest, " ")
	id, rule, dotted := strings.Cut(name, ".")
	m := Meaning{Does: "house rule " + name + ": " + value, WhyNot: c.whyNotGamemaster()}
	if !dotted || value == "" {
		return malformedUnless(m, false)
	}
	rules, _, err := c.Table.HouseRules(id)
	if err != nil {
		m.WhyNot = "there is no rulebook " + id
		return m
	}
	sp, ok := rules.Field(rule)
	if !ok {
		m.WhyNot = id + " has no house rule " + rule
		return m
	}
	v, err := sp.Parse(value)
	if err != nil {
		m.WhyNot = err.Error()
	}
	m.Command = model.SetHouse{System: id, Rule: rule, Value: v}
	return m
}

// readEvening plans the next evening, takes the plan back, or tells it.
func readEvening(c *Context, s string) Meaning {
	now := time.Time{}
	if c.Now != nil {
		now = c.Now()
	}
	plan := c.Table.NextEveningWords(now)
	if s == "" {
		if plan == "" {
			return Meaning{Does: "the next evening", WhyNot: "no evening is planned: type one, such as evening Thursday 19:30"}
		}
		return Meaning{Does: "the next evening is " + plan}
	}
	if strings.EqualFold(s, "none") {
		return Meaning{Does: "no evening is planned any more", Command: model.PlanEvening{}}
	}
	m := Meaning{Does: "the next evening is " + s, WhyNot: c.whyNotGamemaster()}
	e, err := model.ReadEvening(s, now)
	if err != nil {
		m.WhyNot = cmp.Or(m.WhyNot, err.Error())
		return m
	}
	m.Does, m.Command = "the next evening is "+e.Words(), model.PlanEvening{Evening: e}
	return m
}

// readRest lets somebody rest, or several, each as their own sheet allows. Who cannot is named
// with the reason.
func readRest(c *Context, s string) Meaning {
	m := Meaning{Does: "rest"}
	all, rest := c.several(s)
	if span, every := strings.CutPrefix(s, "all "); every && all == nil {
		all, rest = c.several("everyone " + span)
	}
	if here := c.selected(); all == nil && here != nil && (s == "" || c.isRest(s)) {
		all, rest = []*model.Character{here}, s
	}
	if all == nil {
		who, behind, err := c.Named(s)
		if err != nil {
			m.WhyNot = err.Error()
			if startsWithNumber(s) && c.selected() != nil {
				m.WhyNot = whyNoRest(c.rulebookOf(c.selected()), s)
			}
			return m
		}
		all, rest = []*model.Character{who}, behind
	}
	x := model.Rest{Times: 1}
	var words []string
	for i, w := range strings.Fields(strings.ToLower(rest)) {
		n, number := numberOf(w)
		switch {
		case number && x.Times == 1:
			x.Times = n
		case number:
			return malformedUnless(m, false)
		case i > 0 || w != "for" && w != "a" && w != "an":
			words = append(words, w)
		}
	}
	said := strings.TrimSuffix(strings.Join(words, " "), " rest")
	x.Span = said
	var left []leftOut
	for _, who := range all {
		one, book := x, c.rulebookOf(who)
		if book != nil {
			if r, ok := restCalled(book, said); ok {
				x.Span, one.Span = r.ID, r.ID
			}
		}
		one.Who = []string{who.ID}
		if why := c.refused(one); why != "" && said != "" && x.Times > 0 {
			left = append(left, leftOut{who, why})
			continue
		}
		x.Who = append(x.Who, who.ID)
	}
	if len(x.Who) == 0 {
		m.WhyNot = cmp.Or(m.WhyNot, left[0].why)
	}
	verb := " rests "
	if len(x.Who) > 1 {
		verb = " rest "
	}
	if x.Times > 1 {
		verb += strconv.Itoa(x.Times) + " "
	}
	m.Does, m.Command = c.Table.NamesOf(x.Who)+verb+said+c.without(left), x
	if len(x.Who) == 0 {
		m.Does, m.Command = "rest "+s, nil
	}
	return malformedUnless(m, said != "" && x.Times > 0)
}

// whyNoRest says how a rulebook lets people rest, instead of so.
func whyNoRest(book *engine.System, so string) string {
	var ways []string
	if book != nil {
		for _, r := range book.Time.Between.Rests {
			ways = append(ways, strings.ToLower(r.Label))
		}
	}
	if ways == nil {
		return "this rulebook has no rest"
	}
	return strconv.Quote(so) + " is no rest here: there is " + engine.AndList(ways...)
}

// isRest reports whether a line is a rest and how often, and no name.
func (c *Context) isRest(s string) bool {
	book := c.rulebookOf(c.selected())
	return book != nil && !slices.ContainsFunc(strings.Fields(strings.ToLower(s)), func(w string) bool {
		_, number := numberOf(w)
		_, rest := restCalled(book, w)
		return !number && !rest && !slices.Contains([]string{"a", "an", "for", "rest"}, w)
	})
}

// restCalled finds a way to rest by its id, its label, or a word for the span that it takes.
func restCalled(s *engine.System, name string) (engine.Rest, bool) {
	for _, r := range s.Time.Between.Rests {
		label := strings.ToLower(r.Label)
		for _, called := range []string{strings.ToLower(r.ID), label, strings.TrimSuffix(label, " rest")} {
			if name == called || strings.TrimSuffix(name, "s") == called {
				return r, true
			}
		}
	}
	return engine.Rest{}, false
}

// leftOut is who does not do what several do, and why.
type leftOut struct {
	who *model.Character
	why string
}

// without names who is left out of what several do, each with the reason. Those of one reason
// are named together.
func (c *Context) without(all []leftOut) string {
	words := ""
	for i, x := range all {
		if slices.ContainsFunc(all[:i], func(y leftOut) bool { return y.why == x.why }) {
			continue
		}
		var ids []string
		for _, y := range all {
			if y.why == x.why {
				ids = append(ids, y.who.ID)
			}
		}
		words += "; without " + c.Table.NamesOf(ids) + ": " + x.why
	}
	return words
}

// readHandout shows something to everybody.
func readHandout(c *Context, s string) Meaning {
	first, rest, _ := strings.Cut(s, " ")
	rest = strings.TrimSpace(rest)
	m := Meaning{Does: "show something to everybody", Verb: "handout", WhyNot: c.whyNotGamemaster()}
	switch strings.ToLower(first) {
	case "":
		return Meaning{Does: "see again what was shown last", Verb: "handout"}
	case "entry", "odds":
		m.Text = strings.ToLower(s)
		return m
	case "forecast":
		if rest != "" {
			break
		}
		m.Does, m.Text = "show everybody how the fight would end", "forecast"
		if c.Screen { // the page of the forecast has a key that shows it
			m.Does, m.Verb, m.Text = "foretell how the fight would end, to show it to everybody", "foretell", ""
		}
		return m
	case "sheet":
		who, behind, err := c.Named(rest)
		switch {
		case err != nil:
			m.WhyNot = cmp.Or(m.WhyNot, err.Error())
		case behind != "":
			m.WhyNot = malformed
		default:
			m.Does, m.Verb = "show the sheet of "+who.Name+" to everybody", ""
			page := model.Show{Head: who.Name, Who: who.ID}
			if s := c.rulebookOf(who); s != nil {
				page.System = s.ID
			}
			m.Command = page
		}
		return m
	}
	m.Does, m.Verb = "show everybody: "+s, ""
	m.Command = model.Show{Head: firstRunes(s, model.LongestName), Text: s}
	return m
}
