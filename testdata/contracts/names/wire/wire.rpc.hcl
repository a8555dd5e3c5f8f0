package "demo.wire" {}

message "Call" {
  frame = field(1, int32)
  Wire  = field(2, string)
}
