package enginetest_test

import (
	"maps"
	"slices"
	"strings"
)

// houseRoom is a row of the import table. A pattern is a path, or a path and
// everything below it: "ui/...". Patterns of ours leave the module path out.
type houseRoom struct {
	dir    string
	ours   string // patterns of this module
	libs   string // patterns of other modules
	never  string // patterns of the standard library
	except string // ours, but not these
	fix    string // what to do about a breach
}

const (
	// Clocks, dice, disks, networks and concurrency: what a rule must not know.
	houseOutside = "os/... time/... math/rand/... crypto/rand net/... sync/... context log/... database/... syscall/... unsafe"

	houseCharm = "github.com/charmbracelet/... github.com/NimbleMarkets/ntcharts/... github.com/sahilm/fuzzy " +
		"github.com/aymanbagabas/go-osc52/... github.com/muesli/... github.com/mattn/go-runewidth github.com/rivo/uniseg " +
		"golang.org/x/text/... golang.org/x/term golang.org/x/sys/..."

	houseExam = "pgregory.net/rapid github.com/creack/pty github.com/hinshun/vt10x " +
		"github.com/charmbracelet/x/exp/... github.com/rogpeppe/go-internal/..."
)

// The first row that fits counts.
var houseRooms = []houseRoom{
	{
		dir:   "engine",
		ours:  "engine/internal/odds",
		never: houseOutside,
		fix:   "engine is pure and imports engine/internal/odds alone: hand the rest in as a value",
	},
	{
		dir:   "engine/internal/odds",
		never: houseOutside,
		fix:   "odds imports nothing of ours: it takes a function that runs a rule with given answers",
	},
	{
		dir:   "engine/playfile",
		ours:  "engine",
		never: houseOutside,
		fix:   "a play is text: it knows engine, and no rulebook that it may be for",
	},
	{
		dir:  "engine/enginetest/...",
		ours: "engine engine/playfile",
		fix:  "the exam knows engine and no rulebook: it is handed a system",
	},
	{
		dir:   "engine/systems",
		ours:  "engine/...",
		never: houseOutside,
		fix:   "systems lists the rulebooks and does nothing else",
	},
	{
		dir:   "engine/...",
		ours:  "engine", // and what lies below it
		never: houseOutside,
		fix:   "a rulebook imports engine and embed: ask for dice and decisions through *engine.Roll, copy what two rulebooks share",
	},
	houseModel("model", "", "model imports engine, none of its own subpackages, and does no I/O: hand the rest in as a value"),
	houseModel("model/decide", "model", "decide imports model and engine alone: what a seat sees is made in view"),
	houseModel("model/view", "model", "view imports model and engine alone: what may be done is decided in decide"),
	houseModel("model/phrase", "model engine/playfile", "phrase imports model, engine and the text of plays"),
	houseModel("model/amend", "model model/decide model/view model/phrase", "amend works over the exported functions of model, decide and view"),
	{
		dir:  "saves/...",
		ours: "model/... engine engine/playfile saves/...",
		libs: "github.com/ncruces/go-sqlite3/... github.com/adrg/xdg",
		fix:  "saves imports model, engine, SQLite and the data folder's place: rulebooks and screens are tied in by ui/cli",
	},
	{dir: "ui/cli/...", ours: "...", libs: "..."},
	{dir: "ui/serve/...", ours: "...", libs: "..."},
	{
		dir:  "ui/early",
		libs: "github.com/charmbracelet/lipgloss",
		fix:  "early must be ready to initialise as soon as Lip Gloss is: see its doc",
	},
	houseScreen("ui/turn", ""),
	houseScreen("ui/screen/...", "ui/turn"),
	houseScreen("ui/kit/...", ""),
	houseScreen("ui/pane/...", "ui/kit"),
	houseScreen("ui/paper/...", "ui/kit ui/pane"),
	houseScreen("ui/act/...", "ui/kit ui/pane ui/paper ui/turn"),
	houseScreen("ui/people/...", "ui/kit ui/pane ui/paper"),
	houseScreen("ui/start/...", "ui/kit ui/pane ui/paper"),
	houseScreen("ui/lines/...", "ui/kit ui/pane ui/act"),
	houseScreen("ui/prompt/...", "ui/kit ui/pane ui/act ui/people"),
	houseScreen("ui", "ui/prompt ui/early ui/screen ui/kit ui/pane ui/paper ui/act ui/people ui/start ui/lines"),
	{
		dir:  "ui/uitest",
		ours: "engine engine/dice engine/supermen engine/systems model/...",
		libs: "github.com/charmbracelet/bubbletea",
		fix:  "uitest is a table without a disk for the rooms' tests: it knows no room",
	},
	{dir: ".", ours: "...", libs: "..."},
}

// houseModel is a part of the model, with what of ours it may import beside engine.
func houseModel(dir, ours, fix string) houseRoom {
	return houseRoom{
		dir:   dir,
		ours:  "engine " + ours,
		never: strings.ReplaceAll(houseOutside, "time/... ", ""),
		fix:   fix,
	}
}

// houseScreen is a room of the screen, with the rooms of it that lie below.
func houseScreen(dir, below string) houseRoom {
	return houseRoom{
		dir:   dir,
		ours:  "model/... engine engine/playfile " + below,
		libs:  houseCharm,
		never: "database/...",
		fix:   "the screen imports model, engine, the rooms of the screen below and the Charm libraries: the rest is handed in by ui/cli",
	}
}

// houseTests widens a room for its tests: all of the standard library, the
// exam's libraries, and ours, though below engine nothing above it.
func houseTests(r houseRoom) houseRoom {
	r.never, r.except = "", ""
	r.libs += " " + houseExam
	r.ours = "..."
	r.fix = "see houseRooms for what a test may import here"
	if r.dir == "engine" || strings.HasPrefix(r.dir, "engine/") {
		r.ours = "engine/..."
	}
	if r.dir == "ui/early" {
		r.libs += " " + houseCharm
	}
	return r
}

func (c *houseCode) imports() []houseBreach {
	var found []houseBreach
	for _, f := range c.files {
		room, ok := houseRoomOf(f.dir)
		if !ok {
			found = append(found, c.breach(f.ast, "move it below engine, model, saves or ui", "package %s is not in the import table", f.dir))
			continue
		}
		if f.test {
			room = houseTests(room)
		}
		for _, spec := range f.ast.Imports {
			name := strings.Trim(spec.Path.Value, "`\"")
			if !room.admits(f.dir, name) {
				found = append(found, c.breach(spec, room.fix, "%s must not import %s", f.path, name))
			}
		}
	}
	return found
}

// circles looks for packages that import each other in a circle, tests aside,
// and names each circle once.
func (c *houseCode) circles() []houseBreach {
	imports := map[string][]string{}
	at := map[string]*houseFile{}
	for _, f := range c.files {
		if f.test {
			continue
		}
		if at[f.dir] == nil {
			at[f.dir] = f
		}
		for _, spec := range f.ast.Imports {
			if ours, ok := strings.CutPrefix(strings.Trim(spec.Path.Value, "`\""), houseModule+"/"); ok {
				imports[f.dir] = append(imports[f.dir], ours)
			}
		}
	}
	var found []houseBreach
	done := map[string]bool{}
	var path []string
	var follow func(dir string)
	follow = func(dir string) {
		if i := slices.Index(path, dir); i >= 0 {
			found = append(found, c.breach(at[dir].ast, "move what both need into a package below them", "%s import each other in a circle", strings.Join(path[i:], ", ")))
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

func houseRoomOf(dir string) (houseRoom, bool) {
	for _, r := range houseRooms {
		if houseFits(r.dir, dir) {
			return r, true
		}
	}
	return houseRoom{}, false
}

func (r houseRoom) admits(dir, name string) bool {
	if name == houseModule || strings.HasPrefix(name, houseModule+"/") {
		ours := strings.TrimPrefix(strings.TrimPrefix(name, houseModule), "/")
		own := strings.HasPrefix(dir, "engine/") && houseFits(dir+"/...", ours)
		return (own || houseFits(r.ours, ours)) && !houseFits(r.except, ours)
	}
	first, _, _ := strings.Cut(name, "/")
	if strings.Contains(first, ".") {
		return houseFits(r.libs, name)
	}
	return name != "C" && !houseFits(r.never, name)
}

// houseFits reports whether one of the patterns fits the path.
func houseFits(patterns, name string) bool {
	for p := range strings.FieldsSeq(patterns) {
		tree, below := strings.CutSuffix(p, "...")
		if name == strings.TrimSuffix(tree, "/") || below && strings.HasPrefix(name, tree) {
			return true
		}
	}
	return false
}
