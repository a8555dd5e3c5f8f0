package "demo.bounds" {}

message "M" {
  a = field(1, int32, { min = 100, max = 1 })            # want "the min of demo.bounds.M.a is 100, above its max 1"
  b = field(2, int32, { min = 1, max = 1 })              # ok
  c = field(3, string, { pattern = "[a-z" })             # want "the pattern of demo.bounds.M.c does not compile"
  d = field(4, string, { pattern = "^\\d+$" })           # ok
  e = field(5, float64, { min = -1e300, max = 1e300 })   # ok
}

service "S" {
  method "F" {
    params = { a = field(1, int32, { min = 2, max = 1 }) } # want "the min of demo.bounds.S.F.a"
  }
}
