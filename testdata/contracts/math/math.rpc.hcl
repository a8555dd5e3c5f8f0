package "demo.math" {
  version = "1.2.0"
  wires   = [frame, thrift]
}

import "common" {
  source = "./common"
}

# Math does arithmetic.
service "Math" {
  id = 1

  # Add returns the sum of a and b.
  method "Add" {
    id         = 1
    params     = { a = int32, b = int32 }
    returns    = int32
    timeout    = "200ms"
    idempotent = true
  }

  # Divide returns the quotient and what is left.
  method "Divide" {
    id      = 2
    params  = { dividend = uint64, divisor = uint64 }
    returns = Quotient
    errors  = [DivideByZero]
  }

  # Notify hands over an event, and nothing comes back.
  method "Notify" {
    id     = 3
    params = { event = Event }
    oneway = true
  }

  wire "thrift" {
    service = "mathService"
  }
}

# Feed sends what happens while it happens.
service "Feed" {
  id    = 2
  wires = [frame]

  # Watch sends each quotient since a moment.
  method "Watch" {
    id      = 1
    params  = { from = common.Timestamp }
    returns = stream(Quotient)
  }
}

# Quotient is what a division gives.
message "Quotient" {
  quo = field(1, uint64)
  rem = field(2, uint64, { default = 0 })
}

# Event is something that happened.
message "Event" {
  at     = field(1, common.Timestamp)
  color  = field(2, Color, { deprecated = "use theme" })
  tags   = field(3, list(string))
  counts = field(4, map(string, int64))
  note   = field(5, optional(string)) # presence is tracked: absent and "" differ

  oneof "body" {
    text = field(6, string)
    blob = field(7, bytes)
  }

  reserved {
    ids   = ["8", "10-19"]
    names = ["theme_id"]
  }
}

enum "Color" {
  UNKNOWN = 0
  RED     = 1
  BLUE    = 2

  reserved {
    ids = ["3"]
  }
}

# DivideByZero is returned by Divide when the divisor is 0.
error "DivideByZero" {
  code     = 1001
  dividend = field(1, uint64)
}
