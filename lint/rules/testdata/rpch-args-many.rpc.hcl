package "demo.args" {
  wires = [rpch, frame]
}

service "S" {
  method "Ten" {
    params = { a = int32, b = int32, c = int32, d = int32, e = int32, f = int32, g = int32, h = int32, i = int32, j = int32 } # want "Ten has 10 params"
  }
  method "Nine" {
    params = { a = int32, b = int32, c = int32, d = int32, e = int32, f = int32, g = int32, h = int32, i = int32 } # ok
  }
}

service "Elsewhere" {
  wires = [frame]
  method "Ten" {
    params = { a = int32, b = int32, c = int32, d = int32, e = int32, f = int32, g = int32, h = int32, i = int32, j = int32 } # ok
  }
}
