package prpc

// AppendMeta appends m as protobuf, its fields in the order of their numbers.
func AppendMeta(b []byte, m *Meta) []byte {
	if m.HasRequest {
		b = AppendTag(b, fieldRequest, Bytes)
		from := len(b)
		b = AppendLength(appendRequest(b, &m.Request), from)
	}
	if m.HasResponse {
		b = AppendTag(b, fieldResponse, Bytes)
		from := len(b)
		b = AppendLength(appendResponse(b, &m.Response), from)
	}
	b = appendNumber(b, m.Zeros, fieldCompression, int64(m.Compression))
	b = appendNumber(b, m.Zeros, fieldCorrelationID, m.CorrelationID)
	b = appendNumber(b, m.Zeros, fieldAttachmentSize, int64(m.AttachmentSize))
	if m.HasChunk {
		b = AppendTag(b, fieldChunk, Bytes)
		from := len(b)
		b = AppendVarint(AppendTag(b, 1, Varint), uint64(m.Chunk.Stream))
		b = AppendVarint(AppendTag(b, 2, Varint), uint64(m.Chunk.ID))
		b = AppendLength(b, from)
	}
	if m.Authentication != nil {
		b = AppendBytes(AppendTag(b, fieldAuthentication, Bytes), m.Authentication)
	}
	if m.Streams != nil {
		b = AppendBytes(AppendTag(b, fieldStreams, Bytes), m.Streams)
	}
	for _, p := range m.UserFields {
		b = AppendTag(b, fieldUserFields, Bytes)
		from := len(b)
		b = AppendLength(AppendPair(b, p), from)
	}
	b = appendNumber(b, m.Zeros, fieldContentType, int64(m.ContentType))
	b = appendNumber(b, m.Zeros, fieldChecksumType, int64(m.ChecksumType))
	b = appendText(b, m.Zeros, fieldChecksum, m.Checksum)
	attached := int64(0)
	if m.ChecksumAttached {
		attached = 1
	}
	b = appendNumber(b, m.Zeros, fieldChecksumAttached, attached)
	return append(b, m.Unknown...)
}

func appendRequest(b []byte, r *Request) []byte {
	b = appendText(b, r.Zeros, fieldService, r.Service)
	b = appendText(b, r.Zeros, fieldMethod, r.Method)
	b = appendNumber(b, r.Zeros, fieldLogID, r.LogID)
	b = appendNumber(b, r.Zeros, fieldTraceID, r.TraceID)
	b = appendNumber(b, r.Zeros, fieldSpanID, r.SpanID)
	b = appendNumber(b, r.Zeros, fieldParentID, r.ParentID)
	for _, v := range r.Extra {
		b = AppendBytes(AppendTag(b, fieldExtra, Bytes), v)
	}
	b = appendNumber(b, r.Zeros, fieldTimeoutMS, int64(r.TimeoutMS))
	b = appendText(b, 0, fieldExtraParam, r.ExtraParam)
	b = appendText(b, 0, fieldTraceKey, r.TraceKey)
	return append(b, r.Unknown...)
}

func appendResponse(b []byte, r *Response) []byte {
	b = appendNumber(b, r.Zeros, fieldCode, int64(r.Code))
	b = appendText(b, r.Zeros, fieldText, r.Text)
	return append(b, r.Unknown...)
}

// AppendPair appends a pair as the message that Extra and the user fields hold.
func AppendPair(b []byte, p Pair) []byte {
	b = AppendBytes(AppendTag(b, 1, Bytes), p.Key)
	return AppendBytes(AppendTag(b, 2, Bytes), p.Value)
}

func appendNumber(b []byte, z Zeros, number int, x int64) []byte {
	if x == 0 && !z.Has(number) {
		return b
	}
	return AppendVarint(AppendTag(b, number, Varint), uint64(x))
}

func appendText(b []byte, z Zeros, number int, v []byte) []byte {
	if len(v) == 0 && (number > fieldChecksumAttached || !z.Has(number)) {
		return b
	}
	return AppendBytes(AppendTag(b, number, Bytes), v)
}
