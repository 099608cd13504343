package serve

import (
	"crypto/rand"
	"encoding/binary"
	"errors"
	"regexp"
	"strings"
	"time"

	"example.org/fray/model"
)

// Invite lets somebody in once, whatever their key: it is what the guest list
// keeps of one, which is not its words.
type Invite struct {
	Seat       model.Seat `json:"seat"`
	Characters []string   `json:"characters,omitempty"` // ids
	Expires    time.Time  `json:"expires"`
}

// The errors of an invite.
var (
	ErrNoInvite = errors.New("there is no such invite: check the words, or ask the gamemaster for another")
	ErrExpired  = errors.New("that invite has expired: ask the gamemaster for another")
)

// Invite makes an invite to a table, and gives its words: 64 random bits, which
// are kept nowhere. The error may be that its name looks like another's.
func (l *GuestList) Invite(t model.Table, i Invite) (words string, err error) {
	if err := l.own(t, i.Seat); err != nil {
		return "", err
	}
	var random [8]byte
	_, _ = rand.Read(random[:]) // it never fails: it ends the program instead
	words = spell(binary.BigEndian.Uint64(random[:]))
	i.Expires = i.Expires.UTC()
	return words, l.records.put(ofInvites, inviteID(words), i)
}

// Redeem takes an invite and admits whoever has it: nobody can take it meanwhile,
// nor afterwards, unless admit fails. The errors are ErrNoInvite, ErrExpired and
// those of admit.
func (l *GuestList) Redeem(words string, now time.Time, admit func(Invite) error) error {
	id := inviteID(words)
	var i Invite
	give, err := l.records.take(ofInvites, id, &i)
	switch {
	case err != nil:
		err = ErrNoInvite
	case now.After(i.Expires):
		err = ErrExpired
	default:
		if err := admit(i); err != nil {
			return errors.Join(err, give())
		}
	}
	if give != nil {
		l.records.taken(ofInvites, id)
	}
	return err
}

// Works reports whether an invite would let somebody in now.
func (l *GuestList) Works(words string, now time.Time) error {
	var i Invite
	switch err := l.records.get(ofInvites, inviteID(words), &i); {
	case err != nil:
		return ErrNoInvite
	case now.After(i.Expires):
		return ErrExpired
	}
	return nil
}

// forgetExpired forgets the invites that let nobody in any more.
func (l *GuestList) forgetExpired(now time.Time) {
	for _, id := range l.records.ids(ofInvites) {
		var i Invite
		if l.records.get(ofInvites, id, &i) == nil && now.After(i.Expires) {
			_ = l.records.remove(ofInvites, id)
		}
	}
}

// Withdraw makes invites to a seat worth nothing.
func (l *GuestList) Withdraw(seat model.Seat) error {
	var err error
	for _, id := range l.records.ids(ofInvites) {
		var i Invite
		if l.records.get(ofInvites, id, &i) == nil && i.Seat == seat {
			err = errors.Join(err, l.records.remove(ofInvites, id))
		}
	}
	return err
}

// inviteID is the id of an invite: the words cannot be told from it.
func inviteID(words string) string { return idOf(plain(words)) }

// plain is what counts of words that somebody typed: their letters.
func plain(words string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' {
			return r
		}
		return -1
	}, strings.ToLower(words))
}

const (
	consonants = "bdfghjklmnprstvz"
	vowels     = "aiou"
)

// spell writes a number as four words that can be said over a telephone: each
// is 16 bits, a consonant and a vowel in turn.
func spell(n uint64) string {
	var out strings.Builder
	for shift := 48; shift >= 0; shift -= 16 {
		w := n >> shift
		if out.Len() > 0 {
			out.WriteByte('-')
		}
		out.WriteByte(consonants[w>>12&15])
		out.WriteByte(vowels[w>>10&3])
		out.WriteByte(consonants[w>>6&15])
		out.WriteByte(vowels[w>>4&3])
		out.WriteByte(consonants[w&15])
	}
	return out.String()
}

var spelled = regexp.MustCompile("^(?:[" + consonants + "][" + vowels + "][" + consonants + "][" + vowels + "][" + consonants + "]){4}$")

// areInvite reports whether words read as an invite, such as a name under which
// somebody logs in.
func areInvite(words string) bool { return spelled.MatchString(plain(words)) }
