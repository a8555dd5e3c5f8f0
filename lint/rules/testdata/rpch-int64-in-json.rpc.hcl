package "demo.wide" {
  wires = [rpch]
}

message "M" {
  a = field(1, int64)                    # want "field demo.wide.M.a carries int64 as a JSON number"
  b = field(2, list(map(string, uint64))) # want "M.b carries list.map.string, uint64.. as a JSON number, which"
  c = field(3, map(int64, string))       # ok
  d = field(4, int32)                    # ok
  e = field(5, string)                   # ok
  f = field(6, int64, { retired = "use e" }) # ok
}

service "S" {
  method "F" {
    params = { a = int64 } # ok
  }
}
