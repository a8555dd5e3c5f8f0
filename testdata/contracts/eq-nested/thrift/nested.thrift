/** Messages in messages, and one that holds itself. */
namespace rpcctl eq.nested (rpcctl.wires = "frame")

struct Outer {
  1: optional Outer_Inner inner,
  2: list<Outer_Inner> inners,
  3: optional Outer_Inner_Leaf leaf,
}

struct Outer_Inner {
  1: i64 id,
} (rpcctl.name = "Outer.Inner")

struct Outer_Inner_Leaf {
  1: string name,
} (rpcctl.name = "Outer.Inner.Leaf")

struct Tree {
  1: i32 value,
  2: list<Tree> kids,
}
