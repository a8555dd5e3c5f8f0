package "demo.alias" {}

enum "Width" {
  NONE   = 0
  NORMAL = 1 # ok
  USUAL  = 1 # want "value demo.alias.Width.USUAL has the number 1, which is NORMAL's"
  WIDE   = -1 # ok
}
