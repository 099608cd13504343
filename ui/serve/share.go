package serve

import (
	"net"
	"net/netip"
)

// origin is where a connection comes from.
type origin struct {
	network string     // about one household or machine: a /24 of IPv4, a /64 of IPv6; "" on this machine
	address netip.Addr // the zero Addr on this machine
}

// originOf returns the origin of a connection from an address. A local socket has the zero
// origin.
func originOf(a net.Addr) origin {
	at, err := netip.ParseAddrPort(a.String())
	if err != nil {
		return origin{}
	}
	return originOfIP(at.Addr())
}

func originOfIP(ip netip.Addr) origin {
	ip = ip.Unmap().WithZone("")
	bits := 64
	if ip.Is4() {
		bits = 24
	}
	network, err := ip.Prefix(bits)
	if err != nil || !ip.IsValid() {
		return origin{}
	}
	return origin{network.String(), ip}
}

// crowd counts by origin, so that what there is of something can be shared fairly: among
// networks, and within a network among its addresses.
type crowd struct {
	all       int
	networks  map[string]int
	addresses map[netip.Addr]int
}

// add counts n more of an origin; n may be below 0.
func (c *crowd) add(o origin, n int) {
	if c.networks == nil {
		c.networks, c.addresses = map[string]int{}, map[netip.Addr]int{}
	}
	c.all += n
	if c.networks[o.network] += n; c.networks[o.network] == 0 {
		delete(c.networks, o.network)
	}
	if c.addresses[o.address] += n; c.addresses[o.address] == 0 {
		delete(c.addresses, o.address)
	}
}

// compare returns more than 0 if the network of a has more than that of b or, where it is the
// same, the address of a more than that of b; less than 0 the other way round.
func (c *crowd) compare(a, b origin) int {
	if a.network != b.network && c.networks[a.network] != c.networks[b.network] {
		return c.networks[a.network] - c.networks[b.network]
	}
	return c.addresses[a.address] - c.addresses[b.address]
}

// fits reports whether there is room for one more of an origin, of most altogether. A network
// takes at most half of what the others leave, and an address half of what the others in its
// network leave of that, so there always is a rest for somebody else.
func (c *crowd) fits(o origin, most int) bool {
	if o.network == "" {
		return true
	}
	network, address := c.networks[o.network], c.addresses[o.address]
	ofNetwork := (most - (c.all - network) + 1) / 2
	ofAddress := (ofNetwork - (network - address) + 1) / 2
	return network < ofNetwork && address < ofAddress
}
