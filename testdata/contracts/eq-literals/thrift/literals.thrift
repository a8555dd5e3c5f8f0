/** Constants that are lists, maps and messages. */
namespace rpcctl eq.literals (rpcctl.wires = "frame")

struct Point {
  1: i32 x,
  2: i32 y,
}

const list<i32> PRIMES = [2, 3, 5]

const set<string> NAMES = ["a", "b"]

const map<string, list<i32>> TABLE = {"one": [1], "two": [1, 2]}

const Point ORIGIN = {"x": 0, "y": 1}
