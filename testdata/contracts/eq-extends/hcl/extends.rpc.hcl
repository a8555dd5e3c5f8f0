# Services that extend others.
package "eq.extends" {}

service "Base" {
  id = 1

  method "Ping" {
    id = 1
  }
}

service "Child" {
  id      = 2
  extends = Base

  method "Add" {
    id      = 1
    params  = { a = int32, b = int32 }
    returns = int32
  }
}
