package "demo.func" {} # want "the name of demo.func is a keyword of go"

message "M" {
  type = field(1, int32) # ok
}
