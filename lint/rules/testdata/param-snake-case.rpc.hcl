package "demo.cases" {}

service "S" {
  method "F" {
    params = { userID = string } # want "param demo.cases.S.F.userID is not lower_snake_case"
  }
  method "G" {
    params = { user_id = string } # ok
  }
}
