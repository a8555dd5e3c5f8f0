/** What the oldest language can say. */
namespace rpcctl eq.rpch (rpcctl.wires = "rpch")

struct Pair {
  1: i32 A,
  2: string B,
  3: double Half,
}

/** Pairs swaps. */
service Pairs {
  Pair Swap(1: Pair pair, 2: i32 times),
  i64 Count(1: string name) (rpcctl.returns = "uint64"),
}
