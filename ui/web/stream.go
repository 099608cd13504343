package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"example.org/fray/model"
	"example.org/fray/ui/screen"
)

// A stream sends an empty event every beat, which the page answers, so that both ends know that
// the other is there. A client that does not read for writeTimeout is disconnected.
const (
	beat         = 20 * time.Second
	writeTimeout = 10 * time.Second
)

// retry has the page connect again a second after its stream has ended: to another host of the
// same tables, where this one was stopped. A page that has asked only once asks again later.
const (
	retry     = "retry: 1000\n\n"
	retryOnce = "retry: 4000\n\n"
)

// heard answers a page that says that it is there: it answers a beat, or is hidden.
func (s *Site) heard(w http.ResponseWriter, r *http.Request, v *visit) {
	if r.URL.Query().Get("hidden") != "" {
		v.Hide()
	}
	w.WriteHeader(http.StatusNoContent)
}

// update is the present content of a part.
type update struct {
	ID   string `json:"id"`
	HTML string `json:"html"`
}

// events is the event stream of a page. With once it ends with what there is now: so asks a page
// that is seen beside another one, which has the stream.
func (s *Site) events(w http.ResponseWriter, r *http.Request, v *visit) {
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" {
		plainError(w, http.StatusForbidden, "That is for pages of this table.")
		return
	}
	done, ok := v.Stream()
	if !ok {
		plainError(w, http.StatusTooManyRequests, "This browser has this table open too often: close one.")
		return
	}
	defer done()
	out := &stream{w: w, control: http.NewResponseController(w)}
	_ = out.control.SetReadDeadline(time.Time{}) // the request body was read
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no") // a proxy must not buffer
	p, q := v.pages, r.URL.Query()
	once := q.Get("once") != ""
	if once {
		out.write(retryOnce)
	} else {
		out.write(retry)
	}
	changed, stop := v.game.Watch()
	defer stop()
	came, leave := v.Present().Watch()
	defer leave()
	f := follower{visit: v, who: q.Get("who"), all: q.Get("parts") == "all", sent: map[string]string{}}
	after := r.Header.Get("Last-Event-ID")
	if after == "" {
		after = q.Get("since")
	}
	p.mu.Lock()
	f.told = p.refresh(v)
	p.mu.Unlock()
	if f.since = after; positionOf(f.told, after, maxMissed) == 0 {
		f.since = newest(f.told) // do not announce old events
	}
	clock := time.NewTicker(beat)
	defer clock.Stop()
	slow, making := make(chan []update, 1), false
	f.tell(out)
	if once {
		if f.all {
			out.send(f.told, screen.InTurn(f.slowParts), nil)
		}
		out.event("once", newest(f.told), "")
		return
	}
	for out.err == nil {
		if f.stale && !making {
			f.stale, making = false, true
			go func() { slow <- screen.InTurn(f.slowParts) }()
		}
		select {
		case <-r.Context().Done():
			return
		case <-v.Ended():
			if v.Why() == "" { // it has not answered for long: the page comes again
				return
			}
			kind := "gone"
			if v.ComesBack() { // the page connects again by itself, within 5 s
				kind = "told"
			}
			out.event(kind, newest(f.told), v.Why())
			return
		case <-clock.C:
			out.comment()
			continue
		case parts := <-slow:
			making = false
			out.send(f.told, parts, nil)
			continue
		case <-changed:
		case <-came:
		}
		f.tell(out)
	}
}

// maxMissed is how many missed events a page that reconnects can still hear.
const maxMissed = 50

// positionOf returns the position in the seat's log of the event with this id, searching
// the newest most events, or all for 0. It returns 0 if there is none. Positions are not
// stable: they change when a hidden character is revealed.
func positionOf(t model.Table, id string, most int) uint64 {
	n := 0
	for l := range t.Log() {
		if t.EventIDAt(l.Event.Seq) == id {
			return l.Event.Seq
		}
		if n++; n == most {
			break
		}
	}
	return 0
}

// follower tracks what a stream has sent.
type follower struct {
	*visit
	who   string
	all   bool
	told  model.Table
	since string            // id of the newest event that was announced
	sent  map[string]string // tags of the sent parts, by name; guarded by the lock of the pages
	stale bool              // the slow parts were not made since the last change
}

// tell sends the sentences and the quick parts that have changed.
func (f *follower) tell(out *stream) {
	f.pages.throwPending(f.visit)
	names := partNames[:partsOfEveryPage]
	if f.all {
		names = partNames[:quickParts]
	}
	parts, words := f.changed(names, true)
	out.send(f.told, parts, words)
	f.stale = f.all
	if words := f.Told(); words != "" {
		out.event("told", newest(f.told), words)
	}
}

// slowParts renders the parts that take long, and returns those that have changed.
func (f *follower) slowParts(func()) []update {
	parts, _ := f.changed(partNames[quickParts:], false)
	return parts
}

// changed renders parts, and returns those that differ from what was sent. With words it
// also returns the sentences that were not announced yet.
func (f *follower) changed(names []string, words bool) (parts []update, news []string) {
	p := f.pages
	p.mu.Lock()
	defer p.mu.Unlock()
	if words {
		f.told = p.refresh(f.visit)
	}
	at := p.scene(f.visit, f.who)
	for _, name := range names {
		d := p.part(f.visit, at, name, true)
		if f.sent[name] != d.tag {
			f.sent[name] = d.tag
			parts = append(parts, update{name, d.html.String()})
		}
	}
	if id := newest(f.told); words && id != f.since {
		if after := positionOf(f.told, f.since, maxMissed); after > 0 || f.since == "" {
			news = announcements(f.told, after)
		}
		f.since = id
	}
	return parts, news
}

// stream writes server-sent events. After an error it writes nothing more.
type stream struct {
	w       http.ResponseWriter
	control *http.ResponseController
	err     error
}

// send sends parts, and words for screen readers.
func (s *stream) send(t model.Table, parts []update, words []string) {
	if len(parts) > 0 || len(words) > 0 {
		s.event("table", newest(t), struct {
			Parts []update `json:"parts,omitempty"`
			Said  []string `json:"said,omitempty"`
		}{parts, words})
	}
}

func (s *stream) event(kind, id string, what any) {
	b, err := json.Marshal(what)
	if err != nil {
		s.err = err
		return
	}
	s.write(fmt.Sprintf("event: %s\nid: %s\ndata: %s\n\n", kind, id, b))
}

func (s *stream) comment() { s.write("event: here\ndata: \"\"\n\n") }

func (s *stream) write(text string) {
	if s.err != nil {
		return
	}
	_ = s.control.SetWriteDeadline(time.Now().Add(writeTimeout))
	if _, s.err = s.w.Write([]byte(text)); s.err == nil {
		s.err = s.control.Flush()
	}
}
