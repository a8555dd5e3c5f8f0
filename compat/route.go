package compat

import "github.com/rpcctl/rpcctl/schema"

// router finds the method that a server runs for what a request says.
type router struct {
	address func(*schema.Method) string
	servers map[*schema.Schema]map[string]*schema.Method
}

func newRouter(t *Table) *router {
	return &router{t.address, map[*schema.Schema]map[string]*schema.Method{}}
}

// route returns the method that a server of s runs for a request which names m,
// nil where it has none.
func (r *router) route(s *schema.Schema, m *schema.Method) *schema.Method {
	server := r.servers[s]
	if server == nil {
		server = map[string]*schema.Method{}
		for _, m := range methods(s) {
			if a := r.address(m); server[a] == nil {
				server[a] = m
			}
		}
		r.servers[s] = server
	}
	return server[r.address(m)]
}

// reader returns the message that a root's payload is read as, nil for none.
func (w *walk) reader() *schema.Message {
	ws, rs := w.root.sides(w.p)
	if w.root.flow != Request {
		return rs.msg
	}
	if m := w.router.route(rs.schema, ws.method); m != nil {
		return m.Request()
	}
	return nil
}
