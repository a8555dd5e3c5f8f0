package "demo.docs" {}

message "M" {
  oneof "body" { # want "oneof demo.docs.M.body has no comment"
    a = field(1, int32)
  }
  # What else there is.
  oneof "rest" { # ok
    b = field(2, int32)
  }
}
