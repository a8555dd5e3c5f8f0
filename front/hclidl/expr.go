package hclidl

import (
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// bare takes parentheses off an expression.
func bare(e hclsyntax.Expression) hclsyntax.Expression {
	for {
		p, ok := e.(*hclsyntax.ParenthesesExpr)
		if !ok || p.Expression == nil {
			return e
		}
		e = p.Expression
	}
}

// exprRange is the range of an expression. A call whose closing bracket is
// missing has none of HCL's that can be used.
func exprRange(e hclsyntax.Expression) hcl.Range {
	e = bare(e)
	if c, ok := e.(*hclsyntax.FunctionCallExpr); ok && c.CloseParenRange.End.Byte == 0 {
		return hcl.Range{Start: c.NameRange.Start, End: c.OpenParenRange.End}
	}
	return e.Range()
}

// items returns the elements of a list, or the expression itself.
func items(e hclsyntax.Expression) []hclsyntax.Expression {
	if t, ok := bare(e).(*hclsyntax.TupleConsExpr); ok {
		return t.Exprs
	}
	return []hclsyntax.Expression{e}
}

func boolOf(e hclsyntax.Expression) (value, ok bool) {
	l, ok := bare(e).(*hclsyntax.LiteralValueExpr)
	if !ok || l.Val.Type() != cty.Bool || !l.Val.IsKnown() || l.Val.IsNull() {
		return false, false
	}
	return l.Val.True(), true
}

// broken reports whether e is what HCL puts in the place of what it couldn't
// read: its problem is told already.
func broken(e hclsyntax.Expression) bool {
	switch e := bare(e).(type) {
	case nil:
		return true
	case *hclsyntax.LiteralValueExpr:
		return !e.Val.IsKnown()
	case *hclsyntax.ExprSyntaxError:
		return true
	}
	return false
}

// call returns e as a call of one of the names, nil where it is none.
func call(e hclsyntax.Expression, names ...string) *hclsyntax.FunctionCallExpr {
	c, ok := bare(e).(*hclsyntax.FunctionCallExpr)
	if !ok {
		return nil
	}
	for _, n := range names {
		if c.Name == n {
			return c
		}
	}
	return nil
}

// nameOf returns a bare, possibly dotted name.
func nameOf(e hclsyntax.Expression) (string, bool) {
	t, ok := bare(e).(*hclsyntax.ScopeTraversalExpr)
	if !ok || len(t.Traversal) == 0 {
		return "", false
	}
	root, ok := t.Traversal[0].(hcl.TraverseRoot)
	if !ok {
		return "", false
	}
	if len(t.Traversal) == 1 {
		return root.Name, true
	}
	parts := make([]string, 1, len(t.Traversal))
	parts[0] = root.Name
	for _, step := range t.Traversal[1:] {
		attr, ok := step.(hcl.TraverseAttr)
		if !ok {
			return "", false
		}
		parts = append(parts, attr.Name)
	}
	return strings.Join(parts, "."), true
}

// word returns a bare name or the text of a string.
func (r *reader) word(e hclsyntax.Expression) (string, bool) {
	if name, ok := nameOf(e); ok {
		return name, true
	}
	return r.stringOf(e)
}

// numberOf returns the text of a number with its sign, as written.
func (r *reader) numberOf(e hclsyntax.Expression) (string, bool) {
	switch e := bare(e).(type) {
	case *hclsyntax.LiteralValueExpr:
		if e.Val.Type() == cty.Number && e.Val.IsKnown() && !e.Val.IsNull() {
			return r.text(e.SrcRange), true
		}
	case *hclsyntax.UnaryOpExpr:
		if l, ok := e.Val.(*hclsyntax.LiteralValueExpr); ok && e.Op == hclsyntax.OpNegate {
			if text, ok := r.numberOf(l); ok {
				return "-" + text, true
			}
		}
	}
	return "", false
}

// stringOf returns the text of a string in quotes or a heredoc that holds no
// template. It is read from the source: HCL's own value is normalised Unicode.
func (r *reader) stringOf(e hclsyntax.Expression) (string, bool) {
	t, ok := bare(e).(*hclsyntax.TemplateExpr)
	if !ok {
		return "", false
	}
	if raw := r.text(t.SrcRange); len(raw) >= 2 && raw[0] == '"' && raw[len(raw)-1] == '"' {
		for _, part := range t.Parts {
			if l, ok := part.(*hclsyntax.LiteralValueExpr); !ok || !l.Val.IsKnown() || l.Val.Type() != cty.String {
				return "", false
			}
		}
		return unescape(raw[1 : len(raw)-1]), true
	}
	var b strings.Builder
	for _, part := range t.Parts {
		l, ok := part.(*hclsyntax.LiteralValueExpr)
		if !ok || !l.Val.IsKnown() || l.Val.IsNull() || l.Val.Type() != cty.String {
			return "", false
		}
		b.WriteString(l.Val.AsString())
	}
	return b.String(), true
}

// unescape reads HCL's escapes. Wrong ones are kept: the parser has told them.
func unescape(s string) string {
	if !strings.ContainsAny(s, `\$%`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		c := s[i]
		if (c == '$' || c == '%') && strings.HasPrefix(s[i+1:], string(c)+"{") {
			b.WriteByte(c)
			b.WriteByte('{')
			i += 2
			continue
		}
		if c != '\\' || i+1 == len(s) {
			b.WriteByte(c)
			continue
		}
		i++
		switch s[i] {
		case 'n':
			b.WriteByte('\n')
		case 'r':
			b.WriteByte('\r')
		case 't':
			b.WriteByte('\t')
		case '"', '\\':
			b.WriteByte(s[i])
		case 'u', 'U':
			digits := 4
			if s[i] == 'U' {
				digits = 8
			}
			n := hex(s[i+1:], digits)
			if n < 0 {
				b.WriteByte('\\')
				b.WriteByte(s[i])
				continue
			}
			b.WriteRune(rune(n))
			i += digits
		default:
			b.WriteByte('\\')
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// hex reads n hexadecimal digits, -1 where they are none or no character.
func hex(s string, n int) int64 {
	if len(s) < n {
		return -1
	}
	v := int64(0)
	for _, c := range []byte(s[:n]) {
		switch {
		case '0' <= c && c <= '9':
			v = v<<4 | int64(c-'0')
		case 'a' <= c && c <= 'f':
			v = v<<4 | int64(c-'a'+10)
		case 'A' <= c && c <= 'F':
			v = v<<4 | int64(c-'A'+10)
		default:
			return -1
		}
	}
	if v > utf8.MaxRune || !utf8.ValidRune(rune(v)) {
		return -1
	}
	return v
}
