# Names that Go, or the generated code itself, has a use for.
package "demo.math.v2" {
  wires = [frame, frame-v1, rpch]
}

import "wire" {
  source = "./wire"
}

import "frame" {
  source = "./frame"
}

import "base" {
  source = "./base"
}

const "inf" {
  type  = float64
  value = "inf"
}

const "ratio" {
  type  = float32
  value = 0.25
}

const "magic" {
  type  = bytes
  value = "3q2+7w=="
}

enum "Empty" {}

enum "Kind" {
  KIND_UNKNOWN = 0
  STRING       = 1
  nil          = 2
}

message "Strings" {
  b       = field(1, int32)
  err     = field(2, string)
  m       = field(3, float32)
  depth   = field(4, wire.Call)
  part    = field(5, list(frame.Frame))
  nil     = field(6, optional(bool))
  len     = field(7, map(int32, base.Thing))
  fixed   = field(8, Empty)
  kind    = field(9, Kind, { default = STRING })

  oneof "gone" {
    old = field(10, string, { retired = "nobody" })
  }

  oneof "one" {
    map    = field(11, int32)
    string = field(12, wire.Call)
  }
}

message "Only" {
  old = field(1, string, { retired = "nobody" })
}

message "Strings.Gone" {
  a = field(1, int32, { retired = "nobody" })
}

service "Child" {
  id      = 4
  extends = base.Parent
  wires   = [frame, rpch]

  method "Go" {
    id      = 1
    params  = { frame = wire.Call, wire = frame.Frame, common = string, m = int32, b = string, v = Strings }
    returns = base.Thing
  }

  method "call" {
    id     = 2
    params = { call = int32, result = int32, impl = int32, self = int32, args = int32, s = int32, c = int32, iter = int32, context = string, ctx = int32 }
  }
}
