package uitest

import (
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// Elements returns the elements of a name that are in n, in the order of the page.
func Elements(n *html.Node, name string) (out []*html.Node) {
	for d := range n.Descendants() {
		if d.Type == html.ElementNode && d.Data == name {
			out = append(out, d)
		}
	}
	return out
}

// Named returns the element with an id, or an empty one.
func Named(n *html.Node, id string) *html.Node {
	for d := range n.Descendants() {
		if Attr(d, "id") == id {
			return d
		}
	}
	return &html.Node{}
}

// OfClass returns the first element of a class, or an empty one.
func OfClass(n *html.Node, class string) *html.Node {
	for d := range n.Descendants() {
		if d.Type == html.ElementNode && slices.Contains(strings.Fields(Attr(d, "class")), class) {
			return d
		}
	}
	return &html.Node{}
}

// Attr returns the value of an attribute, or "".
func Attr(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func hasAttr(n *html.Node, name string) bool {
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == name })
}

// Words returns the text of an element, on one line.
func Words(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data + " ")
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// Filled returns what a form would send as it stands.
func Filled(form *html.Node) url.Values {
	out := url.Values{}
	for _, x := range Elements(form, "input") {
		if Attr(x, "type") == "checkbox" && !hasAttr(x, "checked") {
			continue
		}
		out.Add(Attr(x, "name"), Attr(x, "value"))
	}
	for _, s := range Elements(form, "select") {
		value := ""
		for i, o := range Elements(s, "option") {
			if i == 0 || hasAttr(o, "selected") {
				value = Attr(o, "value")
			}
		}
		out.Add(Attr(s, "name"), value)
	}
	return out
}
