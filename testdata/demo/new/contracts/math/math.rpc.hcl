package "demo.math" {
  version = "1.2.0"
  wires   = [frame, rpch]
}

# Math does arithmetic.
service "Math" {
  id = 1

  # Add returns the sum of a and b.
  method "Add" {
    id         = 1
    params     = { a = int64, b = int64 }
    returns    = int64
    timeout    = "1s"
    idempotent = true
  }

  # Divide returns quotient and remainder.
  method "Divide" {
    id      = 2
    params  = { dividend = uint64, divisor = uint64 }
    returns = Quotient
    errors  = [DivideByZero]
    timeout = "1s"
  }
}

# Quotient is what a division gives.
message "Quotient" {
  quo = field(1, int64)
  rem = field(2, int32)
}

# DivideByZero is returned by Divide when the divisor is 0.
error "DivideByZero" {
  code     = 1001
  dividend = field(1, uint64)
}
