/** Declared errors with codes and numbers. */
namespace rpcctl eq.errors (rpcctl.wires = "frame")

/** TooMany says how many are allowed. */
exception TooMany {
  1: i32 limit,
  2: optional string what,
} (rpcctl.code = "2001")

exception Gone {
} (rpcctl.code = "2002")

service Store {
  i64 Put(1: string key, 2: binary value) throws (1: TooMany e1, 5: Gone e5) (rpcctl.id = "1"),
  void Drop(1: string key) throws (1: Gone e1) (rpcctl.id = "2"),
} (rpcctl.id = "3")
