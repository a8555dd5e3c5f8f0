package "demo.unused" {}

service "S" {
  method "F" {
    params  = { q = Q }
    returns = list(R)
    errors  = [Reported]
  }
}

message "Q" { # ok
  in = field(1, map(string, Inner))
}

message "Inner" { # ok
  color = field(1, Color)
}

message "R" { # ok
  self = field(1, optional(R))
}

enum "Color" { # ok
  NONE = 0
}

message "Lone" { # want "message demo.unused.Lone is used by no method"
  self = field(1, optional(Lone))
}

message "Kept" { # ok
  stored = true
  detail = field(1, Detail)
}

message "Detail" { # ok
  a = field(1, int32)
}

enum "Shade" { # want "enum demo.unused.Shade is used by no method"
  NONE = 0
}

error "Reported" { # ok
  code = 1
}

error "Silent" { # want "error demo.unused.Silent is used by no method"
  code = 2
}
