package "demo.timeouts" {}

service "S" {
  method "Zero" {
    timeout = "0s" # want "the timeout of demo.timeouts.S.Zero is 0s"
  }
  method "Long" {
    timeout = "3601s" # want "the timeout of demo.timeouts.S.Long is 1h0m1s"
  }
  method "Hour" { # ok
    timeout = "1h"
  }
  method "None" {} # ok
}
