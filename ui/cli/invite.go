package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"example.org/fray/model"
	"example.org/fray/saves"
	"example.org/fray/ui/serve"
)

// inviteFlags holds the flags of 'fray invite'.
type inviteFlags struct {
	seat       string
	as         string
	characters []string
	lasts      time.Duration
}

type inviteJSON struct {
	Invite     string   `json:"invite"`
	Seat       string   `json:"seat"`
	As         string   `json:"as"`
	Characters []string `json:"characters"`
	Expires    string   `json:"expires"`
	Lines      []string `json:"lines,omitempty"` // commands with which the invited person can connect
	Print      string   `json:"fingerprint"`     // of the host key
	Link       string   `json:"link,omitempty"`  // web address to open instead
}

func inviteCommand(a *app) *cobra.Command {
	want := inviteFlags{}
	c := &cobra.Command{
		Use:   "invite NAME",
		Short: "Make an invite that lets one person in",
		Long: `Make an invite: a few words that let one person in, once, with any key. They
type it in place of a name in the line that this prints, in the waiting
room, or where SSH asks them for it. You can make it whether or not the table
is being served. It is kept only on this machine.`,
		Example: `  fray invite vault --as Mira --characters Seraph
  fray invite vault --seat watcher --for 1h`,
		Annotations:       map[string]string{together: "fray invite NAME --as Mira\tlet one person in"},
		Args:              between(1, 1, "a table, such as: fray invite vault"),
		ValidArgsFunction: completeTable(a),
		RunE: func(_ *cobra.Command, args []string) error {
			return withTable(a, args[0], func(live *saves.Live) error { return inviteTo(a, live, want) })
		},
	}
	c.Flags().StringVar(&want.seat, "seat", "player", "the `ROLE` of the seat: player or watcher")
	c.Flags().StringVar(&want.as, "as", "", "the `NAME` of the seat; without it, the name that they type")
	c.Flags().StringSliceVar(&want.characters, "characters", nil, "the characters that the seat plays, by `NAME`")
	c.Flags().DurationVar(&want.lasts, "for", 24*time.Hour, "how `LONG` the invite is valid, such as 1h or 72h")
	return c
}

// accountsOf is what a host of all tables keeps of people, and where it serves the tables.
func accountsOf(a *app) (*serve.GuestList, error) {
	store, err := a.tables()
	if err != nil {
		return nil, err
	}
	records, err := store.OwnRecords(context.Background())
	if err != nil {
		return nil, err
	}
	return serve.OpenGuestList(records)
}

// longestInvite is the longest time that an invite may be valid.
const longestInvite = 7 * 24 * time.Hour

func inviteTo(a *app, live *saves.Live, want inviteFlags) error {
	as, err := model.CleanWithin("the name", want.as, model.LongestName)
	if err != nil {
		return misuseOf(err)
	}
	seat := model.Seat{Role: model.Role(want.seat), Name: strings.TrimSpace(as)}
	if seat.Role != model.Player && seat.Role != model.Watcher {
		return misusef("there is no seat %q: choose player or watcher", want.seat)
	}
	if want.lasts <= 0 || want.lasts > longestInvite {
		return misusef("an invite can be valid for up to %d days", int(longestInvite.Hours()/24))
	}
	t := live.Now()
	var ids []string
	names := []string{}
	for _, name := range want.characters {
		c, err := character(t, name)
		if err != nil {
			return err
		}
		ids, names = append(ids, c.ID), append(names, c.Name)
	}
	if len(ids) > 0 && seat.Role != model.Player {
		return misusef("a watcher has no characters: use --seat player")
	}
	guests, err := serve.OpenGuestListOf(live)
	if err != nil {
		return err
	}
	defer func() { _ = guests.Close() }() // every change was written already
	host, err := serve.HostKey(serveFolder(a))
	if err != nil {
		return err
	}
	has, known := t.SeatOf(seat.Name)
	if known = known && t.SeatName(has) == seat.Name; known {
		if has.Role != seat.Role {
			return misusef("%s already has a seat as a %s", seat.Name, has.Role)
		}
		seat = has
	}
	expires := time.Now().Add(want.lasts).UTC()
	words, err := guests.Invite(t, serve.Invite{Seat: seat, Characters: ids, Expires: expires})
	var like *serve.Lookalike
	var refused *model.Refused
	if errors.As(err, &like) || errors.As(err, &refused) {
		return misuseOf(err)
	}
	if err != nil {
		return err
	}
	at := guests
	if guests.ServedAt() == "" && guests.WebAt() == "" { // a host of all tables has not opened it yet
		if at, err = accountsOf(a); err != nil {
			return err
		}
		defer func() { _ = at.Close() }() // it is only read
	}
	way := serve.WayTo(at.ServedAt(), host.PublicKey(), serve.OwnAddresses())
	way.Finger = cmp.Or(at.ServedWith(), way.Finger)
	link := serve.InviteLink(at.WebAt(), words)
	if a.json {
		return a.document(inviteJSON{words, want.seat, t.SeatName(seat), names, expires.Format(time.RFC3339), way.Lines(words), way.Finger, link})
	}
	a.line("%s", words)
	if known {
		a.text("", fmt.Sprintf("It lets %s in with another key, to the seat they already have.", t.SeatName(seat)))
	}
	if link != "" {
		a.line("%s", link)
		drawCode(a, link)
		if way.Lines(words) == nil {
			a.text("", "The link works once, until "+expires.Local().Format("2006-01-02 15:04")+".")
			return nil
		}
	}
	a.text("", way.Letter(words, "until "+expires.Local().Format("2006-01-02 15:04")))
	if way.Lines(words) == nil {
		a.text("", "Serve the table with: fray host NAME --listen 0.0.0.0:2222")
	}
	return nil
}
