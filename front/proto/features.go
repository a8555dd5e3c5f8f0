package proto

// features are what editions let one choose, and what proto2 and proto3 stand
// for: words of google.protobuf.FeatureSet, each never empty.
type features struct {
	presence string // EXPLICIT, IMPLICIT, LEGACY_REQUIRED
	enum     string // OPEN, CLOSED
	repeated string // PACKED, EXPANDED
	utf8     string // VERIFY, NONE
	message  string // LENGTH_PREFIXED, DELIMITED
	json     string // ALLOW, LEGACY_BEST_EFFORT
}

// defaults returns the features of a file that says nothing of them.
func (s syntax) defaults() *features {
	switch s {
	case proto2:
		return &features{"EXPLICIT", "CLOSED", "EXPANDED", "NONE", "LENGTH_PREFIXED", "LEGACY_BEST_EFFORT"}
	case proto3:
		return &features{"IMPLICIT", "OPEN", "PACKED", "VERIFY", "LENGTH_PREFIXED", "ALLOW"}
	case editions:
		return &features{"EXPLICIT", "OPEN", "PACKED", "VERIFY", "LENGTH_PREFIXED", "ALLOW"}
	}
	panic("proto: no syntax")
}

// with returns f changed by what the options of an element say; f itself where
// they say nothing.
func (f *features) with(options []optionNode) *features {
	own := f
	change := func(name string, v literal) {
		if own == f {
			c := *f
			own = &c
		}
		own.set(name, v)
	}
	for _, o := range options {
		parts := o.name
		if len(parts) == 0 || o.value == nil || parts[0].extension || parts[0].text != "features" {
			continue
		}
		if len(parts) == 2 && !parts[1].extension {
			change(parts[1].text, *o.value)
		}
		if len(parts) == 1 {
			for _, m := range o.value.members {
				change(m.name, m.value)
			}
		}
	}
	return own
}

func (f *features) set(name string, v literal) {
	if !v.word {
		return // reported where options are checked
	}
	to := map[string]*string{
		"field_presence": &f.presence, "enum_type": &f.enum, "repeated_field_encoding": &f.repeated,
		"utf8_validation": &f.utf8, "message_encoding": &f.message, "json_format": &f.json,
	}[name]
	if to != nil {
		*to = v.text
	}
}
