//go:build unix

package postgres_test

import (
	"bytes"
	"flag"
	"fmt"
	mathrand "math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"example.org/fray/model"
	"example.org/fray/saves"
)

var commands = flag.Int("commands", 600, "how many commands seats of one table try on another")

// all are the commands that somebody may give at a table. (Make, BeginSession and
// EndSession are left out: they begin and end it.)
var all = []model.Command{
	model.Rename{}, model.Join{}, model.Reset{}, model.Return{}, model.Leave{}, model.Edit{}, model.Reorder{}, model.Write{}, model.PutPage{},
	model.SetRulebook{}, model.SetHouse{}, model.Begin{}, model.Answer{}, model.Drop{}, model.Say{}, model.MakeRequest{}, model.SettleRequest{},
	model.NameSeat{}, model.HandOver{}, model.ShowOdds{}, model.Next{}, model.Go{}, model.Back{}, model.Scene{}, model.SetOrder{}, model.MoveTurn{},
	model.RollOrder{}, model.Declare{}, model.Wait{}, model.StepIn{}, model.AddEffect{}, model.EndEffect{}, model.Rest{}, model.Together{},
	model.Cancel{}, model.Delay{}, model.Note{}, model.Undo{}, model.Redo{}, model.Amend{},
}

// anyOf gives a value of a type, with words of a list wherever words can stand.
func anyOf(rng *mathrand.Rand, v reflect.Value, words []string, deep int) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(words[rng.IntN(len(words))])
	case reflect.Bool:
		v.SetBool(rng.IntN(2) == 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(rng.IntN(12)))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(rng.IntN(12)))
	case reflect.Slice:
		if n := rng.IntN(3); deep > 0 {
			v.Set(reflect.MakeSlice(v.Type(), n, n))
			for i := range n {
				anyOf(rng, v.Index(i), words, deep-1)
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Field(i); f.CanSet() {
				anyOf(rng, f, words, deep-1)
			}
		}
	case reflect.Pointer:
		if deep > 0 && rng.IntN(2) == 0 {
			v.Set(reflect.New(v.Type().Elem()))
			anyOf(rng, v.Elem(), words, deep-1)
		}
	}
}

// A seat at one table reaches nothing of another in the same store, whatever it says: the
// other stands as it was, and nothing of it comes over.
func TestSeatsStayAtTheirTable(t *testing.T) {
	db := server(t)
	mine, theirs := host(t, db, "Hexfall", true), host(t, db, "Vault", true)
	words := []string{"", "ash", "coin", "toss", "luck", "1", "Hexfall", "Vault", "vault", "2", "open", "hidden"}
	for _, l := range []*saves.Live{mine, theirs} {
		join(t, l)
		join(t, l)
		note(t, l, "at "+l.Path())
		for _, c := range l.Now().Characters() {
			words = append(words, c.ID, c.Name)
		}
		words = append(words, l.ID())
	}
	const secret = "the butler has the key"
	if _, err := theirs.Do(program, model.Note{Text: secret, Private: true}); err != nil {
		t.Fatal(err)
	}
	if _, err := theirs.Do(program, model.Begin{Who: theirs.Now().Characters()[0].ID, System: "coin", Action: "toss"}); err != nil {
		t.Fatal(err)
	}
	s := open(t, db)
	ours, err := recordsOf(t, s, "Hexfall")
	if err != nil {
		t.Fatal(err)
	}
	others, err := recordsOf(t, s, "Vault")
	if err != nil {
		t.Fatal(err)
	}
	if err := others.Put(t.Context(), saves.KeyRecords, "mira", []byte(`1`), 0); err != nil {
		t.Fatal(err)
	}
	stands := func() string {
		snapshot, err := theirs.Now().Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		rows := []string{string(snapshot)}
		for row := range strings.Lines(db.Dump(t)) {
			if strings.HasPrefix(row, "2\t") { // the second table that was made
				rows = append(rows, row)
			}
		}
		return strings.Join(rows, "")
	}
	was := stands()
	if strings.Count(was, "\n2\t") < 5 || !strings.Contains(was, "mira") {
		t.Fatalf("of the other table too little is looked at:\n%s", was)
	}
	rng := mathrand.New(mathrand.NewPCG(3, 4))
	done := 0
	for range *commands {
		seat := []model.Seat{{Role: model.GM}, {Role: model.Player, Name: "Ann"}, {Role: model.Player, ID: words[rng.IntN(len(words))]}, {Role: model.Watcher}}[rng.IntN(4)]
		command := reflect.New(reflect.TypeOf(all[rng.IntN(len(all))])).Elem()
		anyOf(rng, command, words, 5)
		if _, err := try(mine, seat, command.Interface().(model.Command)); err == nil {
			done++
		}
		switch id := words[rng.IntN(len(words))]; rng.IntN(20) { // and what a host does with its records
		case 0:
			_ = ours.Put(t.Context(), saves.KeyRecords, "mira", []byte(`2`), 0)
		case 1:
			_, _ = ours.Take(t.Context(), saves.KeyRecords, "mira")
		case 2:
			_ = ours.Add(t.Context(), saves.ClaimRecords, id, []byte(`1`))
		}
	}
	if _, err := theirs.Refresh(); err != nil {
		t.Fatal(err)
	}
	if is := stands(); is != was {
		t.Errorf("the other table was\n%s\nand is\n%s", was, is)
	}
	if body, err := others.Get(t.Context(), saves.KeyRecords, "mira"); err != nil || string(body) != `1` {
		t.Errorf("the other table's key is %s, %v", body, err)
	}
	for line, err := range mine.Lines(0) {
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(line.Body, []byte(secret)) {
			t.Errorf("event %d holds what was said at the other table", line.Seq)
		}
	}
	if done < *commands/100 {
		t.Errorf("of %d commands only %d were done: this tries nothing", *commands, done)
	}
	t.Logf("%d commands, %d of them done", *commands, done)
}

// try does a command; one that cannot come from anybody's screen may not even be decided.
func try(l *saves.Live, by model.Seat, c model.Command) (now model.Table, err error) {
	defer func() {
		if broken := recover(); broken != nil {
			err = fmt.Errorf("%v", broken)
		}
	}()
	return l.Do(by, c)
}

// recordsOf opens the records of a table.
func recordsOf(t *testing.T, s saves.Store, name string) (saves.Records, error) {
	t.Helper()
	log, err := s.Look(t.Context(), name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = log.Close() }()
	return s.Records(t.Context(), log)
}
