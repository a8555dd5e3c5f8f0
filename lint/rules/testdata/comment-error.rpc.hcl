package "demo.docs" {}

error "Bare" { # want "error demo.docs.Bare has no comment"
  code = 1
}

# NotFound is returned for unknown ids.
error "NotFound" { # ok
  code = 2
}
