package "users" {
  version = "1.2.0"
  wires   = [frame, rpch]
}

service "Users" {
  id = 1

  method "Get" {
    id      = 1
    params  = { id = int64 }
    returns = User
    timeout = "1s"
  }
}

message "User" {
  name = field(1, string)
  mail = field(2, optional(string))
}
