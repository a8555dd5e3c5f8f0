# Scalars of every width that all languages have.
package "eq.scalars" {
  wires = [prpc]
}

# Scalars has one field of each.
message "Scalars" {
  flag = field(1, bool)
  i32  = field(2, int32)
  i64  = field(3, int64)
  f64  = field(4, float64)
  text = field(5, string)
  data = field(6, bytes)
}
