package "demo.enums" {}

enum "Color" {
  RED  = 1 # want "the first value of demo.enums.Color is RED = 1"
  NONE = 0
}

enum "Shade" {
  NONE = 0 # ok
  DARK = 1
}
