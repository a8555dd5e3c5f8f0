package schema

// check reports what is wrong with the elements of p now that names are known.
func (l *linker) check(p *Package) {}
