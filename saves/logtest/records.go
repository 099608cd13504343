package logtest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"example.org/fray/saves"
)

// RecordsStore makes records for the exam.
type RecordsStore struct {
	// New gives empty records that no other call has given. It fails the test itself.
	New func(t *testing.T) saves.Records

	// Open opens records once more, as another program would, whether it is still open or
	// was closed. It fails the test itself.
	Open func(t *testing.T, d saves.Records) saves.Records
}

// TestRecords is the exam that all records pass.
func TestRecords(t *testing.T, s RecordsStore) {
	for name, test := range map[string]func(*testing.T, RecordsStore){
		"empty": testNoRecords, "kept": testKept, "refused": testRefusedRecords, "taken once": testTakenOnce,
		"put at once": testPutAtOnce, "lifetime": testLifetime, "beside": testRecordsBeside, "watch": testRecordsWatch,
		"closed": testRecordsClosed, "cancelled": testRecordsCancelled,
	} {
		t.Run(name, func(t *testing.T) { test(t, s) })
	}
}

const forever = time.Duration(0)

func put(t *testing.T, d saves.Records, kind saves.Kind, id, body string, lasts time.Duration) {
	t.Helper()
	if err := d.Put(t.Context(), kind, id, []byte(body), lasts); err != nil {
		t.Fatalf("put %s %s: %v", kind, id, err)
	}
}

// holds fails unless the records hold exactly these records of a kind, listed and one by one.
func holds(t *testing.T, d saves.Records, kind saves.Kind, want map[string]string) {
	t.Helper()
	listed, err := d.List(t.Context(), kind)
	must(t, err)
	got := map[string]any{}
	for id, body := range listed {
		got[id] = meaning(t, body)
		one, err := d.Get(t.Context(), kind, id)
		if err != nil || !reflect.DeepEqual(meaning(t, one), got[id]) {
			t.Errorf("%s %s is listed as %s, and is %s, %v", kind, id, body, one, err)
		}
	}
	expect := map[string]any{}
	for id, body := range want {
		expect[id] = meaning(t, []byte(body))
	}
	if !maps.EqualFunc(got, expect, reflect.DeepEqual) {
		t.Errorf("of %s the records hold %v, and not %v", kind, got, expect)
	}
}

// meaning is what a JSON text says.
func meaning(t *testing.T, text []byte) (v any) {
	t.Helper()
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return v
}

func hasNone(t *testing.T, d saves.Records, kind saves.Kind, id string) {
	t.Helper()
	if body, err := d.Get(t.Context(), kind, id); !errors.Is(err, saves.ErrNoRecord) {
		t.Errorf("get gives %q, %v", body, err)
	}
	if body, err := d.Take(t.Context(), kind, id); !errors.Is(err, saves.ErrNoRecord) {
		t.Errorf("take gives %q, %v", body, err)
	}
}

func testNoRecords(t *testing.T, s RecordsStore) {
	d := s.New(t)
	holds(t, d, saves.KeyRecords, nil)
	hasNone(t, d, saves.KeyRecords, "a")
}

func testKept(t *testing.T, s RecordsStore) {
	d := s.New(t)
	put(t, d, saves.KeyRecords, "a", `{"name":"Ä \u2028 <&>","n":1.5,"all":[true,null]}`, forever)
	put(t, d, saves.KeyRecords, "b", `"words"`, time.Hour)
	put(t, d, saves.InviteRecords, "a", `{}`, forever)
	holds(t, d, saves.KeyRecords, map[string]string{"a": `{"n":1.5,"all":[true,null],"name":"Ä \u2028 <&>"}`, "b": `"words"`})
	holds(t, d, saves.InviteRecords, map[string]string{"a": `{}`})
	put(t, d, saves.KeyRecords, "a", `2`, forever)
	if body, err := d.Take(t.Context(), saves.KeyRecords, "b"); err != nil || string(body) != `"words"` {
		t.Errorf("take gives %q, %v", body, err)
	}
	hasNone(t, d, saves.KeyRecords, "b")
	holds(t, d, saves.KeyRecords, map[string]string{"a": `2`})
	holds(t, d, saves.InviteRecords, map[string]string{"a": `{}`})
	must(t, d.Close())
	d = s.Open(t, d)
	holds(t, d, saves.KeyRecords, map[string]string{"a": `2`})
	put(t, d, saves.KeyRecords, "b", `3`, forever) // one that was taken may come again
	holds(t, d, saves.KeyRecords, map[string]string{"a": `2`, "b": `3`})
}

func testRefusedRecords(t *testing.T, s RecordsStore) {
	d := s.New(t)
	put(t, d, saves.KeyRecords, "a", `1`, forever)
	for _, bad := range []struct {
		kind     saves.Kind
		id, body string
	}{
		{saves.KeyRecords, "../a", `2`}, {saves.KeyRecords, "", `2`}, {saves.KeyRecords, "A", `2`}, {saves.KeyRecords, "a.b", `2`},
		{"", "a", `2`}, {"../keys", "a", `2`}, {saves.KeyRecords, "a", `{`}, {saves.KeyRecords, "a", ``},
	} {
		if d.Put(t.Context(), bad.kind, bad.id, []byte(bad.body), forever) == nil {
			t.Errorf("%q %q with %q was put", bad.kind, bad.id, bad.body)
		}
		if err := d.Add(t.Context(), bad.kind, bad.id, []byte(bad.body)); err == nil || errors.Is(err, saves.ErrRecordThere) {
			t.Errorf("%q %q with %q was added: %v", bad.kind, bad.id, bad.body, err)
		}
	}
	holds(t, d, saves.KeyRecords, map[string]string{"a": `1`})
}

// Of all who take a record at a time, from several programs, one gets it; of all who add
// one, one does.
func testTakenOnce(t *testing.T, s RecordsStore) {
	d := s.New(t)
	const records, takers = 20, 6
	for i := range records {
		put(t, d, saves.InviteRecords, fmt.Sprint(i), fmt.Sprint(i), time.Hour)
	}
	var got, added [records]atomic.Int32
	var wg sync.WaitGroup
	for range takers {
		own := s.Open(t, d)
		wg.Go(func() {
			for i := range records {
				body, err := own.Take(t.Context(), saves.InviteRecords, fmt.Sprint(i))
				switch {
				case err == nil && string(body) == fmt.Sprint(i):
					got[i].Add(1)
				case !errors.Is(err, saves.ErrNoRecord):
					t.Errorf("take gives %q, %v", body, err)
				}
				switch err := own.Add(t.Context(), saves.ClaimRecords, fmt.Sprint(i), []byte(`1`)); {
				case err == nil:
					added[i].Add(1)
				case !errors.Is(err, saves.ErrRecordThere):
					t.Errorf("add gives %v", err)
				}
			}
		})
	}
	wg.Wait()
	for i := range got {
		if n := added[i].Load(); n != 1 {
			t.Errorf("record %d was added %d times", i, n)
		}
		if n := got[i].Load(); n != 1 {
			t.Errorf("record %d was taken %d times", i, n)
		}
	}
	holds(t, d, saves.InviteRecords, nil)
}

// However many put the same record, it is whole at any moment.
func testPutAtOnce(t *testing.T, s RecordsStore) {
	d := s.New(t)
	put(t, d, saves.PlaceRecords, "a", `[0,0]`, forever)
	var wg sync.WaitGroup
	for writer := range 4 {
		own := s.Open(t, d)
		wg.Go(func() {
			for n := range 10 {
				must(t, own.Put(t.Context(), saves.PlaceRecords, "a", fmt.Appendf(nil, `[%d,%d]`, writer*n, writer*n), forever))
				var both [2]int
				body, err := own.Get(t.Context(), saves.PlaceRecords, "a")
				if err == nil {
					err = json.Unmarshal(body, &both)
				}
				if err != nil || both[0] != both[1] {
					t.Errorf("get gives %q, %v", body, err)
				}
			}
		})
	}
	wg.Wait()
}

// A record goes when its time is over, and stays as long as it is put again.
func testLifetime(t *testing.T, s RecordsStore) {
	d := s.New(t)
	put(t, d, saves.PresenceRecords, "gone", `1`, time.Nanosecond)
	put(t, d, saves.PresenceRecords, "stays", `2`, time.Nanosecond)
	put(t, d, saves.PresenceRecords, "stays", `3`, time.Hour)
	put(t, d, saves.PresenceRecords, "ever", `4`, time.Nanosecond)
	put(t, d, saves.PresenceRecords, "ever", `5`, forever)
	for t.Context().Err() == nil { // where its clock has coarse steps it may take one
		if _, err := d.Get(t.Context(), saves.PresenceRecords, "gone"); errors.Is(err, saves.ErrNoRecord) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	holds(t, d, saves.PresenceRecords, map[string]string{"stays": `3`, "ever": `5`})
	hasNone(t, d, saves.PresenceRecords, "gone")
	put(t, d, saves.PresenceRecords, "gone", `6`, time.Hour)
	holds(t, s.Open(t, d), saves.PresenceRecords, map[string]string{"stays": `3`, "ever": `5`, "gone": `6`})
}

// A key that one program takes back is nobody's for the other at once.
func testRecordsBeside(t *testing.T, s RecordsStore) {
	a := s.New(t)
	b := s.Open(t, a)
	put(t, a, saves.KeyRecords, "mira", `1`, forever)
	holds(t, b, saves.KeyRecords, map[string]string{"mira": `1`})
	if _, err := b.Take(t.Context(), saves.KeyRecords, "mira"); err != nil {
		t.Fatal(err)
	}
	hasNone(t, a, saves.KeyRecords, "mira")
	must(t, b.Close())
	put(t, a, saves.KeyRecords, "mira", `2`, forever)
	holds(t, a, saves.KeyRecords, map[string]string{"mira": `2`})
}

func testRecordsWatch(t *testing.T, s RecordsStore) {
	a := s.New(t)
	b := s.Open(t, a)
	ctx, cancel := context.WithCancel(t.Context())
	changed, err := b.Watch(ctx)
	must(t, err)
	put(t, a, saves.KeyRecords, "mira", `1`, forever)
	<-changed
	holds(t, b, saves.KeyRecords, map[string]string{"mira": `1`})
	if _, err := a.Take(t.Context(), saves.KeyRecords, "mira"); err != nil {
		t.Fatal(err)
	}
	for range changed { // it may have told of the record twice
		if _, err := b.Get(t.Context(), saves.KeyRecords, "mira"); errors.Is(err, saves.ErrNoRecord) {
			break
		}
	}
	hasNone(t, b, saves.KeyRecords, "mira")
	cancel()
	for range changed { // a last change may be waiting; then it is closed
	}
	if changed, err = b.Watch(t.Context()); err != nil {
		t.Fatal(err)
	}
	must(t, b.Close())
	for range changed {
	}
}

// everyCall gives the errors of all methods.
func everyCall(ctx context.Context, d saves.Records) map[string]error {
	out := map[string]error{"put": d.Put(ctx, saves.KeyRecords, "a", []byte(`2`), forever)}
	_, out["get"] = d.Get(ctx, saves.KeyRecords, "a")
	out["add"] = d.Add(ctx, saves.KeyRecords, "b", []byte(`2`))
	_, out["list"] = d.List(ctx, saves.KeyRecords)
	_, out["take"] = d.Take(ctx, saves.KeyRecords, "a")
	_, out["watch"] = d.Watch(ctx)
	return out
}

func testRecordsClosed(t *testing.T, s RecordsStore) {
	d := s.New(t)
	put(t, d, saves.KeyRecords, "a", `1`, forever)
	for range 2 {
		must(t, d.Close())
	}
	for call, err := range everyCall(t.Context(), d) {
		if !errors.Is(err, saves.ErrRecordsClosed) {
			t.Errorf("%s: %v", call, err)
		}
	}
	holds(t, s.Open(t, d), saves.KeyRecords, map[string]string{"a": `1`})
}

func testRecordsCancelled(t *testing.T, s RecordsStore) {
	d := s.New(t)
	put(t, d, saves.KeyRecords, "a", `1`, forever)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for call, err := range everyCall(ctx, d) {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", call, err)
		}
	}
	holds(t, d, saves.KeyRecords, map[string]string{"a": `1`})
}
