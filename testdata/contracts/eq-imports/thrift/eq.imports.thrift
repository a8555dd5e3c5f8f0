/** Names of another package. */
namespace rpcctl eq.imports (rpcctl.wires = "frame")

include "eq.common.thrift"

struct Event {
  1: optional eq.common.Timestamp at,
  2: eq.common.Zone zone,
  3: list<eq.common.Timestamp> stamps,
}

service Events {
  Event Last(1: eq.common.Timestamp request),
}
