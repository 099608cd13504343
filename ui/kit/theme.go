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
	Accent                 // the thing in force, the cursor's mark
	Good                   // success
	Bad                    // failure, grave states
	Warn                   // what to look at: pending, a price too high
	Title                  // headings and names
	Key                    // keys to press
	Dice                   // dice as they fell
	Full                   // a bar, a gem that is there
	Empty                  // a gem that is not
	Border                 // the frame of a pane
	Focus                  // the frame of the pane that has the keys
	Selection              // the caret
	Struck                 // what was taken back
	Life                   // what keeps somebody alive
	Energy                 // what is spent and comes back
	Points                 // what is given rarely
	Hurt                   // life below a half
	Grave                  // life below a quarter
	Lost                   // what a meter has lost
	Ground                 // what is behind the line under the cursor
	tokens
)

var tokenNames = [tokens]string{"text", "dim", "accent", "good", "bad", "warn", "title", "key", "dice",
	"full", "empty", "border", "focus", "selection", "struck", "life", "energy", "points", "hurt", "grave", "lost", "ground"}

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

// Theme is an ink for every token.
type Theme struct {
	Name string
	Dark bool // meant for a dark background
	Inks [tokens]Ink
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

// same is a colour that looks much the same in every terminal.
func same(ansi, wide string) Colour { return Colour{ansi, wide, wide} }

// Dark is for dark backgrounds.
var Dark = Theme{Name: "dark", Dark: true, Inks: [tokens]Ink{
	Text:      {Fore: same("15", "253")},
	Dim:       {Fore: same("7", "247")},
	Accent:    {Fore: same("14", "81"), Bold: true},
	Good:      {Fore: same("10", "114"), Bold: true},
	Bad:       {Fore: same("13", "210"), Bold: true},
	Warn:      {Fore: same("11", "221")},
	Title:     {Fore: same("15", "231"), Bold: true},
	Key:       {Fore: same("14", "81")},
	Dice:      {Fore: same("15", "219"), Bold: true},
	Full:      {Fore: same("6", "74")},
	Empty:     {Fore: same("8", "243")},
	Border:    {Fore: same("8", "243")},
	Focus:     {Fore: same("14", "81"), Bold: true},
	Selection: {Fore: same("0", "16"), Back: same("6", "74")},
	Struck:    {Fore: same("7", "247"), Strike: true},
	Life:      {Fore: same("10", "114")},
	Energy:    {Fore: same("6", "75")},
	Points:    {Fore: same("14", "177"), Bold: true},
	Hurt:      {Fore: same("11", "221")},
	Grave:     {Fore: same("13", "210"), Bold: true},
	Lost:      {Fore: same("8", "243")},
	Ground:    {Back: same("0", "236")},
}}

// Light is for light backgrounds.
var Light = Theme{Name: "light", Inks: [tokens]Ink{
	Text:      {Fore: same("0", "235")},
	Dim:       {Fore: same("0", "241")},
	Accent:    {Fore: same("4", "25"), Bold: true},
	Good:      {Fore: same("4", "22"), Bold: true},
	Bad:       {Fore: same("1", "124"), Bold: true},
	Warn:      {Fore: same("5", "94")},
	Title:     {Fore: same("0", "16"), Bold: true},
	Key:       {Fore: same("4", "25")},
	Dice:      {Fore: same("5", "90"), Bold: true},
	Full:      {Fore: same("4", "31")},
	Empty:     {Fore: same("8", "245")},
	Border:    {Fore: same("8", "245")},
	Focus:     {Fore: same("4", "25"), Bold: true},
	Selection: {Fore: same("15", "231"), Back: same("4", "25")},
	Struck:    {Fore: same("0", "241"), Strike: true},
	Life:      {Fore: same("4", "22")},
	Energy:    {Fore: same("0", "25")},
	Points:    {Fore: same("5", "90"), Bold: true},
	Hurt:      {Fore: same("5", "94")},
	Grave:     {Fore: same("1", "124"), Bold: true},
	Lost:      {Fore: same("8", "245")},
	Ground:    {Back: same("15", "255")},
}}

// HighContrast keeps every text at 7:1 or more on black.
var HighContrast = Theme{Name: "high-contrast", Dark: true, Inks: [tokens]Ink{
	Text:      {Fore: same("15", "231")},
	Dim:       {Fore: same("15", "255")},
	Accent:    {Fore: same("11", "226"), Bold: true},
	Good:      {Fore: same("10", "46"), Bold: true},
	Bad:       {Fore: same("11", "226"), Bold: true, Underline: true},
	Warn:      {Fore: same("11", "226")},
	Title:     {Fore: same("15", "231"), Bold: true},
	Key:       {Fore: same("14", "51"), Bold: true},
	Dice:      {Fore: same("11", "226"), Bold: true},
	Full:      {Fore: same("15", "231")},
	Empty:     {Fore: same("7", "250")},
	Border:    {Fore: same("15", "231")},
	Focus:     {Fore: same("11", "226"), Bold: true},
	Selection: {Fore: same("0", "16"), Back: same("11", "226"), Bold: true},
	Struck:    {Fore: same("15", "255"), Strike: true},
	Life:      {Fore: same("10", "46")},
	Energy:    {Fore: same("14", "51")},
	Points:    {Fore: same("15", "231"), Bold: true},
	Hurt:      {Fore: same("11", "226")},
	Grave:     {Fore: same("11", "226"), Bold: true, Underline: true},
	Lost:      {Fore: same("7", "250")},
	Ground:    {Back: same("0", "17")},
}}

// Mono has no colours at all; it is the one for NO_COLOR.
var Mono = Theme{Name: "mono", Dark: true, Inks: [tokens]Ink{
	Accent:    {Bold: true},
	Good:      {Bold: true},
	Bad:       {Bold: true},
	Title:     {Bold: true},
	Key:       {Bold: true},
	Dice:      {Bold: true},
	Focus:     {Bold: true},
	Selection: {Reverse: true},
	Struck:    {Strike: true},
	Points:    {Bold: true},
	Hurt:      {Underline: true},
	Grave:     {Bold: true, Underline: true},
	Ground:    {Reverse: true},
}}

var colourNames = strings.Fields("black red green yellow blue magenta cyan white " +
	"bright-black bright-red bright-green bright-yellow bright-blue bright-magenta bright-cyan bright-white")

// With gives the theme with inks as a theme file writes them: a token's name
// and "bold #ffaa00 on 235". The words are bold, underline, reverse, strike, a
// colour and, after "on", a background; a colour is one of the sixteen by
// name, a number from 0 to 255, #rrggbb, or default.
func (t Theme) With(inks map[string]string) (Theme, error) {
	for _, name := range slices.Sorted(maps.Keys(inks)) {
		i := slices.Index(tokenNames[:], name)
		if i < 0 {
			return t, fmt.Errorf("a theme has no colour %q: choose from %s", name, strings.Join(tokenNames[:], ", "))
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
