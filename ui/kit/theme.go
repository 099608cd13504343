package kit

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Token is a role that text plays on the screen.
type Token uint8

// The tokens of a theme.
const (
	Text      Token = iota // what one reads
	Dim                    // labels, units, what matters less
	Faint                  // rules, and everything behind a card
	Accent                 // the thing in force, the cursor's mark, the pane with the keys
	Good                   // success
	Bad                    // failure, grave states
	Warn                   // what to look at: pending, a price too high
	Title                  // headings and names
	Key                    // keys to press
	Dice                   // dice as they fell
	Hero                   // names of the heroes' side
	Foe                    // names of the foes' side
	Other                  // names of any other side
	Selection              // the caret
	Struck                 // what was taken back
	Life                   // what keeps somebody alive
	Energy                 // what is spent and comes back
	Points                 // what is given rarely
	Hurt                   // life below a half
	Grave                  // life below a quarter
	Lost                   // what a meter has lost by the last act
	Track                  // the rest of a meter
	Odds                   // a bar of what succeeds
	OddsBad                // a bar of what fails
	OnFilled               // text on a filled part
	tokens
)

// Filled is a token with its colour behind the text, which is drawn in the theme's ink.
func Filled(t Token) Token { return tokens + 1 + t }

// How many ways there are to draw text: each token, no token, and each filled token.
const pens = 2*tokens + 1

var tokenNames = [tokens]string{"text", "dim", "faint", "accent", "good", "bad", "warn", "title", "key", "dice", "hero", "foe", "other",
	"selection", "struck", "life", "energy", "points", "hurt", "grave", "lost", "track", "odds", "odds-bad", "on-filled"}

// Ground is what lies behind the text of a part of the screen.
type Ground uint8

// The grounds of a theme.
const (
	OnBack   Ground = iota // between the panes
	OnPanel                // a pane
	OnFront                // the pane that has the keys
	OnBand                 // header and footer
	OnCursor               // the line under the cursor
	OnCard                 // what lies on top of the panes
	OnBehind               // the panes while a card lies on top of them
	OnHit                  // behind the word that a roll was good enough
	OnMiss                 // behind the word that it was not
	grounds
)

var groundNames = [grounds]string{"back", "panel", "panel-focus", "band", "cursor", "card", "behind", "hit-back", "miss-back"}

// String gives the name of t in a theme file.
func (t Token) String() string { return tokenNames[t] }

// Colour is one colour for each kind of terminal. Each is "" for the
// terminal's own, a number from 0 to 255, or #rrggbb; what a terminal can't
// show becomes the nearest that it can.
type Colour struct{ ANSI, ANSI256, TrueColor string }

// Ink is how a token is drawn.
type Ink struct {
	Fore, Back Colour
	Bold       bool
	Underline  bool
	Reverse    bool
	Strike     bool
}

// Theme is an ink for every token, and what lies behind the parts of the screen. A
// theme without a colour for panes has rules in their place.
type Theme struct {
	Name    string
	Dark    bool // meant for a dark background
	Inks    [tokens]Ink
	Grounds [grounds]Colour
	// Reversed shows the line under the cursor in reverse video, for a theme without a colour
	// for it.
	Reversed bool
}

// Themes are those built in, by name.
var Themes = []Theme{Dark, Light, HighContrast, Mono}

// FindTheme finds a built-in theme by its name.
func FindTheme(name string) (Theme, bool) {
	i := slices.IndexFunc(Themes, func(t Theme) bool { return t.Name == name })
	if i < 0 {
		return Theme{}, false
	}
	return Themes[i], true
}

// Auto is the name for dark or light, depending on the terminal.
const Auto = "auto"

// shades is a colour for terminals of 16, of 256 and of all colours.
func shades(ansi, wide, rgb string) Colour { return Colour{ansi, wide, rgb} }

// ground is a colour that terminals of sixteen colours do without.
func ground(wide, rgb string) Colour { return Colour{"", wide, rgb} }

// Dark is for dark backgrounds.
var Dark = Theme{Name: "dark", Dark: true, Inks: [tokens]Ink{
	Text:      {Fore: shades("15", "253", "#d3d8e2")},
	Dim:       {Fore: shades("7", "248", "#9ca5b8")},
	Faint:     {Fore: shades("8", "243", "#5d667c")},
	Accent:    {Fore: shades("11", "221", "#ffcb6b"), Bold: true},
	Good:      {Fore: shades("10", "114", "#5fcf8c"), Bold: true},
	Bad:       {Fore: shades("13", "210", "#ff7f89"), Bold: true},
	Warn:      {Fore: shades("11", "221", "#e8bd55")},
	Title:     {Fore: shades("15", "231", "#ffffff"), Bold: true},
	Key:       {Fore: shades("11", "221", "#ffcb6b"), Bold: true},
	Dice:      {Fore: shades("15", "231", "#ffffff"), Bold: true},
	Hero:      {Fore: shades("14", "117", "#7cc8ff"), Bold: true},
	Foe:       {Fore: shades("13", "216", "#ff9d8a"), Bold: true},
	Other:     {Fore: shades("15", "183", "#c3b8ff"), Bold: true},
	Selection: {Fore: shades("0", "16", "#0e1016"), Back: shades("11", "221", "#ffcb6b")},
	Struck:    {Fore: shades("7", "248", "#9ca5b8"), Strike: true},
	Life:      {Fore: shades("10", "78", "#4fc27d")},
	Energy:    {Fore: shades("14", "75", "#5aa8f5")},
	Points:    {Fore: shades("14", "147", "#b99af6"), Bold: true},
	Hurt:      {Fore: shades("11", "179", "#e3b341")},
	Grave:     {Fore: shades("13", "210", "#ff7f89"), Bold: true},
	Lost:      {Fore: shades("1", "131", "#a23b48")},
	Track:     {Fore: shades("8", "238", "#2a303e")},
	Odds:      {Fore: shades("2", "65", "#3f8f63")},
	OddsBad:   {Fore: shades("1", "95", "#8f4650")},
	OnFilled:  {Fore: shades("0", "16", "#0e1016"), Bold: true},
}, Grounds: [grounds]Colour{
	OnBack:   ground("232", "#0e1016"),
	OnPanel:  ground("234", "#161a23"),
	OnFront:  ground("235", "#1b2130"),
	OnBand:   ground("235", "#1d2330"),
	OnCursor: ground("236", "#27304a"),
	OnCard:   ground("235", "#1f2636"),
	OnBehind: ground("233", "#12151c"),
	OnHit:    ground("22", "#1f5c3a"),
	OnMiss:   ground("52", "#5c2530"),
}}

// Light is for light backgrounds.
var Light = Theme{Name: "light", Inks: [tokens]Ink{
	Text:      {Fore: shades("0", "235", "#2b2f38")},
	Dim:       {Fore: shades("0", "240", "#5a606c")},
	Faint:     {Fore: shades("8", "245", "#8d897c")},
	Accent:    {Fore: shades("5", "94", "#8f5400"), Bold: true},
	Good:      {Fore: shades("4", "22", "#1c663a"), Bold: true},
	Bad:       {Fore: shades("1", "124", "#b0202e"), Bold: true},
	Warn:      {Fore: shades("5", "94", "#805800")},
	Title:     {Fore: shades("0", "16", "#000000"), Bold: true},
	Key:       {Fore: shades("5", "94", "#8f5400"), Bold: true},
	Dice:      {Fore: shades("0", "16", "#000000"), Bold: true},
	Hero:      {Fore: shades("4", "25", "#0b5fa5"), Bold: true},
	Foe:       {Fore: shades("1", "124", "#b23a20"), Bold: true},
	Other:     {Fore: shades("5", "55", "#5d46a8"), Bold: true},
	Selection: {Fore: shades("15", "231", "#ffffff"), Back: shades("5", "94", "#8f5400")},
	Struck:    {Fore: shades("0", "240", "#5a606c"), Strike: true},
	Life:      {Fore: shades("4", "22", "#1f6f40")},
	Energy:    {Fore: shades("0", "25", "#1b66b8")},
	Points:    {Fore: shades("5", "55", "#6d3fb0"), Bold: true},
	Hurt:      {Fore: shades("5", "94", "#855c00")},
	Grave:     {Fore: shades("1", "124", "#b0202e"), Bold: true},
	Lost:      {Fore: shades("9", "174", "#e08a92")},
	Track:     {Fore: shades("7", "252", "#e3dfd4")},
	Odds:      {Fore: shades("2", "71", "#6cb98d")},
	OddsBad:   {Fore: shades("9", "174", "#d9939a")},
	OnFilled:  {Fore: shades("15", "231", "#ffffff"), Bold: true},
}, Grounds: [grounds]Colour{
	OnBack:   ground("255", "#f4f2ec"),
	OnPanel:  ground("231", "#fffdf8"),
	OnFront:  ground("231", "#ffffff"),
	OnBand:   ground("254", "#e9e5da"),
	OnCursor: ground("195", "#e3ecf8"),
	OnCard:   ground("231", "#ffffff"),
	OnBehind: ground("254", "#ebe8e0"),
	OnHit:    ground("194", "#cfeedb"),
	OnMiss:   ground("224", "#f6d5d6"),
}}

// HighContrast keeps every text at 7:1 or more on black, and separates panes by rules.
var HighContrast = Theme{Name: "high-contrast", Dark: true, Inks: [tokens]Ink{
	Text:      {Fore: shades("15", "231", "#ffffff")},
	Dim:       {Fore: shades("15", "255", "#eeeeee")},
	Faint:     {Fore: shades("7", "250", "#bcbcbc")},
	Accent:    {Fore: shades("11", "226", "#ffff00"), Bold: true},
	Good:      {Fore: shades("10", "46", "#00ff00"), Bold: true},
	Bad:       {Fore: shades("11", "226", "#ffff00"), Bold: true, Underline: true},
	Warn:      {Fore: shades("11", "226", "#ffff00")},
	Title:     {Fore: shades("15", "231", "#ffffff"), Bold: true},
	Key:       {Fore: shades("14", "51", "#00ffff"), Bold: true},
	Dice:      {Fore: shades("11", "226", "#ffff00"), Bold: true},
	Hero:      {Fore: shades("14", "51", "#00ffff"), Bold: true},
	Foe:       {Fore: shades("11", "226", "#ffff00"), Bold: true},
	Other:     {Fore: shades("15", "231", "#ffffff"), Bold: true},
	Selection: {Fore: shades("0", "16", "#000000"), Back: shades("11", "226", "#ffff00"), Bold: true},
	Struck:    {Fore: shades("15", "255", "#eeeeee"), Strike: true},
	Life:      {Fore: shades("10", "46", "#00ff00")},
	Energy:    {Fore: shades("14", "51", "#00ffff")},
	Points:    {Fore: shades("15", "231", "#ffffff"), Bold: true},
	Hurt:      {Fore: shades("11", "226", "#ffff00")},
	Grave:     {Fore: shades("11", "226", "#ffff00"), Bold: true, Underline: true},
	Lost:      {Fore: shades("5", "127", "#a000a0")},
	Track:     {Fore: shades("8", "240", "#585858")},
	Odds:      {Fore: shades("10", "46", "#00ff00")},
	OddsBad:   {Fore: shades("13", "213", "#ff87ff")},
	OnFilled:  {Fore: shades("0", "16", "#000000"), Bold: true},
}, Grounds: [grounds]Colour{
	OnCursor: ground("17", "#00005f"),
}}

// Mono has no colours at all; it is the one for NO_COLOR.
var Mono = Theme{Name: "mono", Dark: true, Reversed: true, Inks: [tokens]Ink{
	Accent:    {Bold: true},
	Good:      {Bold: true},
	Bad:       {Bold: true},
	Title:     {Bold: true},
	Key:       {Bold: true},
	Dice:      {Bold: true},
	Hero:      {Bold: true},
	Foe:       {Bold: true},
	Other:     {Bold: true},
	Selection: {Reverse: true},
	Struck:    {Strike: true},
	Points:    {Bold: true},
	Hurt:      {Underline: true},
	Grave:     {Bold: true, Underline: true},
}}

var colourNames = strings.Fields("black red green yellow blue magenta cyan white " +
	"bright-black bright-red bright-green bright-yellow bright-blue bright-magenta bright-cyan bright-white")

// With gives the theme with inks as a theme file writes them: a token's name
// and "bold #ffaa00 on 235", or a ground's name and a colour. The words are bold, underline, reverse, strike, a
// colour and, after "on", a background; a colour is one of the sixteen by
// name, a number from 0 to 255, #rrggbb, or default.
func (t Theme) With(inks map[string]string) (Theme, error) {
	for _, name := range slices.Sorted(maps.Keys(inks)) {
		if g := slices.Index(groundNames[:], name); g >= 0 {
			c, err := parseColour(strings.ToLower(strings.TrimSpace(inks[name])))
			if err != nil {
				return t, fmt.Errorf("theme colour %s: %w", name, err)
			}
			t.Grounds[g] = Colour{c, c, c}
			continue
		}
		i := slices.Index(tokenNames[:], name)
		if i < 0 {
			return t, fmt.Errorf("a theme has no colour %q: choose from %s", name, strings.Join(append(tokenNames[:len(tokenNames):len(tokenNames)], groundNames[:]...), ", "))
		}
		ink, err := parseInk(inks[name])
		if err != nil {
			return t, fmt.Errorf("theme colour %s: %w", name, err)
		}
		t.Inks[i] = ink
	}
	return t, nil
}

func parseInk(text string) (Ink, error) {
	var k Ink
	to := &k.Fore
	for _, w := range strings.Fields(strings.ToLower(text)) {
		switch w {
		case "bold":
			k.Bold = true
		case "underline":
			k.Underline = true
		case "reverse":
			k.Reverse = true
		case "strike":
			k.Strike = true
		case "on":
			to = &k.Back
		default:
			c, err := parseColour(w)
			if err != nil {
				return k, err
			}
			*to = Colour{c, c, c}
		}
	}
	return k, nil
}

func parseColour(w string) (string, error) {
	if w == "default" {
		return "", nil
	}
	if i := slices.Index(colourNames, w); i >= 0 {
		return strconv.Itoa(i), nil
	}
	if n, err := strconv.Atoi(w); err == nil && n >= 0 && n <= 255 {
		return w, nil
	}
	if hex, ok := strings.CutPrefix(w, "#"); ok && len(hex) == 6 {
		if _, err := strconv.ParseUint(hex, 16, 32); err == nil {
			return w, nil
		}
	}
	return "", fmt.Errorf("%q is not a colour: write red, bright-blue, 0 to 255, #rrggbb or default", w)
}
