package phrase

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.org/fray/engine"
)

// KeyValue splits KEY=VALUE. ok is false if there is no "=" or no key.
func KeyValue(text string) (key, value string, ok bool) {
	key, value, ok = strings.Cut(text, "=")
	key = strings.TrimSpace(key)
	return key, strings.TrimSpace(value), ok && key != ""
}

// cutPairs removes words of the form KEY=VALUE from a line. Spaces in a value are written
// _.
func cutPairs(text string) (pairs []string, rest string) {
	if !strings.Contains(text, "=") {
		return nil, text
	}
	var words []string
	for w := range strings.FieldsSeq(text) {
		if key, value, ok := KeyValue(w); ok && value != "" && key[0] != '<' && key[0] != '>' && key[0] != '!' {
			pairs = append(pairs, key+"="+strings.ReplaceAll(value, "_", " "))
		} else {
			words = append(words, w)
		}
	}
	return pairs, strings.Join(words, " ")
}

// SetParam sets a parameter of an action against a number of opponents. The key is the
// parameter's id or label. The error says what can be typed.
func SetParam(a *engine.Action, params engine.Page, against int, key, value string) (engine.Page, error) {
	all := a.ParamsAgainst(against)
	if id, ok := IDOf(all, key); ok {
		key = id
	}
	params, known, err := a.Set(params, key, value)
	if err == nil && !known {
		var ids []string
		for _, sp := range all {
			ids = append(ids, sp.ID)
		}
		err = fmt.Errorf("%s has no parameter %q%s", a.Label, key, didYouMean(key, ids))
	}
	return params, err
}

// IDOf finds what a typed name means, a parameter, a field or a house rule: its id, or what
// forms call it, in which _ may stand for a space.
func IDOf(specs []*engine.Spec, name string) (id string, ok bool) {
	for _, sp := range specs {
		if strings.EqualFold(sp.ID, name) {
			return sp.ID, true
		}
	}
	for _, sp := range specs {
		if strings.EqualFold(sp.Label, strings.ReplaceAll(name, "_", " ")) {
			return sp.ID, true
		}
	}
	return "", false
}

// didYouMean suggests the nearest word; it returns "" if none is near.
func didYouMean(typed string, words []string) string {
	if near := engine.Nearest(typed, words); near != "" {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	return ""
}

// Answer reads a typed answer to a question: an option by its number, id or label, faces
// such as "5 1", points such as "speed 17 ep 9" or "speed:17,ep:9", or a number. An empty
// text takes what is proposed, and the word "nothing" spends nothing.
func Answer(q engine.Question, text string) (engine.Answer, error) {
	text = strings.TrimSpace(text)
	switch nothing, decides := q.Nothing(); {
	case text == "" && !decides:
		return engine.Answer{}, fmt.Errorf("type what %s showed, with spaces between the numbers, or throw", q.Dice)
	case text == "":
		return q.Offered(), q.Check(q.Offered())
	case decides && q.Wants != engine.Picking && strings.EqualFold(text, "nothing"):
		return nothing, nil
	}
	switch q.Wants {
	case engine.Picking:
		if slices.ContainsFunc(q.Options, func(o engine.Option) bool { return o.ID == text }) {
			break
		}
		if n, err := strconv.Atoi(text); err == nil && n >= 1 && n <= len(q.Options) {
			text = q.Options[n-1].ID
		}
		if i := slices.IndexFunc(q.Options, func(o engine.Option) bool { return strings.EqualFold(o.Label, text) }); i >= 0 {
			text = q.Options[i].ID
		}
	case engine.Sharing:
		fields := strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' || r == ':' })
		if len(fields)%2 == 1 && text != "none" {
			return engine.Answer{}, fmt.Errorf("%s: type each use and its points, such as %s:%d", q.ID, q.Uses[0].ID, q.Total)
		}
		var pairs []string
		for i := 0; i+1 < len(fields); i += 2 {
			pairs = append(pairs, fields[i]+":"+fields[i+1])
		}
		if pairs != nil {
			text = strings.Join(pairs, ",")
		}
	}
	return q.Parse(text)
}
