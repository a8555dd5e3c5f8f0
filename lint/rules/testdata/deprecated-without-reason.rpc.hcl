package "demo.deprecated" {}

message "M" {
  a = field(1, int32, { deprecated = true })    # want "demo.deprecated.M.a is deprecated without a reason"
  b = field(2, int32, { deprecated = "use a" }) # ok
}

service "S" { # want "demo.deprecated.S is deprecated without a reason"
  deprecated = true
  method "F" { # want "demo.deprecated.S.F is deprecated"
    deprecated = true
  }
}

enum "E" {
  A = value(0, { deprecated = true }) # want "demo.deprecated.E.A is deprecated"
}
