package rules

import (
	"math/big"
	"regexp"
	"strconv"

	"github.com/rpcctl/rpcctl/diag"
	"github.com/rpcctl/rpcctl/lint"
	"github.com/rpcctl/rpcctl/schema"
)

var defaultDiffers = &lint.Rule{
	ID: "default-differs", Category: lint.Correct, Severity: diag.Error,
	What: "a default is within the field's own bounds, and every promised wire has a form for it",
	Why: `A reader fills a default in where a field is missing, and then a check of the bounds
refuses the value that nobody sent. And a message that begins with its defaults can't be
sent at all where one of them is nan or an infinity and the wire is rpch: JSON has no
form for those.`,
	Bad: `message "Page" {
  size = field(1, int32, { default = 0, min = 1, max = 100 })
}`,
	Good: `message "Page" {
  size = field(1, int32, { default = 20, min = 1, max = 100 })
}`,
	Field: defaultInBounds,
	Param: defaultInBounds,
}

func defaultInBounds(p *lint.Pass, f *schema.Field) {
	if f.Default == nil {
		return
	}
	if what := outOfBounds(f); what != "" {
		p.Report(f, f.Default.Span, "the default of "+f.FullName()+" is "+what).Help = "change the default or the bound"
	}
	if _, isParam := f.Parent.(*schema.Method); isParam {
		return // a number of its own on rpch
	}
	if f.Type.Kind.Float() && f.Default.Kind == schema.StringValue && p.Promised("rpch") {
		p.Report(f, f.Default.Span, "the default of "+f.FullName()+" is "+f.Default.Text+", for which rpch's JSON has no form").
			Help = "take another default, or make the field optional and leave it absent"
	}
}

func outOfBounds(f *schema.Field) string {
	text := f.Default.Text
	switch {
	case less(f.Default, f.Min):
		return text + ", below its min " + f.Min.Text
	case less(f.Max, f.Default):
		return text + ", above its max " + f.Max.Text
	}
	if f.Type.Kind != schema.KindString || f.Default.Kind != schema.StringValue {
		return ""
	}
	if f.MaxLen != nil {
		if n, err := strconv.Atoi(f.MaxLen.Text); err == nil && len(text) > n {
			return strconv.Itoa(len(text)) + " bytes long, more than its max_len " + f.MaxLen.Text
		}
	}
	if f.Pattern != nil {
		if re, err := regexp.Compile(f.Pattern.Text); err == nil && !re.MatchString(text) {
			return strconv.Quote(text) + ", which its pattern does not match"
		}
	}
	return ""
}

// less compares two number literals; false where one is missing or no number.
func less(a, b *schema.Value) bool {
	if a == nil || b == nil || a.Kind != schema.NumberValue || b.Kind != schema.NumberValue {
		return false
	}
	x, okX := number(a.Text)
	y, okY := number(b.Text)
	return okX && okY && x.Cmp(y) < 0
}

// number reads a literal exactly, unless its exponent makes it huge.
func number(text string) (*big.Float, bool) {
	f, _, err := big.ParseFloat(text, 10, 256, big.ToNearestEven)
	return f, err == nil
}
