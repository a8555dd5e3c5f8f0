package "demo.example" {
  wires = [thrift]
}

message "User" {
  name = field(1, string, { required = true }) # want "field demo.example.User.name is required"
  mail = field(2, optional(string))            # ok
  age  = field(3, int32)                       # ok
}
