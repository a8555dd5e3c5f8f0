package "demo.streams" {}

service "S" {
  method "F" {
    params = { a = int32, b = stream(int32) } # ok
  }
  method "G" {
    params  = { a = int32 }
    returns = stream(int32) # want "the result of demo.streams.S.G is a stream"
  }
}
