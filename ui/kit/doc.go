// Package kit draws: cells in, strings out.
//
// A [Look] is a theme and a set of glyphs, rendered once for a session's
// terminal. A [Row] is one line of exactly so many cells; everything else here
// is made of rows: meters, tracks, cost rows, lists, forms, dice, odds, boxes,
// and one drawing for each kind of [engine.Block].
//
// Every function that draws returns lines of exactly the width it was given,
// so that lines can be put side by side by appending them. Text from people
// may be handed in as it is: [Row.Put] shows control characters, escapes and
// bidi controls as visible marks.
//
// # Why
//
// Lip Gloss joins and borders panels by measuring every line again: 2 ms and
// 8,000 allocations for six panels. Here each token of the theme is rendered
// once, by the session's own renderer, into the strings before and after it,
// and a frame is concatenation.
//
// There is one width function, [Width], for measuring and for cutting. It counts grapheme
// clusters. If two functions disagreed about an emoji, everything to the right of it would be
// shifted.
package kit
