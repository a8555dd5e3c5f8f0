package rpch

import (
	"bytes"
	"unicode/utf8"

	"github.com/rpcctl/rpcctl/wire"
)

// maxText is what clients written in C keep of an error's text; more overruns
// the memory of some.
const maxText = 127

// faultText is the text of a kind 3 answer.
func faultText(m *wire.Method, err error) []byte {
	if m != nil {
		if declared, value := m.Declared(err); declared != nil {
			return declaredText(declared.Name, value)
		}
	}
	st := wire.StatusOf(err)
	text := st.Message
	if text == "" && st.Code != wire.Unknown {
		text = st.Code.String()
	}
	return clipText(text)
}

// declaredText is NAME: JSON, or the name alone where that is too long.
func declaredText(name string, value error) []byte {
	if msg, ok := value.(Message); ok {
		text, err := msg.AppendRPCHJSON([]byte(name + ": "))
		if err == nil && len(text) <= maxText {
			return text
		}
	}
	return clipText(name)
}

// clipText cuts text to maxText bytes, between characters.
func clipText(text string) []byte {
	if len(text) <= maxText {
		return []byte(text)
	}
	cut := maxText
	for cut > maxText-utf8.UTFMax && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return []byte(text[:cut])
}

// fault is the error that a kind 3 answer stands for.
func fault(m *wire.Method, text []byte) error {
	for i := range m.Errors {
		d := &m.Errors[i]
		rest, ok := bytes.CutPrefix(text, []byte(d.Name))
		if !ok {
			continue
		}
		value := d.New()
		asError, isError := value.(error)
		if !isError {
			continue
		}
		if len(rest) == 0 {
			return asError
		}
		if data, ok := bytes.CutPrefix(rest, []byte(": ")); ok {
			if msg, ok := value.(Message); ok && msg.ReadRPCHJSON(data) == nil {
				return asError
			}
		}
	}
	return &wire.Status{Code: wire.Unknown, Message: string(text)}
}
