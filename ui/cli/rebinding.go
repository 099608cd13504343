package cli

import (
	"fmt"
	"slices"
	"strings"

	"example.org/fray/engine/systems"
	"example.org/fray/ui"
)

// rebinding is what [keys] says: bindings by id, and the keys they are to have.
type rebinding struct {
	*config
	keys  map[string][]string
	lines map[string]int
}

// take takes in one line, or tells what is wrong with it.
func (r *rebinding) take(s setting) {
	if len(s.path) != 2 {
		r.wrong(s.line, `keys are written under [keys], in lines such as: next = ["n", "f2"]`)
		return
	}
	id := s.path[1]
	var ids []string
	menu := false // the usual key is one of a menu
	for _, k := range ui.Keys() {
		ids = append(ids, k.ID)
		menu = menu || k.ID == id && slices.ContainsFunc(k.Keys, ui.InMenu)
	}
	if !slices.Contains(ids, id) {
		r.wrong(s.line, "nothing is called %q%s The keys are those of %s", id, meant(id, ids), strings.Join(ids, ", "))
		return
	}
	list := s.list
	switch {
	case s.text:
		list = []string{s.value}
	case !s.isOne:
		r.wrong(s.line, `%s is a key in quotes, or a list of them: ["n", "f2"]`, id)
		return
	}
	keys := []string{}
	for _, text := range list {
		key, err := ui.ParseKey(text)
		if err == nil && (key == "esc" || key == "ctrl+c") {
			err = fmt.Errorf("%s always %s", key, map[string]string{"esc": "steps back", "ctrl+c": "leaves"}[key])
		}
		if err == nil && ui.InMenu(key) && !menu {
			err = fmt.Errorf("%q is a key of a menu that %s is not in", key, id)
		}
		if err != nil {
			r.wrong(s.line, "%s: %v", id, err)
			return
		}
		keys = append(keys, key)
	}
	r.keys[id], r.lines[id] = keys, s.line
}

// settled gives the keys without those that two things would have. Of two, the
// one that stands further down in the file keeps its usual keys.
func (r *rebinding) settled() map[string][]string {
	for {
		loser, other, key := r.clash()
		if loser == "" {
			return r.keys
		}
		r.wrong(r.lines[loser], "%s and %s cannot both have the key %q: %s keeps its usual one", loser, other, key, loser)
		delete(r.keys, loser)
	}
}

// clash finds a key that two things have, and which of them has to give way.
func (r *rebinding) clash() (loser, other, key string) {
	has := map[string]string{}
	for _, b := range rulebookKeys() {
		has[b.Keys[0]] = b.ID
	}
	for _, b := range ui.Keys() {
		keys, own := r.keys[b.ID]
		if !own {
			keys = b.Keys
		}
		for _, k := range keys {
			first, taken := has[k]
			switch {
			case !taken:
				has[k] = b.ID
			case first == b.ID:
			case own && r.lines[b.ID] >= r.lines[first]:
				return b.ID, first, k
			case r.lines[first] > 0:
				return first, b.ID, k
			}
		}
	}
	return "", "", ""
}

// rulebookKeys are the keys that rulebooks give to their actions.
func rulebookKeys() []ui.Key {
	var out []ui.Key
	for _, s := range systems.All() {
		for _, a := range s.Actions {
			if a.Key != "" {
				out = append(out, ui.Key{ID: fmt.Sprintf("%s (%s)", a.ID, s.Name), Label: a.Label, Group: s.Name, Keys: []string{a.Key}})
			}
		}
	}
	return out
}
