package "demo.cases" {}

message "M" {
  userID   = field(1, string) # want "field demo.cases.M.userID is not lower_snake_case"
  user_id  = field(2, string) # ok
  a__b     = field(3, string) # want "M.a__b is not lower_snake_case"
  trailing_ = field(4, string) # want "M.trailing_ is not lower_snake_case"
  v2_beta  = field(5, string) # ok
}

error "E" {
  code = 1
  Why  = field(1, string) # want "field demo.cases.E.Why is not lower_snake_case"
}
