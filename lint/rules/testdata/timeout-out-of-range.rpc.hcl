package "demo.timeouts" {}

service "S" {
  method "Zero" { # want "the timeout of demo.timeouts.S.Zero is 0s"
    timeout = "0s"
  }
  method "Long" { # want "the timeout of demo.timeouts.S.Long is 1h0m1s"
    timeout = "3601s"
  }
  method "Hour" { # ok
    timeout = "1h"
  }
  method "None" {} # ok
}
