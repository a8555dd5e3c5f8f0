package "demo.codes" {}

error "A" {
  code = 4 # ok
}

error "B" {
  code = 4 # want "error demo.codes.B has the code 4, which is A's"
}

error "C" {
  code = 5 # ok
}
