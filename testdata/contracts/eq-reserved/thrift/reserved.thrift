/** Numbers and names that must not come back. */
namespace rpcctl eq.reserved (rpcctl.wires = "frame")

enum Kind {
  NONE = 0,
  SOME = 1,
} (rpcctl.reserved = "5, ALL")

struct Event {
  1: i64 at,
  4: string note (deprecated = "use at"),
} (rpcctl.reserved = "2-3, 10-19, theme, color")
