package "syntax" {
  wires = [frame]
}

message "A" {
  a = field(1, int32); # want "; has no meaning here"
  b: field(2, int32) # want "an attribute .name = value. or a block"
}

message "A2" {
  c = # want "a value is expected here"
}

message "A3" {
  d = field(4, int32) e = field(5, int32) # want "the attribute goes on after its value"
}

message 'B' { # want "a single quote begins no string"
  a = field(1, int32)
}

message "C" {
  a = field(1 int32) # want "a comma is missing before this"
}

message "D" {
  a = field(1, string?) # want ". has no meaning in a contract"
}

message "E" {
  "a" = field(1, string) # want "the name of an attribute stands in quotes"
}

message "F" {
  a = field(1, int32)
}} # want "a closing brace too much"

service "G" {
  id = 0x10 # want "0x10 is no decimal number"
}

mesage "H" { # want "the file has no block mesage"
  a = 5 # want "field H.a has no number"
}

message "I" = { # want "= stands after a label"
}

message "J" # want "the block does not begin on this line"
{
}
