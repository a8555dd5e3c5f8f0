package "demo.codes" {}

error "A" {
  code = 0 # want "error demo.codes.A has no code, or the code 0"
}

error "B" {
  code = 1 # ok
}
