package schema

// Method ids on wires that carry one u32: see docs/wires.md, "Method ids".
const (
	// ControlID is the frame wire's control channel, DescribeID asks a server what it serves.
	ControlID  uint32 = 0xFFFFFFFF
	DescribeID uint32 = 0xFFFFFFFE

	firstReserved  uint32 = 0xFFFFFF00
	firstDerived   uint32 = 0x10000
	maxServiceID   uint32 = 0xFEFF
	maxMethodInSvc uint32 = 0xFFFF
)

// MethodID returns the number that stands for m on a wire that carries one.
// derived says that it is a hash of the name, because the contract gives none.
func MethodID(m *Method) (id uint32, derived bool) {
	switch {
	case m.ID == 0:
		return derivedID(m.FullName()), true
	case m.Parent != nil && m.Parent.ID != 0:
		return m.Parent.ID<<16 | m.ID, false
	}
	return m.ID, false
}

// derivedID is FNV-1a of the full name, hashed on with a # appended while it is
// below the derived range or in the reserved one.
func derivedID(name string) uint32 {
	h := uint32(2166136261)
	for i := 0; i < len(name); i++ {
		h = (h ^ uint32(name[i])) * 16777619
	}
	for h < firstDerived || h >= firstReserved {
		h = (h ^ '#') * 16777619
	}
	return h
}
