package engine

// Parts is what the parts of a panel show, one after the other.
func (v View) Parts(parts ...func(View) []Block) []Block {
	var out []Block
	for _, part := range parts {
		out = append(out, part(v)...)
	}
	return out
}
