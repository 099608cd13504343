// Package people adds and removes characters and players: new and copied characters, those
// who left and return, the rulebooks on a sheet, the shelf, files, guests and invites.
package people

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/phrase"
	"example.org/fray/model/view"
	"example.org/fray/ui/form"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/picker"
)

// menuKey is the key that opens the people menu. Keys of that menu begin with it: "P x".
const menuKey = "P"

// Keys returns the bindings for characters and people. Unsaved forms are kept in drafts.
// The fields of files may be nil.
func Keys(drafts form.Drafts, files func() Files, hosting func() Hosting) []pane.Binding {
	own, gm, someone, both := pane.NeedsOwn, pane.NeedsGM, pane.NeedsSomeone, pane.Both

	needsFiles := func(pane.Frame) string {
		if x := files(); x.Read == nil || x.Write == nil || x.Shelf == nil {
			return "this screen cannot reach files"
		}
		return ""
	}
	var all []pane.Binding
	all = pane.In("", "People",
		pane.Binding{ID: "people", Keys: []string{menuKey}, Label: "menu: characters and people", Also: "party characters menu manage",
			Run: func(f pane.Frame) pane.Intent { return openMenu(f, all[1:]) }},
		pane.Binding{ID: "new", Keys: []string{"c"}, Label: "add a character", Also: "monster npc thug enemy add create character foe goon mook player pc join generate hero make", Why: needsTable,
			Run: func(f pane.Frame) pane.Intent { return openNewcomer(f, drafts) }},
		pane.Of("shelf", pane.Binding{Keys: []string{"C"}, Why: both(gm, needsFiles),
			Run: func(f pane.Frame) pane.Intent { return openShelf(files()) }}),
		pane.Binding{ID: "sheet", Keys: []string{"e"}, Label: "edit the sheet", Also: "edit character stats change attributes modify inventory gear equipment", Why: own,
			Run: func(f pane.Frame) pane.Intent { return pane.Edit{Who: f.Selected, System: f.System} }},
		pane.Binding{ID: "card", Keys: []string{"i"}, Label: "name, player, hidden, notes", Also: "rename name owner player hide", Why: own,
			Run: func(f pane.Frame) pane.Intent { return openCard(f, drafts) }},
		pane.Of("visibility", pane.Binding{ID: "others", Keys: []string{"P o"}, Why: both(gm, someone), Run: openVisibility}),
		pane.Of("notes", pane.Binding{Keys: []string{"P n"}, Why: own,
			Run: func(f pane.Frame) pane.Intent { return openNotes(f, drafts) }}),
		pane.Binding{ID: "raise", Keys: []string{"K", "shift+up"}, Label: "move up in the roster", Also: "reorder sort", Why: both(gm, someone),
			Run: func(f pane.Frame) pane.Intent { return reorder(f, -1) }},
		pane.Binding{ID: "lower", Keys: []string{"J", "shift+down"}, Label: "move down in the roster", Also: "reorder sort", Why: both(gm, someone),
			Run: func(f pane.Frame) pane.Intent { return reorder(f, 1) }},
		pane.Of("copy", pane.Binding{Keys: []string{"D"}, Why: both(gm, someone), Run: duplicate}),
		pane.Of("leave", pane.Binding{Keys: []string{"P x"}, Why: someone, Run: removeCharacters}),
		pane.Of("reset", pane.Binding{Keys: []string{"P z"}, Why: needsEncounter, Run: resetEncounter}),
		pane.Of("return", pane.Binding{Keys: []string{"P b"}, Why: needsGone, Run: bringBack}),
		pane.Of("add-rulebook", pane.Binding{ID: "page-on", Keys: []string{"P a"}, Why: own, Run: addRulebook}),
		pane.Of("remove-rulebook", pane.Binding{ID: "page-off", Keys: []string{"P t"}, Why: own, Run: removeRulebook}),
		pane.Of("who", pane.Binding{ID: "guests", Label: "who is at the table: host, invite, let in", Keys: []string{"P g"},
			Why: needsDoor(hosting), Run: func(f pane.Frame) pane.Intent { return openHosting(f, hosting()) }}),
		pane.Binding{ID: "paste-character", Keys: []string{"P v"}, Label: "paste a character", Also: "clipboard insert foundry toolkit json bring import", Why: both(needsTable, needsText(files)),
			Run: func(pane.Frame) pane.Intent { return pane.Push{Overlay: &pasting{files: files()}} }},
		pane.Binding{ID: "copy-character", Keys: []string{"P y", "y"}, Label: "copy the character to the clipboard", Also: "yank clipboard json home take along save export", Why: both(own, needsText(files)),
			Run: func(f pane.Frame) pane.Intent { return copyCharacter(f, files()) }},
		pane.Binding{ID: "read-character", Keys: []string{"P r"}, Label: "read a character from a file", Also: "import load open file foundry toolkit", Why: both(gm, needsFiles),
			Run: func(f pane.Frame) pane.Intent { return askImport(f, files()) }},
		pane.Binding{ID: "write-character", Keys: []string{"P w"}, Label: "write a character to a file", Also: "export print file save", Why: both(own, needsFiles),
			Run: func(f pane.Frame) pane.Intent { return askExport(f, files()) }},
	)
	return append(all, pane.In("", "People", // the list of people offers these, too, so the menu omits them
		pane.Of("host", pane.Binding{Why: needsDoor(hosting),
			Run: func(f pane.Frame) pane.Intent { return openHosting(f, hosting()) }}),
		pane.Of("stop-hosting", pane.Binding{Why: needsOpenDoor(hosting),
			Run: func(f pane.Frame) pane.Intent { return askShut(f, hosting()) }}),
		pane.Of("invite", pane.Binding{Why: needsDoor(hosting), Run: func(f pane.Frame) pane.Intent {
			ask := func(f pane.Frame, h Hosting) pane.Intent { return guests{hosting: h}.askInvite(f) }
			if h := hosting(); h.Admissions == nil {
				return askAddress(h, ask)
			} else {
				return ask(f, h)
			}
		}}),
	)...)
}

// Bindings returns the bindings of this package's overlays. Each inner slice is active at
// the same time.
func Bindings() [][]pane.Binding {
	return [][]pane.Binding{menuKeys, newcomerKeys, cardKeys, overwriteKeys, shelfKeys, guestsKeys, pastingKeys, rowFormKeys}
}

// needsTable returns why the seat cannot add characters, or "".
func needsTable(f pane.Frame) string {
	if f.Seat.Role == model.Watcher {
		return "watchers cannot add characters: ask the gamemaster for a seat"
	}
	return ""
}

func needsGone(f pane.Frame) string {
	if len(view.LeftCharacters(f.Table)) == 0 {
		return "nobody was removed"
	}
	return ""
}

// menu lists everything that can be done with characters and people. A line is chosen by
// its letter or by enter.
type menu struct {
	all  []pane.Binding
	list pane.List
}

func openMenu(f pane.Frame, all []pane.Binding) pane.Intent {
	return pane.Push{Overlay: menu{all, pane.Listed(menuEntries(f, all))}}
}

func menuEntries(f pane.Frame, all []pane.Binding) []picker.Entry {
	entries := make([]picker.Entry, len(all))
	for i, b := range all {
		entries[i] = picker.Entry{Name: b.Label, Label: kit.Padded(pane.KeyWord(letter(f, b)), 4) + b.Text(f), WhyNot: b.WhyNot(f)}
	}
	return entries
}

// letter returns the key of a binding in the menu: its only key, or the one after P.
func letter(f pane.Frame, b pane.Binding) string {
	keys := f.Keys.Keys(b)
	if len(keys) == 0 {
		return ""
	}
	return pane.InMenu(keys[0])
}

func (o menu) About(f pane.Frame) pane.About {
	if c := f.Here(); c != nil {
		return pane.About{Title: "People " + f.Look.Separate + " " + c.Name}
	}
	return pane.About{Title: "People"}
}

func (o menu) Draw(f pane.Frame) []string { return o.list.Draw(f) }

var menuKeys = slices.Concat([]pane.Binding{{Typed: "letter", Foot: "at once"}}, pane.Listing,
	pane.In("people", "People menu", pane.Enter("do", "do it", "do it")), []pane.Binding{pane.Back})

func (o menu) Keys(pane.Frame) []pane.Binding { return menuKeys }

func (o menu) Update(f pane.Frame, msg tea.Msg) (pane.Overlay, pane.Intent) {
	if k, is := msg.(tea.KeyMsg); is {
		for _, b := range o.all {
			if slices.ContainsFunc(f.Keys.Keys(b), func(key string) bool { return pane.InMenu(key) == k.String() }) {
				return o, o.do(b)
			}
		}
	}
	switch f.Pressed(menuKeys, msg) {
	case "back":
		return o, pane.Close{}
	case "do":
		return o, o.do(o.all[o.list.At()])
	}
	if _, is := msg.(pane.Changed); is {
		o.list.Picker = o.list.Picker.With(menuEntries(f, o.all))
	}
	o.list, _, _ = o.list.Key(f, msg)
	return o, nil
}

func (o menu) do(b pane.Binding) pane.Intent {
	return pane.All{pane.Close{}, pane.Show{What: b.Name()}}
}

// reorder moves the selected character up or down in the roster, by -1 or 1.
func reorder(f pane.Frame, by int) pane.Intent {
	all := f.Table.Characters()
	at := slices.IndexFunc(all, func(c *model.Character) bool { return c.ID == f.Selected })
	if at+by < 0 || at+by >= len(all) {
		return pane.Say{Words: all[at].Name + " is already there"}
	}
	return pane.Do{Command: model.Reorder{Who: all[at].ID, To: f.Table.IndexOf(all[at+by].ID)}}
}

// duplicate adds a copy of the selected character in its present state.
func duplicate(f pane.Frame) pane.Intent {
	c := f.Table.CopyOf(f.Here())
	c.Name = phrase.FreeNames(f.Table, c.Name, 1)[0]
	return JoinAll(model.Join{Character: c})
}

// removeCharacters removes the marked characters from the table or, if none is marked, the selected
// one.
func removeCharacters(f pane.Frame) pane.Intent {
	c := f.Here()
	all := f.MarkedHere()
	if len(all) == 0 {
		all = []string{c.ID}
	}
	words := view.GroupName(f.Table, all) + " was removed: "
	if len(all) > 1 {
		words = view.GroupName(f.Table, all) + " were removed: "
	}
	return pane.Do{Command: model.Leave{Who: all[0], More: all[1:]}, Then: func(f pane.Frame) pane.Intent {
		return pane.Say{Words: words + f.KeyOf("undo") + " or " + f.KeyOf("return") + " undoes that"}
	}}
}

// needsEncounter returns why the selected character has no encounter to reset, or "".
func needsEncounter(f pane.Frame) string {
	if c := f.Here(); c == nil || c.Encounter == "" {
		return "select somebody who came with an encounter from the shelf"
	}
	return ""
}

// resetEncounter restores every character of the selected character's encounter to its initial
// state.
func resetEncounter(f pane.Frame) pane.Intent {
	name := f.Here().Encounter
	return pane.Do{Command: model.Reset{Encounter: name}, Then: done(name + " is as new")}
}

// bringBack returns a removed character to the table. If there are several, it asks which.
func bringBack(f pane.Frame) pane.Intent {
	back := func(c *model.Character) pane.Intent {
		return pane.Do{Command: model.Return{Who: c.ID}, Then: func(f pane.Frame) pane.Intent {
			return pane.All{selectJoined(f), pane.Say{Words: c.Name + " is back"}}
		}}
	}
	gone := view.LeftCharacters(f.Table)
	if len(gone) == 1 {
		return back(gone[0])
	}
	o := pane.Choice{Head: "Bring back whom?"}
	for _, c := range gone {
		o.Add(c.Name, strings.Join(rulebookNames(f.Table, c), ", "), func(pane.Frame) pane.Intent { return back(c) })
	}
	return o.Open()
}

func rulebookNames(t model.Table, c *model.Character) []string {
	var out []string
	for _, id := range c.Systems() {
		out = append(out, t.SystemName(id))
	}
	return out
}

// addRulebook asks for another rulebook, and adds an empty sheet or a template to the
// selected character.
func addRulebook(f pane.Frame) pane.Intent {
	c := f.Here()
	o := pane.Choice{Head: c.Name + ": add which rulebook?"}
	for _, s := range rulebooks(f.Table) {
		if _, has := c.Pages[s.ID]; has {
			continue
		}
		put := func(page engine.Page) pane.Then {
			return func(pane.Frame) pane.Intent {
				return pane.Do{Command: model.PutPage{Who: c.ID, System: s.ID, Page: &page}, Then: func(f pane.Frame) pane.Intent {
					return pane.All{pane.Select{Who: c.ID}, pane.Turn{System: s.ID},
						pane.Say{Words: c.Name + " now has a sheet for " + s.Name + " too: " + f.KeyOf("sheet") + " edits the sheet"}}
				}}
			}
		}
		o.Add(s.Name, "an empty sheet", put(engine.Page{}))
		for _, t := range s.Templates {
			o.Add(s.Name+", as "+t.Name, t.Note, put(t.Page))
		}
	}
	if o.Len() == 0 {
		return pane.Say{Words: c.Name + " already has a sheet for every rulebook"}
	}
	return o.Open()
}

// rulebooks returns the rulebooks that have a sheet, ordered by name.
func rulebooks(t model.Table) []*engine.System {
	var out []*engine.System
	for _, s := range t.Rulebooks {
		if !s.HasNoSheet() {
			out = append(out, s)
		}
	}
	slices.SortFunc(out, func(a, b *engine.System) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// removeRulebook asks which rulebook to remove from the sheet.
func removeRulebook(f pane.Frame) pane.Intent {
	c := f.Here()
	if len(c.Pages) == 0 {
		return pane.Say{Words: c.Name + " has no rulebook"}
	}
	o := pane.Choice{Head: c.Name + ": remove which rulebook?"}
	for _, id := range c.Systems() {
		name := f.Table.SystemName(id)
		o.Add(name, "", func(pane.Frame) pane.Intent {
			return pane.Do{Command: model.PutPage{Who: c.ID, System: id}, Then: func(f pane.Frame) pane.Intent {
				return pane.Say{Words: name + " was removed from the sheet of " + c.Name + ": " + f.KeyOf("undo") + " undoes it"}
			}}
		})
	}
	return o.Open()
}
