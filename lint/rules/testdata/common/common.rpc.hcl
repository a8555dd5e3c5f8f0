package "demo.common" {}

message "Timestamp" {
  unix_ms = field(1, int64)
}
