package "demo.base" {}

message "Thing" {
  name = field(1, string)
}

service "Parent" {
  id    = 3
  wires = [frame, rpch]

  method "Ping" {
    id      = 1
    params  = { thing = Thing }
    returns = Thing
  }

  method "Old" {
    id         = 2
    returns    = string
    deprecated = true
  }
}
