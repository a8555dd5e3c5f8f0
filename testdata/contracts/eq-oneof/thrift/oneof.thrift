/** One of several. */
namespace rpcctl eq.oneof (rpcctl.wires = "frame")

union Choice {
  1: i32 number,
  2: string text,
  5: Other other,
} (rpcctl.oneof = "body")

struct Mixed {
  1: i32 before,
  2: optional i32 number (rpcctl.oneof = "body"),
  3: optional string text (rpcctl.oneof = "body"),
  4: string after,
}

struct Other {
  1: string name,
}
