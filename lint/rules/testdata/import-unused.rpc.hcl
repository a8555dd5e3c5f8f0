package "demo.imports" {}

import "common" { # want "the import common is not used"
  source = "../common"
}

message "M" {
  a = field(1, int32) # ok
}
