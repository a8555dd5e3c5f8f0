package "demo.streams" {}

service "S" {
  method "F" {
    params = { a = int32, b = stream(int32) } # want "param demo.streams.S.F.b is a stream"
  }
  method "G" {
    params  = { a = int32 } # ok
    returns = stream(int32) # ok
  }
}
