/** Lists, sets, and lists of lists. */
namespace rpcctl eq.lists (rpcctl.wires = "frame")

struct Lists {
  1: list<string> words,
  2: set<i32> numbers,
  3: list<list<i64>> rows,
  4: list<double> three (rpcctl.type = "list(float64, 3)"),
  5: map<string, list<Item>> deep,
}

struct Item {
  1: i64 id,
}
