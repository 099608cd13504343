package cli

import (
	"github.com/pelletier/go-toml/v2/unstable"
)

// setting is one line of config.toml: PATH = VALUE.
type setting struct {
	path  []string
	line  int
	value string   // as written; for a string, its contents
	text  bool     // the value is a string
	list  []string // the elements, if the value is an array of strings
	isOne bool     // the value is an array of strings
}

// settings reads the lines of a valid document. The ordinary decoder does not say in which
// line a key is.
func settings(text []byte) []setting {
	p := unstable.Parser{}
	p.Reset(text)
	var out []setting
	var table []string
	for p.NextExpression() {
		switch e := p.Expression(); e.Kind {
		case unstable.Table, unstable.ArrayTable:
			table, _ = keyOf(&p, e)
		case unstable.KeyValue:
			out = append(out, settingsOf(&p, table, e)...)
		}
	}
	return out
}

// settingsOf reads a key and its value. An inline table becomes several settings.
func settingsOf(p *unstable.Parser, under []string, kv *unstable.Node) []setting {
	key, line := keyOf(p, kv)
	s := setting{path: append(append([]string{}, under...), key...), line: line}
	v := kv.Value()
	switch v.Kind {
	case unstable.InlineTable:
		var out []setting
		for it := v.Children(); it.Next(); {
			out = append(out, settingsOf(p, s.path, it.Node())...)
		}
		return out
	case unstable.Array:
		s.isOne = true
		for it := v.Children(); it.Next(); {
			n := it.Node()
			if n.Kind == unstable.Comment {
				continue
			}
			s.isOne = s.isOne && n.Kind == unstable.String
			s.list = append(s.list, string(n.Data))
		}
	default:
		s.value, s.text = string(v.Data), v.Kind == unstable.String
	}
	return []setting{s}
}

func keyOf(p *unstable.Parser, n *unstable.Node) (path []string, line int) {
	for it := n.Key(); it.Next(); {
		path = append(path, string(it.Node().Data))
		if line == 0 {
			line = p.Shape(it.Node().Raw).Start.Line
		}
	}
	return path, line
}
