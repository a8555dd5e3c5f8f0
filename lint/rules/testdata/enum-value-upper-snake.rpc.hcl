package "demo.cases" {}

enum "Color" {
  None     = 0 # want "enum value demo.cases.Color.None is not UPPER_SNAKE_CASE"
  DARK_RED = 1 # ok
  RED_2    = 2 # ok
}
