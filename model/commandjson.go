package model

import "encoding/json"

// CommandKinds are the commands that an event keeps, by the name they have in the
// log: those from which, at another table, something else would follow. With
// them an act can be played again where something before it was otherwise.
// Whatever is set by hand stands in its facts already, and so does an answer.
var CommandKinds = commands(
	kept[Begin]("begin"),
	kept[Drop]("drop"),
	kept[Rename]("rename"),
	kept[Return]("return"),
	kept[Leave]("leave"),
	kept[Next]("next"),
	kept[Go]("go"),
	kept[Scene]("scene"),
	kept[SetOrder]("set-order"),
	kept[MoveTurn]("move-turn"),
	kept[RollOrder]("roll-order"),
	kept[Declare]("declare"),
	kept[Wait]("wait"),
	kept[StepIn]("step-in"),
	kept[AddEffect]("add-effect"),
	kept[EndEffect]("end-effect"),
	kept[Rest]("rest"),
	kept[Together]("together"),
	kept[Cancel]("cancel"),
	kept[Delay]("delay"),
)

// keptCommand says how the log keeps one command.
type keptCommand struct {
	name string
	is   func(Command) bool
	read func([]byte) (Command, error)
}

func kept[C Command](name string) keptCommand {
	return keptCommand{
		name: name,
		is:   func(c Command) bool { _, ok := c.(C); return ok },
		read: func(b []byte) (Command, error) {
			var c C
			err := json.Unmarshal(b, &c)
			return c, err
		},
	}
}

func commands(list ...keptCommand) map[string]keptCommand {
	out := make(map[string]keptCommand, len(list))
	for _, k := range list {
		out[k.name] = k
	}
	return out
}

// didJSON is a command in the log.
type didJSON struct {
	Kind    string          `json:"kind"`
	Command json.RawMessage `json:"command"`
}

// writeCommand gives a command as the log keeps it, nil for one that it doesn't
// keep.
func writeCommand(c Command) (*didJSON, error) {
	for name, k := range CommandKinds {
		if c != nil && k.is(c) {
			body, err := json.Marshal(c)
			return &didJSON{name, body}, err
		}
	}
	return nil, nil
}

// Keeps reports whether the log keeps a command.
func Keeps(c Command) bool {
	for _, k := range CommandKinds {
		if c != nil && k.is(c) {
			return true
		}
	}
	return false
}

// readCommand gives what writeCommand wrote, nil for a command that this version
// does not know.
func readCommand(in *didJSON) Command {
	if in == nil {
		return nil
	}
	k, ok := CommandKinds[in.Kind]
	if !ok {
		return nil
	}
	c, err := k.read(in.Command)
	if err != nil {
		return nil
	}
	return c
}
