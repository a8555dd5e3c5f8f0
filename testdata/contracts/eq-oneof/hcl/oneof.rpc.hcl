# One of several.
package "eq.oneof" {}

message "Choice" {
  oneof "body" {
    number = field(1, int32)
    text   = field(2, string)
    other  = field(5, Other)
  }
}

message "Mixed" {
  before = field(1, int32)

  oneof "body" {
    number = field(2, int32)
    text   = field(3, string)
  }

  after = field(4, string)
}

message "Other" {
  name = field(1, string)
}
