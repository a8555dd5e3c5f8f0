# Documentation.
#
# In several paragraphs.
package "eq.docs" {}

# A message with
# two lines.
message "Documented" {
  # a is the first
  a = field(1, int32)

  # b has "quotes" and a \ backslash.
  b = field(2, string)
}

# A service.
service "Reads" {
  # Read reads.
  #
  # It is slow.
  method "Read" {
    params  = { request = Documented }
    returns = Documented
  }
}
