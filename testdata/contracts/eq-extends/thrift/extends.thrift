/** Services that extend others. */
namespace rpcctl eq.extends (rpcctl.wires = "frame")

service Base {
  void Ping() (rpcctl.id = "1"),
} (rpcctl.id = "1")

service Child extends Base {
  i32 Add(1: i32 a, 2: i32 b) (rpcctl.id = "1"),
} (rpcctl.id = "2")
