package "demo.docs" {}

enum "Bare" { # want "enum demo.docs.Bare has no comment"
  NONE = 0
}

# Color is painted.
enum "Color" { # ok
  NONE = 0
}
