package "demo.enums" {}

service "S" {
  method "F" {
    params  = { q = Request }
    returns = list(Response)
    errors  = [Failed]
  }
}

message "Request" {
  a = field(1, Asked)
}

message "Response" {
  a = field(1, map(string, Sent))
  b = field(2, Open)
}

error "Failed" {
  code = 1
  why  = field(1, Why)
}

enum "Asked" { # ok
  closed = true
  NONE   = 0
}

enum "Sent" { # want "enum demo.enums.Sent is closed and servers send it"
  closed = true
  NONE   = 0
}

enum "Open" { # ok
  NONE = 0
}

enum "Why" { # want "enum demo.enums.Why is closed and servers send it"
  closed = true
  NONE   = 0
}
