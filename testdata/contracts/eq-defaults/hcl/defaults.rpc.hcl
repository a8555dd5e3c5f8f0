# Presence and defaults.
package "eq.defaults" {}

enum "Level" {
  LOW  = 0
  HIGH = 1
}

message "Defaults" {
  flag  = field(1, bool, { default = true })
  small = field(2, int32, { default = -5 })
  half  = field(3, float64, { default = 0.5 })
  text  = field(4, string, { default = "a\"b\n" })
  data  = field(5, bytes, { default = "aGk=" })
  level = field(6, Level, { default = HIGH })
  maybe = field(7, optional(int64), { default = 7 })
  must  = field(8, string, { required = true })
  note  = field(9, optional(string))
}
