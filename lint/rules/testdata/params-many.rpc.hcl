package "demo.params" {
  wires = [rpch, frame]
}

service "S" {
  method "Four" {
    params = { a = int32, b = int32, c = int32, d = int32 } # want "method demo.params.S.Four has 4 params, which are positional on rpch"
  }
  method "Three" {
    params = { a = int32, b = int32, c = int32 } # ok
  }
}

service "Elsewhere" {
  wires = [frame]
  method "Four" {
    params = { a = int32, b = int32, c = int32, d = int32 } # ok
  }
}
