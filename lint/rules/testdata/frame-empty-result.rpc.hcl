package "demo.empty" {
  wires = [frame, frame-v1]
}

service "S" {
  method "Nothing" {
    returns = Done # want "the result of demo.empty.S.Nothing has no bytes on frame-v1"
  }
  method "Inside" {
    returns = Wrapped # want "S.Inside has no bytes"
  }
  method "Something" {
    returns = Full # ok
  }
  method "Maybe" {
    returns = optional(Done) # ok
  }
}

service "Newer" {
  wires = [frame]
  method "Nothing" {
    returns = Done # ok
  }
}

message "Done" {}

message "Wrapped" {
  a = field(1, Done)
  b = field(2, Done)
}

message "Full" {
  a = field(1, Done)
  b = field(2, bool)
}
