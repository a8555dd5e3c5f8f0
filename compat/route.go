package compat

import (
	"github.com/rpcctl/rpcctl/diff"
	"github.com/rpcctl/rpcctl/schema"
)

// router finds the method that a server runs for what a request says.
type router struct {
	table   *Table
	profile string
	d       *diff.Result
	servers map[*schema.Schema]map[string]*schema.Method
}

func newRouter(t *Table, profile string, d *diff.Result) *router {
	return &router{t, profile, d, map[*schema.Schema]map[string]*schema.Method{}}
}

// route returns the method that a server of s runs for a request of another side's,
// nil where it has none.
func (r *router) route(s *schema.Schema, w side) *schema.Method {
	if r.table.finds != nil {
		return r.table.finds(r.profile, w.method, w.service(), partnerService(r.d, w.service()))
	}
	server := r.servers[s]
	if server == nil {
		server = map[string]*schema.Method{}
		for _, m := range methods(s) {
			if a := r.table.address(m); server[a] == nil {
				server[a] = m
			}
		}
		r.servers[s] = server
	}
	return server[r.table.address(w.method)]
}

// reader returns the message that a root's payload is read as, nil for none.
func (w *walk) reader() *schema.Message {
	ws, rs := w.root.sides(w.p)
	if w.root.flow != Request {
		return rs.msg
	}
	if m := w.router.route(rs.schema, ws); m != nil {
		return m.Request()
	}
	return nil
}
