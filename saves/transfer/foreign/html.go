package foreign

import (
	"html"
	"strings"
)

// plain gives the text of a description in HTML. Tags that end a paragraph end
// a line; what is not meant to be read, such as a script, is left out.
func plain(s string) string {
	var b strings.Builder
	for s != "" {
		i := strings.IndexByte(s, '<')
		if i < 0 {
			b.WriteString(s)
			break
		}
		b.WriteString(s[:i])
		s = s[i:]
		if !tagBegins(s) {
			b.WriteByte('<')
			s = s[1:]
			continue
		}
		var name string
		name, s = tag(s)
		switch name {
		case "script", "style":
			s = behind(s, "</"+name)
		case "br", "/p", "/div", "/li", "/tr", "/h1", "/h2", "/h3", "/h4", "/ul", "/ol", "/table":
			b.WriteByte('\n')
		case "td", "th":
			b.WriteByte(' ')
		}
	}
	var lines []string
	for l := range strings.SplitSeq(html.UnescapeString(b.String()), "\n") {
		if l = strings.Join(strings.Fields(l), " "); l != "" {
			lines = append(lines, l)
		}
	}
	return strings.Join(lines, "\n")
}

// tagBegins tells a tag from a < that means less.
func tagBegins(s string) bool {
	if len(s) < 2 {
		return false
	}
	c := s[1]
	return c == '/' || c == '!' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// tag takes a tag off the front: its name, and what follows it. One that does
// not end takes all.
func tag(s string) (name, rest string) {
	if strings.HasPrefix(s, "<!--") {
		return "", behind(s, "-->")
	}
	end := strings.IndexByte(s, '>')
	if end < 0 {
		return "", ""
	}
	name = s[1:end]
	if i := strings.IndexAny(name, " \t\r\n"); i >= 0 {
		name = name[:i]
	}
	return strings.ToLower(strings.TrimSuffix(name, "/")), s[end+1:]
}

// behind is what follows the next mark, "" where there is none.
func behind(s, mark string) string {
	i := strings.Index(strings.ToLower(s), mark)
	if i < 0 {
		return ""
	}
	if i += len(mark); mark == "-->" {
		return s[i:]
	}
	if end := strings.IndexByte(s[i:], '>'); end >= 0 {
		return s[i+end+1:]
	}
	return ""
}
