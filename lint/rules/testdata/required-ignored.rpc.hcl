package "demo.required" {}

message "M" {
  a = field(1, string, { required = true }) # want "required has no effect for demo.required.M.a on frame"
  b = field(2, string)                      # ok
}

service "S" {
  method "F" {
    params = { a = field(1, string, { required = true }) } # want "required has no effect for demo.required.S.F.a"
  }
}
