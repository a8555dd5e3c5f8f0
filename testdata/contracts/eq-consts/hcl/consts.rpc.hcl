# Constants.
package "eq.consts" {}

enum "Color" {
  RED  = 0
  BLUE = 1
}

# LIMIT is how many there are.
const "LIMIT" {
  type  = int32
  value = 100
}

const "HALF" {
  type  = float64
  value = 0.5
}

const "GREETING" {
  type  = string
  value = "hello, \"world\"\n"
}

const "YES" {
  type  = bool
  value = true
}

const "FIRST" {
  type  = Color
  value = BLUE
}
