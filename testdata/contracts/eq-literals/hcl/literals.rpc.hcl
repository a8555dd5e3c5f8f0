# Constants that are lists, maps and messages.
package "eq.literals" {}

message "Point" {
  x = field(1, int32)
  y = field(2, int32)
}

const "PRIMES" {
  type  = list(int32)
  value = [2, 3, 5]
}

const "NAMES" {
  type  = set(string)
  value = ["a", "b"]
}

const "TABLE" {
  type  = map(string, list(int32))
  value = { one = [1], two = [1, 2] }
}

const "ORIGIN" {
  type  = Point
  value = { x = 0, y = 1 }
}
