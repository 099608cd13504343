package model

import "encoding/json"

// CommandKinds are the commands that are stored with their events, by their names in the
// log. These are the commands whose result depends on the table, so that they must be
// decided again when an earlier act is amended. For all other commands, such as changes by
// hand and answers, the facts say everything.
var CommandKinds = commands(
	stored[Begin]("begin"),
	stored[Drop]("drop"),
	stored[Rename]("rename"),
	stored[Return]("return"),
	stored[Leave]("leave"),
	stored[Next]("next"),
	stored[Go]("go"),
	stored[Scene]("scene"),
	stored[SetOrder]("set-order"),
	stored[MoveTurn]("move-turn"),
	stored[RollOrder]("roll-order"),
	stored[Declare]("declare"),
	stored[Wait]("wait"),
	stored[StepIn]("step-in"),
	stored[AddEffect]("add-effect"),
	stored[EndEffect]("end-effect"),
	stored[Rest]("rest"),
	stored[Together]("together"),
	stored[Cancel]("cancel"),
	stored[Delay]("delay"),
	stored[SettleRequest]("settle-request"),
)

// storedCommand is the name of a command in the log, and how it is recognized and read.
type storedCommand struct {
	name string
	is   func(Command) bool
	read func([]byte) (Command, error)
}

func stored[C Command](name string) storedCommand {
	return storedCommand{
		name: name,
		is:   func(c Command) bool { _, ok := c.(C); return ok },
		read: func(b []byte) (Command, error) {
			var c C
			err := json.Unmarshal(b, &c)
			return c, err
		},
	}
}

func commands(list ...storedCommand) map[string]storedCommand {
	out := make(map[string]storedCommand, len(list))
	for _, k := range list {
		out[k.name] = k
	}
	return out
}

// commandJSON is a command as the log stores it.
type commandJSON struct {
	Kind    string          `json:"kind"`
	Command json.RawMessage `json:"command"`
}

// writeCommand returns a command as the log stores it, nil if it is not stored.
func writeCommand(c Command) (*commandJSON, error) {
	for name, k := range CommandKinds {
		if c != nil && k.is(c) {
			body, err := json.Marshal(c)
			return &commandJSON{name, body}, err
		}
	}
	return nil, nil
}

// IsStored reports whether the log stores a command of this kind with its event.
func IsStored(c Command) bool {
	for _, k := range CommandKinds {
		if c != nil && k.is(c) {
			return true
		}
	}
	return false
}

// readCommand reads what writeCommand wrote. It returns nil for a command that this
// version does not know.
func readCommand(in *commandJSON) Command {
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
