package prpc

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math/bits"
)

// The checksums of C++ peers.
const (
	NoChecksum int32 = 0
	CRC32C     int32 = 1 // masked, as LevelDB masks it
)

// ErrChecksum says that data isn't what it was when it was sent.
var ErrChecksum = errors.New("the checksum doesn't hold")

// Sum returns the CRC32C checksum of parts one after the other, as it travels.
func Sum(parts ...[]byte) []byte {
	table := crc32.MakeTable(crc32.Castagnoli)
	sum := uint32(0)
	for _, p := range parts {
		sum = crc32.Update(sum, table, p)
	}
	return binary.BigEndian.AppendUint32(nil, bits.RotateLeft32(sum, -15)+0xa282ead8)
}

// Verify checks a frame's data, as it was sent, and its attachment where the
// checksum covers that. A type that isn't known holds for nothing.
func (f *Frame) Verify() error {
	if f.Meta.ChecksumType != CRC32C {
		return nil
	}
	parts := [][]byte{f.Data}
	if f.Meta.ChecksumAttached {
		parts = append(parts, f.Attachment)
	}
	if string(Sum(parts...)) != string(f.Meta.Checksum) {
		return ErrChecksum
	}
	return nil
}
