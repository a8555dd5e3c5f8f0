package "demo.docs" {}

message "M" {
  bare = field(1, int32) # want "field demo.docs.M.bare has no comment"
  # Full name.
  full_name = field(2, string) # want "field demo.docs.M.full_name has no comment"
  # Full name, family name last.
  full = field(3, string) # ok
}
