//go:build unix

package cli

import (
	"bufio"
	"cmp"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"example.org/fray/saves/postgres/pgtest"
)

// printed is a command that the documentation of the store prints, and the machine it is for.
type printed struct{ machine, line string }

// printedCommands returns those of the package's documentation, in their order.
func printedCommands(t *testing.T) (all []printed) {
	t.Helper()
	text, err := os.ReadFile("../../saves/postgres/doc.go")
	if err != nil {
		t.Fatal(err)
	}
	begins, goesOn := regexp.MustCompile(`^//\t(one|two)\$ (.*)$`), regexp.MustCompile(`^//\t {7}(.*)$`)
	for l := range strings.Lines(string(text)) {
		l = strings.TrimSuffix(l, "\n")
		if m := begins.FindStringSubmatch(l); m != nil {
			line, _, _ := strings.Cut(m[2], "    # ")
			all = append(all, printed{m[1], line})
		} else if m := goesOn.FindStringSubmatch(l); m != nil && len(all) > 0 {
			all[len(all)-1].line += "\n" + m[1]
		}
	}
	return all
}

// documented is two machines on which the commands of the documentation are run.
type documented struct {
	*testing.T
	home  home
	bin   string
	one   *pgtest.Server
	two   *pgtest.Server
	words *strings.Replacer
	store string // FRAY_STORE
}

// names sets what stands for the names of the documentation.
func (d *documented) names(folder, authority string) {
	host, port, _ := net.SplitHostPort(d.one.Host())
	d.words = strings.NewReplacer("@one,two/", "@"+d.one.Host()+","+d.two.Host()+"/", "@one/", "@"+d.one.Host()+"/", "-h one ", "-h "+host+" -p "+port+" ",
		"0.0.0.0:2222", "127.0.0.1:0", "KEY", filepath.Join(folder, "key"), "AUTHORITY", authority, "fray.dump", filepath.Join(d.one.Folder(), "fray.dump"))
}

// runs runs a command, which must succeed.
func (d *documented) runs(c printed) {
	d.Helper()
	line := d.words.Replace(c.line)
	if to, ok := strings.CutPrefix(line, "export FRAY_STORE="); ok {
		d.store = strings.Trim(to, "'")
		return
	}
	at := d.one
	if c.machine == "two" {
		at = d.two
	}
	cmd := at.Shell(line)
	if strings.HasPrefix(line, "fray ") {
		cmd = exec.Command(d.bin, strings.Fields(line)[1:]...)
		cmd.Env = append(d.home.environ(), "FRAY_STORE="+d.store)
		cmd.Dir = filepath.Dir(d.home.saves)
	}
	if strings.HasPrefix(line, "fray host") {
		d.hosts(cmd)
		return
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		d.Fatalf("%s$ %s\n%v\n%s", c.machine, line, err, out)
	}
}

// hosts runs a host until it says that it serves, and ends it.
func (d *documented) hosts(cmd *exec.Cmd) {
	d.Helper()
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		d.Fatal(err)
	}
	served := false
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if !served && strings.Contains(lines.Text(), "are served") {
			served = true
			_ = cmd.Process.Signal(syscall.SIGTERM)
		}
	}
	if err := cmd.Wait(); !served || err != nil {
		d.Errorf("the host served: %t, and ended with %v", served, err)
	}
}

// plays plays at a table in the store, and fails unless all words stand in its log then.
func (d *documented) plays(table, note string, stands ...string) {
	d.Helper()
	r := d.home.fray("note "+note+"\nq\n", "--store="+d.store, "play", table, "--new", "--plain")
	if r.status != done || !strings.Contains(r.out, "Note: "+note) {
		d.Fatalf("playing: exit %d\n%s%s", r.status, r.out, r.err)
	}
	d.reads(table, append(stands, note)...)
}

func (d *documented) reads(table string, stands ...string) {
	d.Helper()
	r := d.home.fray("", "--store="+d.store, "log", table)
	for _, words := range stands {
		if !strings.Contains(r.out, words) {
			d.Errorf("%q does not stand in the log: exit %d\n%s%s", words, r.status, r.out, r.err)
		}
	}
	if r := d.home.fray("", "--store="+d.store, "check", table); r.status != done {
		d.Errorf("the check: exit %d\n%s%s", r.status, r.out, r.err)
	}
}

// TestDocumentedStore runs every command that the documentation of the store prints, in its order,
// on two machines of which the first fails on the way: with a standby that is synchronous, and with
// one that is not.
func TestDocumentedStore(t *testing.T) {
	if !*withDatabase {
		t.Skip("needs PostgreSQL: -postgres starts one")
	}
	for name, synchronous := range map[string]bool{"synchronous": true, "not synchronous": false} {
		t.Run(name, func(t *testing.T) { documentedStore(t, synchronous) })
	}
}

func documentedStore(t *testing.T, synchronous bool) {
	d := &documented{T: t, home: newHome(t), bin: built(t), one: pgtest.Bare(t), two: pgtest.Empty(t)}
	folder := t.TempDir()
	cert, key := makeCertificate(t, folder, "database", time.Now().Add(time.Hour), net.IPv4(127, 0, 0, 1))
	d.names(folder, cert)
	if out, err := exec.Command("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", filepath.Join(folder, "key")).CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	all := printedCommands(t)
	if len(all) < 15 {
		t.Fatalf("the documentation prints %d commands", len(all))
	}
	for i, c := range all {
		if strings.Contains(c.line, "synchronous_standby_names") && !synchronous {
			continue
		}
		if strings.Contains(c.line, "ssl = on") {
			d.one.Put(t, "server.crt", read(t, cert))
			d.one.Put(t, "server.key", read(t, key))
		}
		if strings.HasPrefix(c.line, "pg_ctl promote") {
			d.plays("Old Vault", "before the failure")
			d.two.UntilIn(t, "fray", `SELECT EXISTS (SELECT FROM fray.lines WHERE convert_from(body, 'UTF8') LIKE '%before the failure%')`)
			d.one.Kill()
		}
		d.runs(c)
		switch after := c.line; {
		case strings.HasPrefix(after, "pg_basebackup"):
			d.two.Run(t)
		case strings.Contains(after, `synchronous_standby_names = ''`) || !synchronous && strings.HasPrefix(after, "pg_ctl promote"):
			d.plays("Old Vault", "after the failure", "before the failure")
			d.plays("Young Vault", "another")
			d.one = d.two
			d.names(folder, cert)
		case strings.Contains(after, "sslmode"):
			d.one.Until(t, `SELECT current_setting('ssl')::bool`)
			d.plays("Old Vault", "by TLS", "after the failure")
		case strings.Contains(after, "/again"):
			d.plays("Old Vault", "restored", "by TLS")
			d.store = d.words.Replace("postgres://fray@one/fray")
		case strings.Contains(after, "session_replication_role"):
			if r := d.home.fray("", "--store="+d.store, "log", "Old Vault"); r.status == done || !strings.Contains(r.err, "it has Young Vault") {
				t.Errorf("deleted for good, its log is read: exit %d\n%s%s", r.status, r.out, r.err)
			}
			if dump := d.one.DumpOf(t, "fray"); strings.Contains(dump, "Old Vault") || strings.Contains(dump, "before the failure") {
				t.Error("what was deleted for good is there")
			}
			d.plays("Young Vault", "goes on", "another")
			d.plays("Old Vault", "a new one of that name")
		}
		if i == len(all)-1 {
			d.helps(folder)
		}
	}
}

// helps runs the examples that the help of the commands of stores prints.
func (d *documented) helps(folder string) {
	d.Helper()
	if r := d.home.fray("note in a file\nq\n", "play", "vault", "--new", "--plain"); r.status != done {
		d.Fatal(r.err)
	}
	all := storeCommand(&app{}).Commands()
	order := []string{"init", "put", "get", "export"}
	slices.SortFunc(all, func(x, y *cobra.Command) int {
		return cmp.Compare(slices.Index(order, x.Name()), slices.Index(order, y.Name()))
	})
	ran := 0
	for _, c := range all {
		for l := range strings.Lines(c.Example) {
			l = strings.NewReplacer("admin@db.example.org/", "keeper@"+d.one.Host()+"/", "backups", filepath.Join(folder, "backups")).Replace(strings.TrimSpace(l))
			args := slices.Concat(strings.Fields(l)[1:], []string{"--store=" + d.store})
			if r := d.home.fray("", args...); r.status != done {
				d.Errorf("%s: exit %d\n%s%s", l, r.status, r.out, r.err)
			}
			ran++
		}
	}
	if ran < 4 {
		d.Errorf("%d examples were run", ran)
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
