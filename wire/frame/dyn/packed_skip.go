package dyn

import "github.com/rpcctl/rpcctl/schema"

// skip goes over a retired field whatever it holds: only what tells where it ends
// is looked at.
func (d *packedReader) skip(t schema.Type, depth int) error {
	if n, fixed := fixedSize(t); fixed {
		_, err := d.take(n)
		return err
	}
	switch t.Kind {
	case schema.KindString, schema.KindBytes:
		_, err := d.text()
		return err
	case schema.KindMessage:
		if t.Message() == nil {
			return noForm(t)
		}
		return d.skipMessage(t.Message(), depth+1)
	case schema.KindList, schema.KindSet, schema.KindMap:
		n, err := d.count(t)
		for i := 0; i < n && err == nil; i++ {
			from := d.at
			if t.Kind == schema.KindMap {
				err = d.skip(*t.Key, depth)
			}
			if err == nil {
				err = d.skip(*t.Elem, depth)
			}
			if err == nil {
				err = d.taken(from)
			}
		}
		return err
	}
	return noForm(t)
}

func (d *packedReader) skipMessage(m *schema.Message, depth int) error {
	if depth > maxNesting {
		return faultf(d.at, "messages nested over %d deep", maxNesting)
	}
	from := d.at
	for p := range places(m) {
		f, err := d.present(p)
		if err == nil && f != nil {
			err = d.skip(f.Type, depth)
		}
		if err != nil {
			return inside(p.name(), err)
		}
	}
	return d.taken(from)
}
