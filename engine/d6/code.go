package d6

import (
	"fmt"
	"strconv"
	"strings"
)

// code is a die code: a number of six-sided dice and of pips. A code that was read or
// added up has 0 to 2 pips; one that a Fate Point has doubled may have 4.
type code struct{ dice, pips int }

// pipsInDie is how many pips make a die.
const pipsInDie = 3

// mostDice is the largest number of dice in a code that somebody enters.
const mostDice = 50

// codeOf gives the code that a number of pips makes.
func codeOf(pips int) code { return code{pips / pipsInDie, pips % pipsInDie} }

// worth gives c in pips.
func (c code) worth() int { return c.dice*pipsInDie + c.pips }

// plus adds two codes: three pips make a die.
func (c code) plus(d code) code { return codeOf(max(c.worth()+d.worth(), 0)) }

// doubled gives twice the dice and twice the pips, as a Fate Point does.
func (c code) doubled() code { return code{c.dice * 2, c.pips * 2} }

// half gives Strength Damage: half the dice, rounded up, without the pips.
func (c code) half() code { return code{dice: (c.dice + 1) / 2} }

// derived gives the difficulty that a code sets if it is not rolled.
func (c code) derived() int { return c.dice*2 + c.pips }

// String writes c as people do: 4D+2.
func (c code) String() string {
	if c.pips == 0 {
		return strconv.Itoa(c.dice) + "D"
	}
	return fmt.Sprintf("%dD+%d", c.dice, c.pips)
}

// parseCode reads 4D, 4d, 4D+2 and 4D2.
func parseCode(text string) (code, error) {
	s := strings.TrimSpace(text)
	dice, pips, ok := strings.Cut(strings.ToUpper(s), "D")
	n, good := number(dice)
	if !ok || !good || n > mostDice {
		return code{}, fmt.Errorf("%q is not a die code such as 4D or 3D+2", text)
	}
	if pips == "" {
		return code{dice: n}, nil
	}
	p, good := number(strings.TrimPrefix(pips, "+"))
	switch {
	case !good || p > 99:
		return code{}, fmt.Errorf("%q is not a die code such as 4D or 3D+2", text)
	case p >= pipsInDie:
		return code{}, fmt.Errorf("%q has too many pips: three make a die, so write %s", text, codeOf(n*pipsInDie+p))
	}
	return code{n, p}, nil
}

// number reads a number of at most four digits, without leading zeros.
func number(s string) (int, bool) {
	if s == "" || len(s) > 4 || len(s) > 1 && s[0] == '0' || strings.Trim(s, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.Atoi(s)
	return n, err == nil
}

// parseBonus reads a bonus or penalty: +1D adds dice, +2 adds to the total,
// +1D+2 does both.
func parseBonus(text string) (dice, plus int, err error) {
	s := strings.TrimSpace(text)
	sign := 1
	if rest, minus := strings.CutPrefix(s, "-"); minus {
		s, sign = rest, -1
	} else {
		s = strings.TrimPrefix(s, "+")
	}
	if n, ok := number(s); ok && n <= mostDice {
		return 0, sign * n, nil
	}
	c, err := parseCode(s)
	if err != nil {
		return 0, 0, fmt.Errorf("%q is not a bonus such as +1D or +2", text)
	}
	return sign * c.dice, sign * c.pips, nil
}

// codeForm says in an error what a die code looks like.
const codeForm = "a die code such as 4D or 3D+2"

func isCode(text string) bool {
	_, err := parseCode(text)
	return err == nil
}

// isSkillCode reports whether text is a whole code, or a bonus to the code of the attribute.
func isSkillCode(text string) bool { return skillText(text) == nil }

func isBonus(text string) bool {
	_, _, err := parseBonus(text)
	return err == nil
}
