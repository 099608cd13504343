package uitest

import (
	"regexp"
	"strings"
)

// EveryHostileName returns some hundred names that a stranger may give to whatever has one: as
// paths, patterns, options, devices, addresses, markup, queries, and to steer a terminal.
func EveryHostileName() []string {
	return append([]string{
		"../../evil", "../evil.fray", "./y", "/tmp/evil", "/etc/passwd", "..", ".", "...", "/", "//host/share/x", `..\..\evil`, `C:\evil`, `C:evil`, `\\host\share\x`, `Ann\Bob`, "Ann/Bob", "a/../../b", "~/evil", "~root", "$HOME/evil", "%HOMEPATH%",
		"-rf", "--help", "--saves=/tmp", "-", "@file", "@everyone", "#1", "!!", "*", "?", "[a-z]*", "{a,b}", "a*b?c[d]", "**/*", `\`, `trail\`, "trail/", ".hidden", ".fray", "x.fray", "x.fray.backups", "x.json", "vault.fray.index",
		"con", "CON", "nul", "NUL.txt", "com1", "LPT9", "aux.fray", "prn", "conin$", "trailing. . .", "trailing   ", "   leading", "tab\there", "x:stream", "a|b", "a;b", "a&b", "`id`", "$(id)", "a\nb", "a\r\nb", "a\x00b", "\x1b[2J\x1b]0;title\x07", "\x1b]52;c;eA==\x07", "\x9b2J", "\u009b31m", "\u202eright to left", "\u2066isolate\u2069", "\u200b\u200d\ufeff", "e\u0301\u0301\u0301", "\xff\xfe\xfd",
		"<script>alert(1)</script>", `"><img src=x onerror=alert(1)>`, "&lt;b&gt;", "javascript:alert(1)", "http://evil.example/x", "ssh://evil.example", "postgres://u:p@h/d", "store:vault", "file:///etc/passwd",
		"'; DROP TABLE lines; --", `" or 1=1`, "Robert'); --", "%s%n%d", "%!v(x)", "{{.}}", "${jndi:x}", "=1+1", "null", "true", "0", "-1", "1e999", "NaN",
		"سيرافيم", "세라프 수호자", "👩‍👩‍👧‍👦🏴󠁧󠁢󠁳󠁣󠁴󠁿", strings.Repeat("x", 300), strings.Repeat("é", 60), strings.Repeat("../", 100) + "x",
		`'onmouseover='alert(1)`, `</title><h1>x`, `</textarea><form action=//evil.example>`, `{{.}}{{template "page" .}}`, "<svg/onload=alert(1)>", "a\u202eb", "\x1b[31mred", "a\u200bb", `-->`, `]]>`, `<a href=/leave>click`, "\x00\x01", `</option><option value=x selected>`,
		`<base href=//evil.example>`, `${7*7}`, "\u2028data: x",
	}, HostileNames...)
}

// Steering matches what would steer a terminal or turn the writing of other words round, and
// must not stand in what people are shown: control characters but for the ends of lines, and
// marks of direction.
var Steering = regexp.MustCompile("[\x00-\x08\x0b-\x1f\x7f\u0080-\u009f\u202a-\u202e\u2066-\u2069]")
