/** Shapes of methods. */
namespace rpcctl eq.methods (rpcctl.version = "1.2.0", rpcctl.wires = "frame")

struct Point {
  1: double x,
  2: double y,
}

/** Shapes has one method of each. */
service Shapes {
  /** Move moves a point. */
  Point Move(1: Point at, 2: double dx, 3: double dy) (rpcctl.idempotent, rpcctl.timeout = "1.5s"),
  oneway void Tell(1: string text),
  void Ping(),
  list<string> Names() (deprecated = "use Move"),
}
