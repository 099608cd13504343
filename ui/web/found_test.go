package web_test

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"sync/atomic"
	"testing"

	"example.org/fray/saves"
	"example.org/fray/ui/serve"
	"example.org/fray/ui/serve/servetest"
)

// unsure is a log that says once that it does not know whether it has saved something, and has.
type unsure struct {
	saves.Log
	next atomic.Bool
}

func (u *unsure) Append(ctx context.Context, after uint64, lines []saves.Line) error {
	err := u.Log.Append(ctx, after, lines)
	if err == nil && u.next.Swap(false) {
		return &saves.Unsure{Err: io.ErrUnexpectedEOF}
	}
	return err
}

// storeOf is a store that makes a log so.
type storeOf struct {
	saves.Store
	log *unsure
}

func (s storeOf) Create(ctx context.Context, name string) (saves.Log, error) {
	var err error
	s.log.Log, err = s.Store.Create(ctx, name)
	return s.log, err
}

// TestFateOfAnActOnPages checks that an act of which it is not known whether it was saved is told on
// the page that it was done on, and what became of it at the top of every page until it was read.
func TestFateOfAnActOnPages(t *testing.T) {
	folder, log := servetest.NewFolder(t), &unsure{}
	folder.Tables.Store = storeOf{folder.Store, log}
	h := openIn(t, folder, "d6", 2, serve.Web{}, serve.Quota{}, nil)
	b := h.comes("Mira", 0)
	says := func(words string) {
		b.opens("/")
		b.sends("Send", "to", "all", "text", words)
	}
	log.next.Store(true)
	says("Is anybody there?")
	if b.status != http.StatusUnprocessableEntity {
		t.Errorf("status %d", b.status)
	}
	b.sees("it is not known whether this was saved")
	const fate = "What was done while the store did not answer was saved after all"
	for _, at := range []string{"/", "/sheet", "/log", "/dice", "/more"} {
		b.opens(at)
		b.sees("About this table", fate)
	}
	b.does(http.MethodPost, "/read", url.Values{"form": {formToken(b)}, "read": {"0123456789ab"}})
	b.sees(fate) // that was another page
	b.sends("I have read it")
	if b.at.Path != "/" {
		t.Errorf("it leads to %s", b.at)
	}
	b.never("About this table")
	b.opens("/more")
	b.sees(fate)
	says("Fine.")
	b.never("saved after all")
}

// formToken is what the forms of a page hold to show that they are its own.
func formToken(b *browser) string {
	_, form, ok := b.form("I have read it")
	if !ok {
		b.Fatalf("there is no such form: %s", words(b.page))
	}
	return form.Get("form")
}
