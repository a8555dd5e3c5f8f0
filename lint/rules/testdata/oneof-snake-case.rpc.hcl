package "demo.cases" {}

message "M" {
  oneof "TheBody" { # want "oneof demo.cases.M.TheBody is not lower_snake_case"
    a = field(1, string)
  }
  oneof "the_rest" { # ok
    b = field(2, string)
  }
}
