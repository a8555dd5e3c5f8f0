package "demo.common" {
  version = "1.0.0-beta.1"
}

message "Timestamp" {
  unix_ms = field(1, int64)
}
