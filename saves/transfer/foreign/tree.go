package foreign

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"strconv"
	"strings"
)

// What is read of a file, at most.
const (
	mostDeep  = 48      // objects and lists within each other
	mostNodes = 200_000 // values, objects and lists
)

// node is a value of a JSON file, with those in it. used says that somebody
// has asked for it.
type node struct {
	key  string
	kind byte // { [ " 0 t, or 0 for null
	text string
	kids []*node
	used bool
}

var (
	errDeep = errors.New("it is nested too deep")
	errMany = errors.New("it holds too many values")
)

// parse reads a whole JSON document; what is none gives the empty node.
func parse(b []byte) *node {
	dec := json.NewDecoder(bytes.NewReader(bytes.TrimPrefix(b, []byte("\ufeff"))))
	dec.UseNumber()
	p := &parser{dec: dec}
	n, err := p.value(0)
	if err != nil || dec.More() {
		return none
	}
	return n
}

type parser struct {
	dec   *json.Decoder
	nodes int
}

func (p *parser) value(deep int) (*node, error) {
	if p.nodes++; p.nodes > mostNodes {
		return nil, errMany
	}
	if deep > mostDeep {
		return nil, errDeep
	}
	t, err := p.dec.Token()
	if err != nil {
		return nil, err
	}
	switch t := t.(type) {
	case json.Delim:
		n := &node{kind: byte(t)}
		for p.dec.More() {
			key := ""
			if n.kind == '{' {
				k, err := p.dec.Token()
				if err != nil {
					return nil, err
				}
				key, _ = k.(string)
			}
			kid, err := p.value(deep + 1)
			if err != nil {
				return nil, err
			}
			kid.key = key
			n.kids = append(n.kids, kid)
		}
		_, err := p.dec.Token()
		return n, err
	case string:
		return &node{kind: '"', text: t}, nil
	case json.Number:
		return &node{kind: '0', text: t.String()}, nil
	case bool:
		return &node{kind: 't', text: strconv.FormatBool(t)}, nil
	}
	return &node{}, nil
}

// none is what is asked of a value that is not there.
var none = &node{used: true}

// at gives what stands under keys within each other. Of a key that stands
// twice the last counts, as in every reader of JSON.
func (n *node) at(keys ...string) *node {
	for _, key := range keys {
		found := none
		if n.kind == '{' {
			for _, kid := range n.kids {
				if kid.key == key {
					found = kid
				}
			}
		}
		n = found
	}
	return n
}

func (n *node) there() bool { return n != none && n.kind != 0 }

// list gives the objects of a list.
func (n *node) list() []*node {
	if n.kind != '[' {
		return nil
	}
	return n.kids
}

// string gives a text, and marks it.
func (n *node) string() string {
	if n.kind != '"' {
		return ""
	}
	n.used = true
	return n.text
}

// words gives a text or a number as it is written, and marks it.
func (n *node) words() string {
	switch n.kind {
	case '"', '0':
		n.used = true
		return n.text
	}
	return ""
}

// bool gives a yes or no, and marks it.
func (n *node) bool() bool {
	if n.kind != 't' {
		return false
	}
	n.used = true
	return n.text == "true"
}

// mostNumber is the largest number that means something on a sheet.
const mostNumber = 1_000_000

// int gives a whole number, and marks it. Text counts where it is one; "" and
// "-" are 0, as somebody was typing. What is none stays unmarked.
func (n *node) int() int {
	if n.kind != '0' && n.kind != '"' {
		return 0
	}
	text := strings.TrimSpace(n.text)
	if n.kind == '"' && (text == "" || text == "-") {
		n.used = true
		return 0
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || f != math.Trunc(f) || math.Abs(f) > mostNumber {
		return 0
	}
	n.used = true
	return int(f)
}

// ignore marks n and all in it: it holds nothing of the character.
func (n *node) ignore() {
	if n == none {
		return
	}
	n.used = true
	for _, kid := range n.kids {
		kid.ignore()
	}
}

// empty reports whether a value says nothing: no text, 0, no.
func (n *node) empty() bool {
	switch n.kind {
	case '"':
		return strings.TrimSpace(n.text) == ""
	case '0':
		f, err := strconv.ParseFloat(n.text, 64)
		return err == nil && f == 0
	case 't':
		return n.text == "false"
	}
	return true
}

// rest calls tell for every value that nobody asked for and that says
// something, with the keys that lead to it.
func (n *node) rest(path []string, tell func(path []string, text string)) {
	if n.used && len(n.kids) == 0 || n.kind == 0 {
		return
	}
	if n.kind != '{' && n.kind != '[' {
		if !n.used && !n.empty() {
			tell(path, n.text)
		}
		return
	}
	for i, kid := range n.kids {
		key := kid.key
		if n.kind == '[' {
			key = strconv.Itoa(i + 1)
		}
		kid.rest(append(path[:len(path):len(path)], key), tell)
	}
}
