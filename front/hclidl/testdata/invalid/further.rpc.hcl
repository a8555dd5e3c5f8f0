package "further" {
  wires = [frame]
}

message "M" {
  a = = field(1, int32) # want "a value is expected here"
  b = field(2, Nope     # want "the brackets of the call are not closed"
  c = field(3, Nope)
  d = = 5               # want "a value is expected here"
  e = field(4,, int32)  # want "a value is expected here"

  oneof "o" {
    f = field(5, bool) g = field(6, bool) # want "the attribute goes on after its value"
    h = field(7, list(string)]            # want "a comma is missing before this"
  }
  i = field(0x10, string) # want "0x10 is no decimal number"
}

service "S" {
  id = ] # want "a value is expected here"

  method "A" {
    id     = 1 2                     # want "the attribute goes on after its value"
    params = { a = int32 b = int32 } # want "a comma is missing before this"
    errors = [A; B]                  # want "; has no meaning here"
  }

  method "B" {
    params = {
      a = int32
      b = int32 string # want "a comma is missing before this"
      c = int33.       # want "invalid attribute name"
    }
    timeout = 5s # want "the attribute goes on after its value"
    returns = "x # want "the string is not closed on its line"
  }
}
