/** Narrow and unsigned integers. */
namespace rpcctl eq.narrow (rpcctl.wires = "frame")

struct Narrow {
  1: i8 i8_ (rpcctl.name = "i8"),
  2: i16 i16_ (rpcctl.name = "i16"),
  3: i16 u8 (rpcctl.type = "uint8"),
  4: i32 u16 (rpcctl.type = "uint16"),
  5: i64 u32 (rpcctl.type = "uint32"),
  6: i64 u64 (rpcctl.type = "uint64"),
  7: double f32 (rpcctl.type = "float32"),
}
