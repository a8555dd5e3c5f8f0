package "demo.collide" {}

message "User" {
  user_id = field(1, string)
  userId  = field(2, string) # want "user_id and demo.collide.User.userId both become UserId in Go"
  user    = field(3, string) # ok
}

service "S" {
  method "GetAll" {
    params = { a_b = int32, aB = int32 } # want "a_b and demo.collide.S.GetAll.aB both become AB in Go"
  }
  method "Get_all" {} # want "GetAll and demo.collide.S.Get_all both become GetAll"
  method "Get" {}     # ok
}

message "get_it" {
  a = field(1, int32)
}

enum "GetIt" { # want "both become GetIt in Go"
  NONE = 0 # ok
}
