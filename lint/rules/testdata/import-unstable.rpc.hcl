package "demo.imports.v1" {} # ok

import "common" { # want "the stable package demo.imports.v1 imports demo.common, which is not"
  source = "../common"
}

message "M" {
  a = field(1, common.Timestamp)
}
