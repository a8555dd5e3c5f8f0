# Messages in messages, and one that holds itself.
package "eq.nested" {}

message "Outer" {
  inner  = field(1, optional(Inner))
  inners = field(2, list(Inner))
  leaf   = field(3, optional(Outer.Inner.Leaf))
}

message "Outer.Inner" {
  id = field(1, int64)
}

message "Outer.Inner.Leaf" {
  name = field(1, string)
}

message "Tree" {
  value = field(1, int32)
  kids  = field(2, list(Tree))
}
