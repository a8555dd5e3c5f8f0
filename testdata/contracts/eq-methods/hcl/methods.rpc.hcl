# Shapes of methods.
package "eq.methods" {
  version = "1.2.0"
}

message "Point" {
  x = field(1, float64)
  y = field(2, float64)
}

# Shapes has one method of each.
service "Shapes" {
  # Move moves a point.
  method "Move" {
    params     = { at = Point, dx = float64, dy = float64 }
    returns    = Point
    timeout    = "1.5s"
    idempotent = true
  }

  method "Tell" {
    params = { text = string }
    oneway = true
  }

  method "Ping" {}

  method "Names" {
    returns    = list(string)
    deprecated = "use Move"
  }
}
