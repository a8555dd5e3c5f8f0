package schema

import (
	"maps"
	"slices"
)

// checkWireNames checks a list of promised wires: each known, each once.
func (l *linker) checkWireNames(at Node, wires []Ident) {
	if len(l.wires) == 0 {
		return
	}
	seen := make(map[string]Ident, len(wires))
	for _, w := range wires {
		if WireByName(l.wires, w.Name) == nil {
			d := l.errorf("link", at, w.Span, at.FullName()+" promises the unknown wire "+quote(w.Name))
			nearest(d, w.Name, l.wireNames())
		}
		if first, ok := seen[w.Name]; ok {
			d := l.errorf("link", at, w.Span, at.FullName()+" promises "+w.Name+" twice")
			also(d, "first here", first.Span)
			continue
		}
		seen[w.Name] = w
	}
}

func (l *linker) wireNames() []string {
	names := make([]string, len(l.wires))
	for i, w := range l.wires {
		names[i] = w.Name
	}
	return names
}

// checkPromises: a service may promise fewer wires than its package, never one
// that its package doesn't list.
func (l *linker) checkPromises(p *Package, s *Service) {
	if len(p.Wires) == 0 {
		return
	}
	for _, w := range s.Wires {
		if slices.ContainsFunc(p.Wires, func(i Ident) bool { return i.Name == w.Name }) {
			continue
		}
		d := l.errorf("link", s, w.Span, s.full+" promises "+w.Name+", which package "+p.full+" does not")
		also(d, "the package's are here", p.Wires[0].Span)
		d.Help = "add it to the wires of the package"
	}
}

// checkBlocks checks the wire blocks of an element against what each wire lets
// one say there. element is "service", "method" or "message".
func (l *linker) checkBlocks(at Node, blocks []WireBlock, element string) {
	if len(l.wires) == 0 {
		return
	}
	seen := make(map[string]Ident, len(blocks))
	for _, b := range blocks {
		info := WireByName(l.wires, b.Wire.Name)
		if info == nil {
			d := l.errorf("link", at, b.Wire.Span, at.FullName()+" has a block for the unknown wire "+quote(b.Wire.Name))
			nearest(d, b.Wire.Name, l.wireNames())
			continue
		}
		if first, ok := seen[b.Wire.Name]; ok {
			d := l.errorf("link", at, b.Wire.Span, at.FullName()+" has two blocks for "+b.Wire.Name)
			also(d, "the first is here", first.Span)
		}
		seen[b.Wire.Name] = b.Wire
		if info.Blocks == nil {
			l.errorf("link", at, b.Wire.Span, at.FullName()+" has a block for "+info.Name+", which has nothing to say in one")
			continue
		}
		l.checkAttrs(at, b, info, element)
	}
}

func (l *linker) checkAttrs(at Node, b WireBlock, info *WireInfo, element string) {
	known := info.Blocks[element]
	for i, a := range b.Attrs {
		first := slices.IndexFunc(b.Attrs, func(o WireAttr) bool { return o.Name == a.Name })
		if first < i {
			d := l.errorf("link", at, a.Span, at.FullName()+" says "+a.Name+" twice for "+info.Name)
			also(d, "first here", b.Attrs[first].Span)
			continue
		}
		if !slices.Contains(known, a.Name) {
			d := l.errorf("link", at, a.Span, "a "+element+" has no "+quote(a.Name)+" on "+info.Name)
			nearest(d, a.Name, known)
			if d.Help == "" {
				d.Help = blockHelp(info, a.Name)
			}
		}
	}
}

// blockHelp says where an attribute would stand.
func blockHelp(info *WireInfo, attr string) string {
	for _, element := range slices.Sorted(maps.Keys(info.Blocks)) {
		if slices.Contains(info.Blocks[element], attr) {
			return "it stands in a " + element
		}
	}
	return "take it out"
}

// promised returns the wires that s promises and Link knows, in the order in
// which Link was given them.
func (l *linker) promised(s *Service) []*WireInfo {
	if infos, ok := l.wireOf[s]; ok {
		return infos
	}
	var names []string
	for _, w := range s.PromisedBy() {
		names = append(names, w.Name)
	}
	if s.PromisedBy() == nil {
		names = DefaultWires(s.Parent.Language)
	}
	var infos []*WireInfo
	for _, info := range l.wires {
		if slices.Contains(names, info.Name) {
			infos = append(infos, info)
		}
	}
	if l.wireOf == nil {
		l.wireOf = map[*Service][]*WireInfo{}
	}
	l.wireOf[s] = infos
	return infos
}
