package "demo.cases" {}

error "not_found" { # want "error demo.cases.not_found is not PascalCase"
  code = 1
}
error "NotFound" { # ok
  code = 2
}
