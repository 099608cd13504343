package enginetest

import (
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"example.org/fray/engine"
)

var update = flag.Bool("chapters", false, "write a rulebook's table of chapters anew")

// TestChapters holds a rulebook in a folder to its book: every heading of
// testdata/headings.txt is named in the doc comment of a rule and in a play,
// and no other heading is. The table of it is the rulebook's chapters.tsv, kept
// by -chapters. A heading is named so, in code and in a comment of a play:
//
//	// dare throws for the risk. Chapter "Taking Risks".
//	# Chapters "Dice Rolls" and "Taking Risks".
func TestChapters(t *testing.T, sys *engine.System, dir string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "testdata", "headings.txt"))
	if err != nil {
		t.Fatal(err)
	}
	b := &chapterIndex{t: t, dir: dir, headings: strings.FieldsFunc(string(text), func(r rune) bool { return r == '\n' }),
		code: map[string][]string{}, plays: map[string][]string{}}
	b.readCode()
	b.readPlays()
	b.actions(sys)
	want := b.table()
	file := filepath.Join(dir, "chapters.tsv")
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got, _ := os.ReadFile(file); string(got) != want {
		t.Errorf("%s is not what the code and the plays say: write it anew with go test -run TestChapters -chapters", file)
	}
	if sys.Chapters != want {
		t.Error("the rulebook does not publish its table of chapters: embed chapters.tsv, and give it to the System")
	}
}

// chapterIndex is where the headings of a book are named.
type chapterIndex struct {
	t        *testing.T
	dir      string
	headings []string            // in the order of the book
	code     map[string][]string // files, by heading
	plays    map[string][]string // plays, by heading
}

var (
	marked  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`Chapters? ("[^"]+"(?:(?:,| and) "[^"]+")*)`) })
	heading = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`"([^"]+)"`) })
)

// named returns the headings that a comment names.
func named(comment string) []string {
	var out []string
	for _, m := range marked().FindAllStringSubmatch(strings.Join(strings.Fields(comment), " "), -1) {
		for _, h := range heading().FindAllStringSubmatch(m[1], -1) {
			out = append(out, h[1])
		}
	}
	return out
}

func (b *chapterIndex) mark(in map[string][]string, comment, place string) {
	for _, h := range named(comment) {
		if !slices.Contains(b.headings, h) {
			b.t.Errorf("%s names the chapter %q, which testdata/headings.txt does not have", place, h)
		}
		if !slices.Contains(in[h], place) {
			in[h] = append(in[h], place)
		}
	}
}

func (b *chapterIndex) readCode() {
	files, err := filepath.Glob(filepath.Join(b.dir, "*.go"))
	if err != nil {
		b.t.Fatal(err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
		if err != nil {
			b.t.Fatal(err)
		}
		for _, d := range f.Decls {
			var doc *ast.CommentGroup
			switch d := d.(type) {
			case *ast.FuncDecl:
				doc = d.Doc
			case *ast.GenDecl:
				doc = d.Doc
			}
			b.mark(b.code, doc.Text(), filepath.Base(file))
		}
	}
}

func (b *chapterIndex) readPlays() {
	for _, pattern := range []string{"*.play", "table/*.play"} {
		files, err := filepath.Glob(filepath.Join(b.dir, "testdata", filepath.FromSlash(pattern)))
		if err != nil {
			b.t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				b.t.Fatal(err)
			}
			var comments strings.Builder
			for line := range strings.Lines(string(text)) {
				if words, ok := strings.CutPrefix(line, "#"); ok {
					comments.WriteString(words)
				}
			}
			place, _ := filepath.Rel(filepath.Join(b.dir, "testdata"), file)
			b.mark(b.plays, comments.String(), filepath.ToSlash(place))
		}
	}
}

// actions reports actions whose chapter is no heading. Of "Ability Rolls: Jump Roll"
// the last part must be one.
func (b *chapterIndex) actions(sys *engine.System) {
	for _, a := range sys.Actions {
		parts := strings.Split(a.Chapter, ": ")
		if last := parts[len(parts)-1]; last != engine.OurRuling && !slices.Contains(b.headings, last) {
			b.t.Errorf("the chapter of %s is %q, which testdata/headings.txt does not have", a.ID, a.Chapter)
		}
	}
}

func (b *chapterIndex) table() string {
	var out strings.Builder
	for _, h := range b.headings {
		if b.code[h] == nil {
			b.t.Errorf("no rule's doc comment names the chapter %q", h)
		}
		if b.plays[h] == nil {
			b.t.Errorf("no play's comment names the chapter %q", h)
		}
		out.WriteString(h + "\t" + strings.Join(b.code[h], " ") + "\t" + strings.Join(b.plays[h], " ") + "\n")
	}
	return out.String()
}
