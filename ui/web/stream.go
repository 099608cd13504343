package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"example.org/fray/model"
)

// A stream that hears nothing else is told so every beat, so that both ends know that the
// other is there; whoever does not take what is sent within slow has gone.
const (
	beat = 20 * time.Second
	slow = 10 * time.Second
)

// update is a part of the page as it is now.
type update struct {
	ID   string `json:"id"`
	HTML string `json:"html"`
}

// events tells a page what happens, for as long as it is open.
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
	_ = out.control.SetReadDeadline(time.Time{}) // nothing more is read
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no") // a proxy is to pass it on at once
	changed, stop := v.game.Watch()
	defer stop()
	came, leave := v.Present().Watch()
	defer leave()
	p, q := v.place, r.URL.Query()
	f := follower{visit: v, who: q.Get("who"), all: q.Get("parts") == "all", sent: map[string]string{}}
	after := r.Header.Get("Last-Event-ID")
	if after == "" {
		after = q.Get("since")
	}
	p.mu.Lock()
	f.told = p.see(v)
	p.mu.Unlock()
	if f.since = after; placeOfEvent(f.told, after, farBack) == 0 {
		f.since = newest(f.told) // nothing is said of what is long past
	}
	clock := time.NewTicker(beat)
	defer clock.Stop()
	for f.tell(out); out.err == nil; {
		select {
		case <-r.Context().Done():
			return
		case <-v.Ended():
			out.event("gone", newest(f.told), v.Why())
			return
		case <-clock.C:
			out.comment()
			continue
		case <-changed:
		case <-came:
		}
		f.tell(out)
	}
}

// farBack is how many events a page may have missed that are still said.
const farBack = 50

// placeOfEvent is where an event stands in a seat's log that has an id, looked for among so
// many of the newest, or of all for 0; 0 where it is not there. Places are no addresses:
// they change when somebody hidden is revealed.
func placeOfEvent(t model.Table, id string, most int) uint64 {
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

// follower is how far a stream has told.
type follower struct {
	*visit
	who   string
	all   bool
	told  model.Table
	since string            // the event up to which was said what happened
	sent  map[string]string // the tags of the parts, by name
}

// tell sends what has changed: the sentences and quick parts first, and then what takes
// long to count.
func (f *follower) tell(out *stream) {
	f.place.goesOn(f.visit)
	names := partNames
	if !f.all {
		names = names[:ofEveryPage]
	}
	first, last := names, []string(nil)
	if f.all {
		first, last = names[:len(names)-1], names[len(names)-1:]
	}
	quick, words := f.changed(first, true)
	out.send(f.told, quick, words)
	later, _ := f.changed(last, false)
	out.send(f.told, later, nil)
	if words := f.Told(); words != "" {
		out.event("told", newest(f.told), words)
	}
}

// changed renders parts, and gives those that differ from what was sent, and with words
// what was not said yet.
func (f *follower) changed(names []string, words bool) (parts []update, news []string) {
	p := f.place
	p.mu.Lock()
	defer p.mu.Unlock()
	if words {
		f.told = p.see(f.visit)
	}
	if len(names) == 0 && !words {
		return nil, nil
	}
	at := p.at(f.visit, f.who)
	for _, name := range names {
		d := p.part(f.visit, at, name)
		if f.sent[name] != d.tag {
			f.sent[name] = d.tag
			parts = append(parts, update{name, string(d.html)})
		}
	}
	if id := newest(f.told); words && id != f.since {
		if after := placeOfEvent(f.told, f.since, farBack); after > 0 || f.since == "" {
			news = said(f.told, after)
		}
		f.since = id
	}
	return parts, news
}

// stream writes events. After an error it writes nothing more.
type stream struct {
	w       http.ResponseWriter
	control *http.ResponseController
	err     error
}

// send sends parts and what a screen reader says.
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

func (s *stream) comment() { s.write(": here\n\n") }

func (s *stream) write(text string) {
	if s.err != nil {
		return
	}
	_ = s.control.SetWriteDeadline(time.Now().Add(slow))
	if _, s.err = s.w.Write([]byte(text)); s.err == nil {
		s.err = s.control.Flush()
	}
}
