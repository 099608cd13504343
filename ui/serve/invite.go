package serve

import (
	"crypto/rand"
	"encoding/binary"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"example.org/fray/model"
)

// Invite lets somebody in once, whatever their key: it is what the book keeps
// of one, which is not its words.
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
func (b *Book) Invite(t model.Table, i Invite) (words string, err error) {
	if err := b.own(t, i.Seat); err != nil {
		return "", err
	}
	var random [8]byte
	_, _ = rand.Read(random[:]) // it never fails: it ends the program instead
	words = spell(binary.BigEndian.Uint64(random[:]))
	i.Expires = i.Expires.UTC()
	return words, writeFile(b.inviteFile(words), i)
}

// Redeem takes an invite and admits whoever has it: nobody can take it meanwhile,
// nor afterwards, unless admit fails. The errors are ErrNoInvite, ErrExpired and
// those of admit.
func (b *Book) Redeem(words string, now time.Time, admit func(Invite) error) error {
	file := b.inviteFile(words)
	mine := file + ".taken"
	if err := os.Rename(file, mine); err != nil {
		return ErrNoInvite
	}
	var i Invite
	err := readFile(mine, &i)
	switch {
	case err != nil:
		err = ErrNoInvite
	case now.After(i.Expires):
		err = ErrExpired
	default:
		if err := admit(i); err != nil {
			return errors.Join(err, os.Rename(mine, file))
		}
	}
	_ = os.Remove(mine)
	return err
}

// Invites gives those that can still be used, the first to expire first, and
// forgets the others.
func (b *Book) Invites(now time.Time) []Invite {
	var all []Invite
	for _, file := range filesIn(b.invites()) {
		var i Invite
		switch {
		case readFile(file, &i) != nil:
		case now.After(i.Expires):
			_ = os.Remove(file)
		default:
			all = append(all, i)
		}
	}
	slices.SortFunc(all, func(x, y Invite) int { return x.Expires.Compare(y.Expires) })
	return all
}

// Withdraw makes invites to a seat worth nothing.
func (b *Book) Withdraw(seat model.Seat) error {
	var err error
	for _, file := range filesIn(b.invites()) {
		var i Invite
		if readFile(file, &i) != nil || i.Seat != seat {
			continue
		}
		if bad := os.Remove(file); !errors.Is(bad, fs.ErrNotExist) { // somebody has come by it just now
			err = errors.Join(err, bad)
		}
	}
	return err
}

// inviteFile is where an invite is: the words cannot be told from it.
func (b *Book) inviteFile(words string) string {
	return filepath.Join(b.invites(), fileName([]byte(plain(words))))
}

// plain is what counts of words that somebody typed: their letters.
func plain(words string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' {
			return r
		}
		return -1
	}, strings.ToLower(words))
}

// spell writes a number as four words that can be said over a telephone: each
// is 16 bits, a consonant and a vowel in turn.
func spell(n uint64) string {
	const consonants, vowels = "bdfghjklmnprstvz", "aiou"
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
