//go:build unix

package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/fray/model"
	"example.org/fray/saves"
	"example.org/fray/saves/postgres/pgtest"
)

var damages = flag.Int("damages", 3, "random damages of TestDamages to a table, in a file and, with -postgres, in a database")

// spoiled is a table with damage, and what its events were.
type spoiled struct {
	home
	args   []string // before every command: where the table is
	table  string
	was    []string // the words of its notes
	stands []string // those of them that stand in some source
	done   string
}

// TestDamages damages tables in 200 ways (-damages), in a file and in a database, as they lie on
// the machine that has played them and on one that has not. To look, to export, to check and
// to play give the same events; none is lost that any source has; and all of them tell it.
func TestDamages(t *testing.T) {
	var db *pgtest.Server
	if *withDatabase {
		db = pgtest.Start(t)
	}
	before := newHome(t)
	var notes []string
	in := ""
	for n := range 24 {
		notes = append(notes, fmt.Sprintf("the guards call out word %d.", n*7919))
		in += "note " + notes[n] + "\n"
	}
	evening := strings.SplitAfter(in, "\n")
	for i, more := range [][]string{{"--new"}, nil, nil} { // so that there are backups, of which the newest lacks what came last
		said := before.fray(strings.Join(evening[i*8:(i+1)*8], "")+"quit\n", append([]string{"--plain", "play", "vault"}, more...)...)
		if said.status != done {
			t.Fatal(said.err)
		}
	}
	for n := range *damages {
		r := rand.New(rand.NewPCG(uint64(n), 11))
		spoilFile(t, r, before, notes).tried(t, r)
		if db != nil {
			spoilDatabase(t, r, db, before, notes, n).tried(t, r)
		}
	}
}

// spoilFile makes a copy of a home and damages the table in it.
func spoilFile(t *testing.T, r *rand.Rand, of home, notes []string) *spoiled {
	t.Helper()
	s := &spoiled{home: newHome(t), table: "vault", was: notes}
	root := filepath.Dir(s.saves)
	if err := os.CopyFS(root, os.DirFS(filepath.Dir(of.saves))); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(s.saves, "vault.fray")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(text, []byte{'\n'})
	whole := slices.Clone(lines)
	for more := 1 + r.IntN(4); more > 0 || bytes.Equal(bytes.Join(lines, nil), text); more-- { // two may undo each other
		switch at := r.IntN(len(lines) - 1); r.IntN(6) {
		case 0, 1:
			i := len(lines) - 2 - r.IntN(min(4, len(lines)-2)) // the newest ones
			lines[i] = flipped(r, lines[i])
		case 2:
			lines[at] = flipped(r, lines[at])
		case 3:
			lines = slices.Delete(lines, at, at+1)
		case 4:
			lines[at] = lines[at][:len(lines[at])/2]
		case 5:
			last := len(lines) - 2
			lines[last] = lines[last][:r.IntN(len(lines[last]))]
			lines = lines[:last+1]
			if len(lines) < 4 {
				lines = append(lines, nil)
			}
			lines = append(lines, nil)
		}
	}
	backups := "whole"
	switch r.IntN(3) {
	case 0:
		backups = "gone"
		err = os.RemoveAll(path + ".backups")
	case 1:
		backups = "the oldest"
		err = errors.Join(os.Remove(path+".backups/000001.fray.gz"), err)
	}
	spoiled := bytes.Join(lines, nil)
	if err := errors.Join(err, os.WriteFile(path, spoiled, 0o600)); err != nil {
		t.Fatal(err)
	}
	s.done = fmt.Sprintf("%d of %d bytes are left, the backups are %s", len(spoiled), len(text), backups)
	if len(spoiled) == len(text) {
		for i := range text {
			if text[i] != spoiled[i] {
				s.done += fmt.Sprintf("; %q is %q", text[max(0, i-30):min(len(text), i+10)], spoiled[max(0, i-30):min(len(text), i+10)])
			}
		}
	}
	for _, note := range notes {
		i := slices.IndexFunc(whole, func(l []byte) bool { return bytes.Contains(l, []byte(note)) })
		if backups == "whole" || bytes.Contains(spoiled, bytes.TrimSuffix(whole[i], []byte{'\n'})) {
			s.stands = append(s.stands, note)
		}
	}
	return s
}

// flipped is a line in which a bit is another.
func flipped(r *rand.Rand, line []byte) []byte {
	line = bytes.Clone(line)
	if at := len(line) - 1; at > 0 {
		line[r.IntN(at)] ^= 1 << r.IntN(7)
	}
	return line
}

// spoilDatabase puts the table into the database under a name of its own, and damages it there.
func spoilDatabase(t *testing.T, r *rand.Rand, db *pgtest.Server, of home, notes []string, n int) *spoiled {
	t.Helper()
	s := &spoiled{home: newHome(t), args: []string{"--store", db.URL()}, table: fmt.Sprintf("vault %d", n), was: notes, stands: notes}
	if err := os.CopyFS(filepath.Dir(s.saves), os.DirFS(filepath.Dir(of.saves))); err != nil {
		t.Fatal(err)
	}
	a := &app{env: s.env}
	live, err := place{a.files(), filepath.Join(s.saves, "vault.fray")}.open(a)
	if err == nil {
		_, err = live.Do(model.Seat{Role: model.GM}, model.Rename{Name: s.table, System: live.Now().System})
		err = errors.Join(err, live.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	s.must(t, "", append(s.args, "store", "put", "vault.fray")...)
	s.must(t, "quit\n", append(s.args, "--plain", "play", s.table)...) // so that this machine has an index
	for range 1 + r.IntN(3) {
		row := fmt.Sprintf(`WHERE table_id = (SELECT id FROM fray.tables WHERE name = '%s') AND line = %d`, s.table, 2+r.IntN(len(notes)))
		sql := fmt.Sprintf(`UPDATE fray.lines SET hash = set_bit(hash, %d, 1 - get_bit(hash, %[1]d)) %s`, r.IntN(256), row)
		if r.IntN(2) == 0 {
			sql = fmt.Sprintf(`UPDATE fray.lines SET body = set_byte(body, %d, get_byte(body, %[1]d) # 1) %s AND body IS NOT NULL`, 20+r.IntN(60), row)
			s.stands = nil
		}
		s.done += sql + "\n"
		db.Do(t, "SET session_replication_role = replica; "+sql)
	}
	return s
}

func (h home) must(t *testing.T, stdin string, args ...string) {
	t.Helper()
	if r := h.fray(stdin, args...); r.status != done {
		t.Fatalf("fray %q: %s%s", args, r.out, r.err)
	}
}

// tried tries all commands on the machine that has played the table, and on another one.
func (s *spoiled) tried(t *testing.T, r *rand.Rand) {
	t.Helper()
	other := *s
	other.home = newHome(t)
	if err := os.CopyFS(other.saves, os.DirFS(s.saves)); err != nil {
		t.Fatal(err)
	}
	for _, index := range []string{"vault.fray.index"} {
		_ = os.Remove(filepath.Join(other.saves, index))
	}
	for machine, s := range map[string]*spoiled{"the machine that played": s, "another one": &other} {
		s.sameEverywhere(t)
		if t.Failed() {
			t.Fatalf("on %s, %v: %s", machine, s.args, s.done)
		}
	}
}

// sameEverywhere compares what the commands give.
func (s *spoiled) sameEverywhere(t *testing.T) {
	t.Helper()
	run := func(stdin string, args ...string) result {
		return s.fray(stdin, append(slices.Clone(s.args), args...)...)
	}
	logged := func() []string {
		t.Helper()
		r := run("", "log", s.table, "--json")
		var all []entryJSON
		if err := json.Unmarshal([]byte(r.out), &all); err != nil {
			t.Fatalf("log: %v\n%s", err, r.err)
		}
		if strings.Contains(r.err, "could not") {
			t.Error(r.err)
		}
		out := []string{}
		for _, e := range all {
			out = append(out, fmt.Sprintf("%d %s", e.Seq, e.Facts))
		}
		return out
	}
	look := run("", "log", s.table)
	if look.status != damaged || !strings.Contains(look.err, "damaged") && !strings.Contains(look.err, "cut short") {
		t.Errorf("log: %d, it told %s", look.status, look.err)
	}
	all := logged()
	for _, note := range s.stands {
		if !slices.ContainsFunc(all, func(e string) bool { return strings.Contains(e, note) }) {
			t.Errorf("%q is lost, and stands in some source; it was told\n%s", note, look.err)
		}
	}
	export := run("", "export", s.table)
	var x struct {
		Log []struct {
			Seq   uint64
			Facts json.RawMessage
		}
	}
	if err := json.Unmarshal([]byte(export.out), &x); err != nil || export.status != damaged {
		t.Errorf("export: %d, %v %s", export.status, err, export.err)
	}
	var exported []string
	for _, e := range x.Log {
		if e.Seq > 0 {
			exported = append(exported, fmt.Sprintf("%d %s", e.Seq, e.Facts))
		}
	}
	if !slices.Equal(exported, all) {
		t.Errorf("log gives\n%s\nexport gives\n%s", strings.Join(all, "\n"), strings.Join(exported, "\n"))
	}
	if tail := func(told string) string { _, tail, _ := strings.Cut(told, "can be read"); return tail }; tail(export.err) != tail(look.err) {
		t.Errorf("export told\n%s\nand log\n%s", export.err, look.err)
	}
	check := run("", "check", s.table, "--json")
	var report saves.Report
	if err := json.Unmarshal([]byte(check.out), &report); err != nil || check.status != damaged || int(report.Events) != len(all) {
		t.Errorf("check: %d, %v, %d events, and the log has %d; %s", check.status, err, report.Events, len(all), check.out)
	}
	play := run("quit\n", "--plain", "play", s.table)
	if play.status != done || !strings.Contains(play.out+play.err, "damaged") && !strings.Contains(play.out+play.err, "cut short") {
		t.Errorf("play: %d, it told %s%s", play.status, play.out, play.err)
	}
	if now := logged(); len(now) < len(all) || !slices.Equal(now[:len(all)], all) {
		t.Errorf("looked at it gave\n%s\nplayed it gives\n%s", strings.Join(all, "\n"), strings.Join(now, "\n"))
	}
}

// TestCutAtALine cuts a table at the end of a line, as a file system or a program that syncs
// folders may after a kill: every command tells it on the machine that has played the table, and
// the check says on another one what it had to compare with.
func TestCutAtALine(t *testing.T) {
	h := newHome(t)
	h.must(t, "note one\nnote two\nnote three\nquit\n", "--plain", "play", "vault", "--new")
	path := filepath.Join(h.saves, "vault.fray")
	if r := h.fray("", "check", "vault"); r.status != done || strings.Contains(r.out, "remembers nothing") {
		t.Errorf("the check of the whole: %d\n%s%s", r.status, r.out, r.err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(bytes.TrimSuffix(text, []byte{'\n'}), []byte{'\n'})
	for _, err := range []error{os.WriteFile(path, bytes.Join(lines[:len(lines)-1], nil), 0o600), os.RemoveAll(path + ".backups"), os.Remove(path + ".index")} {
		if err != nil {
			t.Fatal(err)
		}
	}
	other := newHome(t)
	other.saves = h.saves
	if r := other.fray("", "check", "vault"); r.status != done || !strings.Contains(strings.Join(strings.Fields(r.out), " "), "remembers nothing of the table: its backups and its own lines are all") {
		t.Errorf("the check elsewhere: %d\n%s%s", r.status, r.out, r.err)
	}
	for _, args := range [][]string{{"log", "vault"}, {"check", "vault"}, {"export", "vault"}, {"show", "vault"}, {"--plain", "play", "vault"}} {
		r := h.fray("quit\n", args...)
		said := strings.Join(strings.Fields(r.out+r.err), " ")
		if plays := args[0] == "--plain"; !strings.Contains(strings.ToLower(said), "was written, and is nowhere here: look for") || (r.status == done) != plays {
			t.Errorf("fray %s: %d, it told %s", strings.Join(args, " "), r.status, said)
		}
	}
}
