package cli

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/fray/model"
	"example.org/fray/saves"
	"example.org/fray/ui"
	"example.org/fray/ui/start"
)

func TestShelf(t *testing.T) {
	h := newHome(t)
	s := &app{env: h.env}
	shelf := tableStore(s)
	sit := func(opened start.Table, err error) ui.Config {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return opened.(ui.Config)
	}
	leave := func(cfg ui.Config) {
		t.Helper()
		if err := cfg.Close(); err != nil {
			t.Fatal(err)
		}
	}

	cfg := sit(shelf.Make("../North ./.. Side", "d6"))
	if filepath.Dir(cfg.Tables.Path) != h.saves {
		t.Errorf("a name leads out of the folder: %s", cfg.Tables.Path)
	}
	if _, err := cfg.Game.Do(cfg.Seat, model.Join{Character: model.Character{Name: "Rook"}}); err != nil {
		t.Fatal(err)
	}
	leave(cfg)

	list, err := shelf.List()
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	is := list[0]
	if is.Path != cfg.Tables.Path || is.System != "D6 System" || len(is.Characters) != 1 || is.Characters[0] != "Rook" || is.Events < 2 || is.Played.IsZero() {
		t.Errorf("%+v", is)
	}

	copied := filepath.Join(t.TempDir(), "north.json")
	out := h.fray("", "export", cfg.Tables.Path).out
	if err := os.WriteFile(copied, []byte(out), 0o644); err != nil {
		t.Fatal(err)
	}
	second := sit(shelf.Import(copied))
	if second.Tables.Path == cfg.Tables.Path || !strings.Contains(second.News, "imported to") {
		t.Errorf("%s, %q", second.Tables.Path, second.News)
	}
	if err := shelf.Delete(second.Tables.Path); err == nil {
		t.Error("a table that is open was deleted")
	}
	leave(second)
	if err := shelf.Delete(second.Tables.Path); err != nil {
		t.Error(err)
	}
	leave(sit(shelf.Open(cfg.Tables.Path)))

	demo := sit(shelf.Demo(true))
	if !demo.Guided || demo.Tables.Path != "" || demo.Keep != nil {
		t.Errorf("the demo: %+v", demo)
	}
	leave(demo)
	if _, err := shelf.Import(copied + "x"); err == nil {
		t.Error("a file that is not there was imported")
	}

	torn := filepath.Join(h.saves, "torn.fray")
	if err := os.WriteFile(torn, []byte("nothing"), 0o644); err != nil {
		t.Fatal(err)
	}
	list, err = shelf.List()
	if err != nil || len(list) != 2 {
		t.Fatal(list, err)
	}
	for _, sp := range list {
		if (sp.Path == torn) != (sp.Problem != "") {
			t.Errorf("%s: %q", sp.Path, sp.Problem)
		}
	}
}

// TestBackAtOnce leaves a table and opens it again at once: that must wait until it is
// closed, and then be able to write.
func TestBackAtOnce(t *testing.T) {
	h := newHome(t)
	a := &app{env: h.env, saves: t.TempDir()}
	shelf := tableStore(a)
	made, err := shelf.Make("Docks", "d6")
	if err != nil {
		t.Fatal(err)
	}
	first := made.(ui.Config)
	closed := make(chan error, 1)
	go func() { closed <- first.Close() }()
	again, err := shelf.Open(first.Tables.Path)
	if err != nil {
		t.Fatal(err)
	}
	cfg := again.(ui.Config)
	if why := cfg.Game.(*saves.Live).Why(); why != nil {
		t.Errorf("it can only be looked at: %v", why)
	}
	if err := errors.Join(<-closed, cfg.Close()); err != nil {
		t.Error(err)
	}
}
