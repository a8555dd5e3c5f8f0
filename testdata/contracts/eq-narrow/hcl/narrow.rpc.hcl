# Narrow and unsigned integers.
package "eq.narrow" {}

message "Narrow" {
  i8  = field(1, int8)
  i16 = field(2, int16)
  u8  = field(3, uint8)
  u16 = field(4, uint16)
  u32 = field(5, uint32)
  u64 = field(6, uint64)
  f32 = field(7, float32)
}
