// Package enginetest is the exam that every rulebook must pass.
//
// A rulebook's test has a few lines:
//
//	func TestSystem(t *testing.T)  { enginetest.TestSystem(t, System) }
//	func TestPlays(t *testing.T)   { enginetest.TestPlays(t, System, "testdata") }
//	func TestMillion(t *testing.T) { enginetest.TestMillion(t, System) }
//	func TestChapters(t *testing.T) { enginetest.TestChapters(t, System, ".") }
//
// A rulebook has at least one template. The exam uses the templates as actors, as
// opponents and as the others at the table. If there are fewer than three, empty
// sheets take their places. An Amount starts at 0, since somebody who decides
// nothing must not pay for it.
//
// A rulebook that is offered with the others is a line in engine/systems. The tests
// of that package hold besides that odds give away nothing of an unknown opponent;
// see engine.Views.Defence.
//
// TestSystem takes every action through each template, the inputs of the plays
// in testdata, every option of every parameter and house rule, random mixes of
// them, and sheets as earlier rolls left them; what rolls put on the timeline
// is run too. The inputs are the same in every run of the test. A machine that
// is slow looks at the odds of fewer of them, never of less than two an action.
//
// # .play files
//
// TestPlays runs every .play file of a folder and reports each line that does not
// hold. Package plays documents their form. A play of testdata/table drives a
// whole table instead: people, the clock, acts that follow from each other, undo.
// Package phrase of model documents that form, and a test of model runs them.
//
// # Why
//
// What breaks rules is seldom a wrong number in the case that the author had
// in mind. The exam therefore takes every action through inputs that nobody
// chose (each template, each option, both ends of each range, pages full of
// extremes) and demands what must be true of every roll: it ends, it can be
// resumed anywhere, its odds add up and agree with play, it says what it did
// in words. Where something fails, the message holds a .play to paste.
//
// A rule that loops without asking cannot be stopped from outside. The exam gives
// it a minute, which is thousands of times what any rule takes, says where it is
// stuck, and ends the test.
package enginetest
