package "unclosed" {}

message "M" {
  a = field(1, string # want "the brackets of the call are not closed"
}
