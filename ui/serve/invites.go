package serve

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"errors"
	"regexp"
	"strings"
	"sync"
	"time"

	"example.org/fray/model"
	"example.org/fray/saves"
)

// Invite admits one person once, with any key. The guest list stores it without its words.
type Invite struct {
	Seat       model.Seat `json:"seat"`
	Characters []string   `json:"characters,omitempty"` // ids
	Expires    time.Time  `json:"expires"`
}

// Errors of an invite.
var (
	ErrNoInvite = errors.New("there is no such invite: check the words, or ask the gamemaster for another")
	ErrExpired  = errors.New("that invite has expired: ask the gamemaster for another")
)

// expiredFor is how long an expired invite is reported as expired rather than unknown.
const expiredFor = 7 * 24 * time.Hour

func (l *GuestList) putInvite(id string, i Invite) error {
	return keepRecord(l.kept, saves.InviteRecords, id, i, max(time.Until(i.Expires), 0)+expiredFor)
}

// Invite creates an invite to a table, and returns its words: 64 random bits, which are not
// stored anywhere. The error may be a *Lookalike.
func (l *GuestList) Invite(t model.Table, i Invite) (words string, err error) {
	if err := l.checkSeat(t, i.Seat); err != nil {
		return "", err
	}
	return l.newInvite(i)
}

func (l *GuestList) newInvite(i Invite) (words string, err error) {
	var random [8]byte
	_, _ = rand.Read(random[:]) // it never returns an error
	words = inviteWords(binary.BigEndian.Uint64(random[:]))
	i.Expires = i.Expires.UTC()
	return words, l.putInvite(inviteID(words), i)
}

// Redeem uses up an invite: it calls admit, and removes the invite unless admit fails. key
// is the person's key, or "". Meanwhile nobody else can use the invite at any host. If the
// host is killed in between, the same key can use it again. The errors are ErrNoInvite,
// ErrExpired and those of admit and of the records.
func (l *GuestList) Redeem(words, key string, now time.Time, admit func(Invite) error) error {
	if err := l.Works(words, now); err != nil {
		return err
	}
	id := inviteID(words)
	if err := l.claim(id, claim{key, now.UTC()}); err != nil {
		return err
	}
	i, err := record[Invite](l.kept, saves.InviteRecords, id) // it may have been used before it was claimed
	if err != nil {
		return errors.Join(ErrNoInvite, removeRecord(l.kept, saves.ClaimRecords, id))
	}
	if err := admit(i); err != nil {
		return errors.Join(err, removeRecord(l.kept, saves.ClaimRecords, id))
	}
	if removeRecord(l.kept, saves.InviteRecords, id) == nil { // otherwise the claim keeps others from using it
		_ = removeRecord(l.kept, saves.ClaimRecords, id) // the claim belongs to no invite any more
	}
	return nil
}

// claim records who is being admitted with an invite. It is written before admit is called,
// and removed after the invite.
type claim struct {
	Key   string    `json:"key,omitempty"` // its fingerprint; "" for who has none
	Since time.Time `json:"since"`
}

// claimLasts is how long a claim without a key counts. Such a seat ends with its
// connection, so after a host was killed somebody else may use the invite.
const claimLasts = time.Minute

// claim reserves an invite for one person. The error is ErrNoInvite if somebody else has
// it.
func (l *GuestList) claim(id string, by claim) error {
	body, err := json.Marshal(by)
	if err != nil {
		return err
	}
	add := func() error { return l.kept.Add(context.Background(), saves.ClaimRecords, id, body) }
	if err := add(); !errors.Is(err, saves.ErrRecordThere) {
		return err
	}
	switch was, err := record[claim](l.kept, saves.ClaimRecords, id); {
	case err == nil && was.Key == "" && by.Since.Sub(was.Since) > claimLasts:
		if taken, err := takeRecord[claim](l.kept, saves.ClaimRecords, id); err != nil || taken != was || add() != nil {
			return ErrNoInvite // somebody else was faster
		}
		return nil
	case err == nil && was.Key == by.Key && by.Key != "":
		return nil
	}
	return ErrNoInvite
}

// Works returns nil if an invite would admit somebody now, otherwise ErrNoInvite or
// ErrExpired.
func (l *GuestList) Works(words string, now time.Time) error {
	switch i, err := record[Invite](l.kept, saves.InviteRecords, inviteID(words)); {
	case err != nil:
		return ErrNoInvite
	case now.After(i.Expires):
		return ErrExpired
	}
	return nil
}

// Withdraw removes the invites to a seat.
func (l *GuestList) Withdraw(seat model.Seat) error {
	all, err := records[Invite](l.kept, saves.InviteRecords)
	for id, i := range all {
		if i.Seat == seat {
			err = errors.Join(err, removeRecord(l.kept, saves.InviteRecords, id))
		}
	}
	return err
}

// inviteID returns the id of an invite. The words cannot be derived from it.
func inviteID(words string) string { return idOf(plain(words)) }

// plain returns the letters of an invite in lower case, without spaces and signs.
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

// inviteWords writes a number as four words that can be said over a telephone. Each word stands
// for 16 bits, with consonants and vowels in turn.
func inviteWords(n uint64) string {
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

var spelled = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("^(?:[" + consonants + "][" + vowels + "][" + consonants + "][" + vowels + "][" + consonants + "]){4}$")
})

// areInvite reports whether words have the form of an invite.
func areInvite(words string) bool { return spelled().MatchString(plain(words)) }
