/** Presence and defaults. */
namespace rpcctl eq.defaults (rpcctl.wires = "frame")

typedef i32 Small

typedef Small Smaller

enum Level {
  LOW = 0,
  HIGH = 1,
}

struct Defaults {
  1: bool flag = true,
  2: Smaller small = -5,
  3: double half = 0.5,
  4: string text = "a\"b\n",
  5: binary data = "hi",
  6: Level level = Level.HIGH,
  7: optional i64 maybe = 7,
  8: required string must,
  9: optional string note,
}
