# Enums, open ones, with a number below zero.
package "eq.enums" {}

# Color is what people see.
enum "Color" {
  COLOR_UNKNOWN = 0
  # As in fire.
  COLOR_RED  = 1
  COLOR_BLUE = 5
  COLOR_DARK = -1
}

message "Paint" {
  color  = field(1, Color)
  colors = field(2, list(Color))
}
