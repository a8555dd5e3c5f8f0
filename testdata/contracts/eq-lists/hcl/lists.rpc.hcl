# Lists, sets, and lists of lists.
package "eq.lists" {}

message "Lists" {
  words   = field(1, list(string))
  numbers = field(2, set(int32))
  rows    = field(3, list(list(int64)))
  three   = field(4, list(float64, 3))
  deep    = field(5, map(string, list(Item)))
}

message "Item" {
  id = field(1, int64)
}
