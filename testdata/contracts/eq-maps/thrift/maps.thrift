/** Maps with keys of every kind that all have. */
namespace rpcctl eq.maps (rpcctl.wires = "frame")

struct Maps {
  1: map<string, string> by_text,
  2: map<i32, Value> by_number,
  3: map<bool, double> by_flag,
  4: map<i64, binary> by_big,
}

struct Value {
  1: i32 n,
}
