package "demo.docs" {}

enum "Color" {
  NONE = 0 # want "enum value demo.docs.Color.NONE has no comment"
  # As blood is.
  RED = 1 # ok
}
