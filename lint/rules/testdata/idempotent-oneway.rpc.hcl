package "demo.oneway" {}

service "S" {
  method "Result" {
    returns = int32 # want "method demo.oneway.S.Result is oneway and has a result, which is never sent"
    oneway  = true
  }
  method "Errors" {
    errors = [E] # want "S.Errors is oneway and declares errors"
    oneway = true
  }
  method "Streams" { # want "S.Streams is idempotent and streams"
    returns    = stream(int32)
    idempotent = true
  }
  method "Fine" { # ok
    params     = { a = int32 }
    oneway     = true
    idempotent = true
  }
}

error "E" {
  code = 1
}
