package enginetest_test

import (
	"maps"
	"slices"
	"strings"
)

// importRow is a row of the import table: which packages those of dir may
// import. A pattern is a path, or a path and everything below it: "ui/...".
// Patterns of ours leave the module path out.
type importRow struct {
	dir    string
	ours   string // patterns of this module
	libs   string // patterns of other modules
	never  string // patterns of the standard library
	except string // ours, but not these
	fix    string // what to do about a violation
}

const (
	// impureLibrary is what a rule must not use of the standard library: clocks,
	// random numbers, disks, networks and concurrency.
	impureLibrary = "os/... time/... math/rand/... crypto/rand net/... sync/... context log/... database/... syscall/... unsafe"

	charmLibraries = "github.com/charmbracelet/... github.com/NimbleMarkets/ntcharts/... github.com/sahilm/fuzzy " +
		"github.com/aymanbagabas/go-osc52/... github.com/muesli/... github.com/mattn/go-runewidth github.com/rivo/uniseg " +
		"golang.org/x/text/... golang.org/x/term golang.org/x/sys/..."

	testLibraries = "pgregory.net/rapid github.com/creack/pty github.com/hinshun/vt10x github.com/chromedp/... rsc.io/qr " +
		"github.com/charmbracelet/x/exp/... github.com/rogpeppe/go-internal/..."
)

// importTable has a row for each package or tree of packages. The first row
// that matches counts.
var importTable = []importRow{
	{
		dir:   "engine",
		ours:  "engine/internal/odds",
		never: impureLibrary,
		fix:   "engine is pure and imports engine/internal/odds alone: hand the rest in as a value",
	},
	{
		dir:   "engine/internal/odds",
		never: impureLibrary,
		fix:   "odds imports nothing of ours: it takes a function that runs a rule with given answers",
	},
	{
		dir:   "engine/plays",
		ours:  "engine",
		never: impureLibrary,
		fix:   "a play is text: it knows engine, and no rulebook that it may be for",
	},
	{
		dir:   "engine/kit",
		ours:  "engine",
		never: strings.Replace(impureLibrary, "sync/... ", "", 1), // a table that is read when it is first looked at
		fix:   "kit is what rulebooks share: it knows engine, and none of them",
	},
	{
		dir:  "engine/enginetest/...",
		ours: "engine engine/plays",
		fix:  "the exam knows engine and no rulebook: it is handed a system",
	},
	{
		dir:   "engine/systems",
		ours:  "engine/...",
		never: impureLibrary,
		fix:   "systems lists the rulebooks and does nothing else",
	},
	{
		dir:   "engine/script",
		ours:  "engine engine/dice",
		libs:  "go.starlark.net/...",
		never: strings.Replace(impureLibrary, "sync/... ", "", 1), // counts of odds at the same time share what is kept of a text
		fix:   "script makes rulebooks of text: it knows engine, how dice are written, and the language",
	},
	{
		dir:   "engine/books",
		never: impureLibrary,
		fix:   "books are texts: whoever plays them reads them with engine/script",
	},
	{
		dir:   "engine/...",
		ours:  "engine engine/kit", // and what lies below it
		never: impureLibrary,
		fix:   "a rulebook imports engine, engine/kit and embed: ask for dice and decisions through *engine.Roll, what two rulebooks share goes into engine/kit",
	},
	modelRow("model", "", "model imports engine, none of its own subpackages, and does no I/O: hand the rest in as a value"),
	modelRow("model/decide", "model", "decide imports model and engine alone: what a seat sees is made in view"),
	{
		dir:   "model/markup",
		never: strings.Replace(impureLibrary, "net/... ", "", 1), // addresses are read
		fix:   "markup writes what it is given, and knows nothing of ours",
	},
	modelRow("model/view", "model", "view imports model and engine alone: what may be done is decided in decide"),
	{
		dir:   "model/scene",
		ours:  "engine model model/decide model/view model/phrase model/simulate",
		never: strings.NewReplacer("sync/... ", "", "time/... ", "").Replace(impureLibrary), // what lists have counted is shared
		fix:   "a scene is values made of the model: whoever writes it has the screen",
	},
	modelRow("model/phrase", "model engine/plays", "phrase imports model, engine and the text of plays"),
	{
		dir: "model/phrase/lexicon",
		fix: "lexicon is a program that makes the words of phrase out of WordNet's files",
	},
	{
		dir:   "model/simulate",
		ours:  "model model/decide model/view model/phrase engine",
		never: "os/... crypto/rand net/... log/... database/... syscall/... unsafe",
		fix:   "simulate works over the exported functions of the packages of the model, and draws dice of its own",
	},
	modelRow("model/amend", "model model/decide model/view model/phrase", "amend works over the exported functions of model, decide and view"),
	{
		dir:   "saves/fairdice",
		ours:  "model engine",
		never: "os/... crypto/rand net/... sync/... context log/... database/... syscall/... unsafe",
		fix:   "fairdice knows the model, and no file or store: seeds are handed in",
	},
	{
		dir:  "saves/transfer",
		ours: "model/... engine saves saves/fairdice saves/unfinished saves/transfer/...",
		fix:  "transfer reads lines and appends them: it does not know how a log is stored",
	},
	{
		dir:  "saves/transfer/foreign",
		ours: "model engine",
		fix:  "foreign makes a character of a file that is handed in",
	},
	{
		dir:  "saves",
		ours: "model/... engine saves/fairdice",
		fix:  "a live table knows a log and an index by what they do: how they are stored is tied in by ui/cli",
	},
	{
		dir:  "saves/logfile",
		ours: "model saves saves/remember saves/unfinished",
		libs: "github.com/adrg/xdg golang.org/x/sys/...",
		fix:  "logfile keeps lines, and knows nothing of what they say but names and times",
	},
	{
		dir:  "saves/unfinished",
		libs: "golang.org/x/sys/...",
		fix:  "a file that is not whole yet is a file, whatever it will hold",
	},
	{
		dir:  "saves/postgres/...",
		ours: "model saves/...",
		libs: "github.com/jackc/pgx/v5/...",
		fix:  "postgres keeps lines and records, and knows nothing of what they say",
	},
	{
		dir:  "saves/...",
		ours: "model/... engine saves/...",
		fix:  "what is below saves imports model and engine: rulebooks and screens are tied in by ui/cli",
	},
	{dir: "ui/cli/...", ours: "...", libs: "..."},
	{dir: "ui/serve/...", ours: "...", libs: "..."},
	{
		dir:  "ui/web/...",
		ours: "engine model/... ui/clean ui/game ui/people ui/replay ui/screen ui/serve",
		fix:  "pages write what model/scene says: what they need of the terminal's rooms belongs there",
	},
	{
		dir:  "ui/early",
		libs: "github.com/charmbracelet/lipgloss",
		fix:  "early must be ready to initialise as soon as Lip Gloss is: see its doc",
	},
	{
		dir:  "ui/clean",
		libs: "github.com/charmbracelet/x/ansi",
		fix:  "clean makes text safe to be shown, and knows nothing of what it says",
	},
	{
		dir:  "ui/game",
		ours: "model",
		fix:  "game is the table as those who show it need it: what is behind it is tied in by ui/cli",
	},
	screenRow("ui/screen/...", ""),
	screenRow("ui/kit/...", "ui/clean"),
	screenRow("ui/picker/...", "ui/kit"),
	screenRow("ui/pane/...", "ui/kit ui/picker ui/game"),
	screenRow("ui/form/...", "ui/kit ui/picker ui/pane"),
	screenRow("ui/sheet/...", "ui/kit ui/pane ui/form"),
	screenRow("ui/act/...", "ui/kit ui/picker ui/pane ui/form ui/replay ui/game"),
	screenRow("ui/people/...", "ui/kit ui/picker ui/pane ui/form ui/sheet"),
	screenRow("ui/start/...", "ui/kit ui/picker ui/pane ui/form"),
	{
		dir:  "ui/lines",
		ours: "model/... engine ui/clean ui/game ui/people ui/replay",
		fix:  "lines write what model/scene says: what they need of the terminal's rooms belongs there",
	},
	screenRow("ui/replay/...", "ui/kit"),
	screenRow("ui/prompt/...", "ui/kit ui/picker ui/pane ui/act ui/people"),
	screenRow("ui", "ui/prompt ui/early ui/screen ui/kit ui/picker ui/pane ui/form ui/sheet ui/act ui/people ui/start ui/replay ui/game"),
	{
		dir:  "ui/uitest",
		ours: "engine engine/books engine/dice engine/script engine/supermen engine/systems model/... ui/kit ui/pane ui/game",
		libs: "github.com/charmbracelet/bubbletea github.com/charmbracelet/lipgloss github.com/charmbracelet/x/ansi github.com/muesli/termenv golang.org/x/net/html",
		fix:  "uitest is what the tests of the screen share: of ui it knows what every overlay is made of, pane and kit",
	},
	{dir: ".", ours: "...", libs: "..."},
}

// modelRow is the row of a part of the model, with what of ours it may import
// beside engine.
func modelRow(dir, ours, fix string) importRow {
	return importRow{
		dir:   dir,
		ours:  "engine " + ours,
		never: strings.ReplaceAll(impureLibrary, "time/... ", ""),
		fix:   fix,
	}
}

// screenRow is the row of a package of ui, with those of ui that it may import.
func screenRow(dir, below string) importRow {
	return importRow{
		dir:   dir,
		ours:  "model/... engine engine/plays " + below,
		libs:  charmLibraries,
		never: "database/...",
		fix:   "a package of ui imports model, engine, those of ui that its row names and the Charm libraries: the rest is handed in by ui/cli",
	}
}

// rowForTests returns the row of the tests of a package: they may also import
// all of the standard library, the libraries for tests and any package of ours,
// except that tests below engine import nothing above it.
func rowForTests(r importRow) importRow {
	r.never, r.except = "", ""
	r.libs += " " + testLibraries
	r.ours = "..."
	r.fix = "see importTable for what a test may import here"
	if r.dir == "engine" || strings.HasPrefix(r.dir, "engine/") {
		r.ours = "engine/..."
	}
	if r.dir == "ui/web/..." { // they serve pages, and read what is served
		r.libs += " ..."
	}
	if r.dir == "ui/early" {
		r.libs += " " + charmLibraries
	}
	return r
}

// imports holds every import to the table.
func (c *sourceTree) imports() []violation {
	var found []violation
	for _, f := range c.files {
		row, ok := importRowOf(f.dir)
		if !ok {
			found = append(found, c.violation(f.ast, "move it below engine, model, saves or ui", "package %s is not in the import table", f.dir))
			continue
		}
		if f.test {
			row = rowForTests(row)
		}
		for _, spec := range f.ast.Imports {
			name := strings.Trim(spec.Path.Value, "`\"")
			if !row.admits(f.dir, name) {
				found = append(found, c.violation(spec, row.fix, "%s must not import %s", f.path, name))
			}
		}
	}
	return found
}

// circles reports each circle of packages that import each other, once. The
// imports of tests do not count.
func (c *sourceTree) circles() []violation {
	imports := map[string][]string{}
	at := map[string]*sourceFile{}
	for _, f := range c.files {
		if f.test {
			continue
		}
		if at[f.dir] == nil {
			at[f.dir] = f
		}
		for _, spec := range f.ast.Imports {
			if ours, ok := strings.CutPrefix(strings.Trim(spec.Path.Value, "`\""), modulePath+"/"); ok {
				imports[f.dir] = append(imports[f.dir], ours)
			}
		}
	}
	var found []violation
	done := map[string]bool{}
	var path []string
	var follow func(dir string)
	follow = func(dir string) {
		if i := slices.Index(path, dir); i >= 0 {
			found = append(found, c.violation(at[dir].ast, "move what both need into a package below them", "%s import each other in a circle", strings.Join(path[i:], ", ")))
			return
		}
		if done[dir] {
			return
		}
		path = append(path, dir)
		for _, next := range imports[dir] {
			follow(next)
		}
		path = path[:len(path)-1]
		done[dir] = true
	}
	for _, dir := range slices.Sorted(maps.Keys(at)) {
		follow(dir)
	}
	return found
}

// importRowOf returns the row for the package in dir, false where there is none.
func importRowOf(dir string) (importRow, bool) {
	for _, r := range importTable {
		if matches(r.dir, dir) {
			return r, true
		}
	}
	return importRow{}, false
}

// admits reports whether a package in dir may import name.
func (r importRow) admits(dir, name string) bool {
	if name == modulePath || strings.HasPrefix(name, modulePath+"/") {
		ours := strings.TrimPrefix(strings.TrimPrefix(name, modulePath), "/")
		own := strings.HasPrefix(dir, "engine/") && matches(dir+"/...", ours)
		return (own || matches(r.ours, ours)) && !matches(r.except, ours)
	}
	first, _, _ := strings.Cut(name, "/")
	if strings.Contains(first, ".") {
		return matches(r.libs, name)
	}
	return name != "C" && !matches(r.never, name)
}

// matches reports whether one of the patterns matches the path.
func matches(patterns, name string) bool {
	for p := range strings.FieldsSeq(patterns) {
		tree, below := strings.CutSuffix(p, "...")
		if name == strings.TrimSuffix(tree, "/") || below && strings.HasPrefix(name, tree) {
			return true
		}
	}
	return false
}
