package "demo.implicit" {
  wires = [frame]
}

service "Math" {
  method "Add" {
    params = { a = int32, b = int32 } # want "the numbers of demo.implicit.Math.Add's params are counted, not written"
  }
  method "Sub" {
    params = { a = field(1, int32), b = field(2, int32) } # ok
  }
  method "Half" {
    params = { a = field(9, int32), b = int32, c = int32 } # want "the numbers of demo.implicit.Math.Half's params"
  }
  method "Feed" {
    params = { items = stream(int32) } # ok
  }
  method "None" {} # ok
}
