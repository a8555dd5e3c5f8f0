/*
 * Scalars of every width that all languages have.
 */
namespace rpcctl eq.scalars (rpcctl.wires = "prpc")

typedef i64 Big
typedef Big Bigger

/** Scalars has one field of each. */
struct Scalars {
  1: bool flag
  2: i32 i32_ (rpcctl.name = "i32"),
  3: Bigger i64_ (rpcctl.name = "i64");
  4: double f64
  5: string text
  6: binary data
}
