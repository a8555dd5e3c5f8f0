package dyn

import "github.com/rpcctl/rpcctl/wire/rpch"

const (
	kindBuiltin = rpch.KindBuiltin
	kindStream  = rpch.KindStream
	kindMessage = rpch.KindMessage
	kindError   = rpch.KindError
	kindVoid    = rpch.KindVoid
)

// What the C runtime's buffers hold, in bytes.
const (
	cBuffer    = 4096
	cErrorText = 127 // of a text that it sends
	cOverflow  = 190 // of a text that it survives
	cArgs      = 9
)
