package "users" {
  version = "1.2.0"
  wires   = [frame, rpch]
}

service "Users" {
  id = 1

  method "Get" {
    id      = 1
    params  = { id = int32 }
    returns = User
    timeout = "1s"
  }
}

message "User" {
  name = field(1, string)
}
