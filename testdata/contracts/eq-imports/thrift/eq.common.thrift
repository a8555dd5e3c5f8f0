/** What others share. */
namespace rpcctl eq.common (rpcctl.wires = "frame")

enum Zone {
  UTC = 0,
  LOCAL = 1,
}

/** Timestamp is a moment in UTC. */
struct Timestamp {
  1: i64 unix_ms,
}
