package cli

import (
	"fmt"
	"slices"
	"strings"

	"example.org/fray/engine/systems"
	"example.org/fray/ui"
	"example.org/fray/ui/pane"
)

// rebinding collects the table [keys] of config.toml: keys by the id of the binding.
type rebinding struct {
	*config
	keys  map[string][]string
	lines map[string]int
}

// read reads one line, or reports what is wrong with it.
func (r *rebinding) read(s setting) {
	if len(s.path) != 2 {
		r.addProblem(s.line, `keys go under [keys], in lines such as: next = ["n", "f2"]`)
		return
	}
	id := s.path[1]
	var ids []string
	menu := false // a default key belongs to a menu
	for _, place := range ui.Keys() {
		for _, k := range place {
			if !slices.Contains(ids, k.Name) {
				ids = append(ids, k.Name)
			}
			menu = menu || k.Name == id && slices.ContainsFunc(k.Keys, pane.IsInMenu)
		}
	}
	if !slices.Contains(ids, id) {
		r.addProblem(s.line, "there is no key action %q%s Choose from %s", id, suggestion(id, ids), strings.Join(ids, ", "))
		return
	}
	list := s.list
	switch {
	case s.text:
		list = []string{s.value}
	case !s.isOne:
		r.addProblem(s.line, `%s must be a key in quotes, or a list of keys: ["n", "f2"]`, id)
		return
	}
	keys := []string{}
	for _, text := range list {
		key, err := pane.ParseKey(text)
		if always, fixed := pane.Fixed[key]; err == nil && fixed {
			err = fmt.Errorf("%s always %s", key, always)
		}
		if err == nil && pane.IsInMenu(key) && !menu {
			err = fmt.Errorf("%q is a menu key, and %s is not in that menu", key, id)
		}
		if err != nil {
			r.addProblem(s.line, "%s: %v", id, err)
			return
		}
		keys = append(keys, key)
	}
	r.keys[id], r.lines[id] = keys, s.line
}

// resolved returns the keys without clashes. If two bindings have the same key in one place,
// the one further down in the file keeps its default keys. Bindings with their default keys
// are omitted, since some places use only a part of them.
func (r *rebinding) resolved() map[string][]string {
	for _, g := range ui.KeyGroups() {
		for _, k := range g.Keys {
			if slices.Equal(r.keys[k.Name], k.Keys) {
				delete(r.keys, k.Name)
				delete(r.lines, k.Name)
			}
		}
	}
	for {
		loser, other, key := r.clash()
		if loser == "" {
			return r.keys
		}
		r.addProblem(r.lines[loser], "%s and %s cannot both have the key %q: %s keeps its default", loser, other, key, loser)
		delete(r.keys, loser)
		delete(r.lines, loser)
	}
}

// clash finds a key that two bindings have in one place, and which of them must lose it.
func (r *rebinding) clash() (loser, other, key string) {
	for _, place := range keyPlaces() {
		if loser, other, key = r.clashIn(place); loser != "" {
			return loser, other, key
		}
	}
	return "", "", ""
}

func (r *rebinding) clashIn(place []ui.Key) (loser, other, key string) {
	has := map[string]string{}
	for _, b := range place {
		keys, own := r.keys[b.Name]
		if !own {
			keys = b.Keys
		}
		for _, k := range keys {
			first, taken := has[k]
			switch {
			case !taken:
				has[k] = b.Name
			case first == b.Name:
			case own && r.lines[b.Name] >= r.lines[first]:
				return b.Name, first, k
			case r.lines[first] > 0:
				return first, b.Name, k
			}
		}
	}
	return "", "", ""
}

// keyPlaces returns the sets of bindings that are active together. The table's set includes
// the bindings of every rulebook.
func keyPlaces() [][]ui.Key {
	all := ui.Keys()
	table := all[0]
	out := all[1:]
	for _, s := range systems.All() {
		var keys []ui.Key
		for _, a := range s.Actions {
			if a.Key != "" {
				keys = append(keys, ui.Key{Name: fmt.Sprintf("%s (%s)", a.ID, s.Name), Label: a.Label, Group: s.Name, Keys: []string{a.Key}})
			}
		}
		out = append(out, append(keys, table...))
	}
	return out
}
