package "demo.timeouts" {
  wires = [frame, rpch]
}

service "S" {
  method "None" { # want "method demo.timeouts.S.None has no timeout"
    returns = int32
  }
  method "One" { # ok
    timeout = "1s"
  }
  method "Oneway" { # ok
    oneway = true
  }
  method "Stream" { # ok
    returns = stream(int32)
  }
}

service "Elsewhere" {
  wires = [rpch]
  method "None" {} # ok
}
