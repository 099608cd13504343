package cli

import (
	"strings"
	"testing"
)

// TestAReleaseSaysWhichItIs checks that a release shows its version, and that the man page
// has the date of the release.
func TestAReleaseSaysWhichItIs(t *testing.T) {
	defer func(v, day string) { release, released = v, day }(release, released)
	release, released = "v7.8.9", "2031-02-03"
	h := newHome(t)
	if r := h.fray("", "--version"); r.status != done || !strings.HasPrefix(r.out, "fray v7.8.9 ") {
		t.Errorf("status %d, %q", r.status, r.out)
	}
	if d := document[versionJSON](t, h.fray("", "--version", "--json")); d.Version != "v7.8.9" || d.Time == "" {
		t.Errorf("got %+v", d)
	}
	r := h.fray("", "man")
	head, rest, _ := strings.Cut(r.out, "\n")
	if r.status != done || !strings.HasPrefix(head, `.TH FRAY 1 "2031-02-03"`) {
		t.Errorf("status %d, %q", r.status, head)
	}
	if !strings.Contains(rest, "tracks whose turn it is, and logs everything") {
		t.Errorf("its paragraphs are cut at the ends of lines:\n%s", rest)
	}
}
