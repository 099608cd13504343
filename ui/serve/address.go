package serve

import (
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strings"

	gossh "golang.org/x/crypto/ssh"
)

// Way describes how players connect to a table.
type Way struct {
	Hosts  []string // addresses of this machine, the most useful first
	Port   string
	Reach  string // from where they can be reached, in words
	Finger string // fingerprint of the host key
}

// WayTo returns the way to a table that is served at address, HOST:PORT, or "" if it is not
// served over the network. own are the addresses of this machine.
func WayTo(address string, host gossh.PublicKey, own []netip.Addr) Way {
	w := Way{Finger: gossh.FingerprintSHA256(host)}
	name, port, err := net.SplitHostPort(address)
	if err != nil {
		w.Reach = "only from this machine, with: fray join"
		return w
	}
	w.Port = port
	ip, err := netip.ParseAddr(name)
	switch {
	case name == "localhost" || err == nil && ip.IsLoopback():
		w.Hosts, w.Reach = []string{name}, "only this machine can connect; at 0.0.0.0 others can, too"
	case name == "" || err == nil && ip.IsUnspecified():
		w.Hosts, w.Reach = reachable(own)
	default:
		w.Hosts, w.Reach = []string{name}, "players can connect from wherever they can reach "+name
	}
	return w
}

// reachable returns the addresses under which others may reach this machine, the most
// useful first, and from where.
func reachable(own []netip.Addr) (hosts []string, reach string) {
	rank := func(a netip.Addr) int {
		switch {
		case a.IsLoopback() || a.IsLinkLocalUnicast() || a.IsMulticast() || a.IsUnspecified():
			return 9
		case a.IsPrivate() && a.Is4():
			return 1
		case a.Is4():
			return 0
		case a.IsPrivate():
			return 3
		}
		return 2
	}
	own = slices.DeleteFunc(slices.Clone(own), func(a netip.Addr) bool { return rank(a) == 9 })
	slices.SortStableFunc(own, func(a, b netip.Addr) int { return rank(a) - rank(b) })
	for _, a := range own[:min(len(own), 4)] {
		hosts = append(hosts, a.String())
	}
	switch {
	case hosts == nil:
		return []string{"127.0.0.1"}, "this machine has no address that others could reach"
	case rank(own[0]) == 1 || rank(own[0]) == 3:
		return hosts, "players can connect from the same network; from elsewhere, once your router forwards the port to this machine"
	}
	return hosts, "players can connect from wherever they can reach this machine"
}

// OwnAddresses returns the addresses of this machine.
func OwnAddresses() []netip.Addr {
	all, err := net.InterfaceAddrs()
	if err != nil {
		return nil
	}
	var out []netip.Addr
	for _, a := range all {
		if p, err := netip.ParsePrefix(a.String()); err == nil {
			out = append(out, p.Addr().Unmap())
		}
	}
	return out
}

// Lines returns the commands with which a player can log in under a name, one for each
// address, or nil if nobody can connect.
func (w Way) Lines(name string) []string {
	var out []string
	for _, host := range w.Hosts {
		if w.Port == "22" {
			out = append(out, "ssh "+name+"@"+host)
		} else {
			out = append(out, "ssh -p "+w.Port+" "+name+"@"+host)
		}
	}
	return out
}

// Line returns the first of Lines, or "".
func (w Way) Line(name string) string {
	if all := w.Lines(name); len(all) > 0 {
		return all[0]
	}
	return ""
}

// Letter returns a message for an invited person: the command with the invite in it, and
// what else they need to know. lasts says how long the invite is valid.
func (w Way) Letter(words, lasts string) string {
	var b strings.Builder
	if len(w.Hosts) == 0 {
		fmt.Fprintf(&b, "The table is not served to others yet. Your invite is %s.", words)
	} else {
		fmt.Fprintf(&b, "Type this: %s", w.Line(words))
		if more := w.Hosts[1:]; len(more) > 0 {
			fmt.Fprintf(&b, " (or %s in place of %s)", strings.Join(more, " or "), w.Hosts[0])
		}
		fmt.Fprintf(&b, ". SSH asks whether you trust the host: its key is %s.", w.Finger)
	}
	fmt.Fprintf(&b, " The invite %s works once, %s. If you have no SSH key yet, first type: ssh-keygen -t ed25519", words, lasts)
	return b.String()
}
