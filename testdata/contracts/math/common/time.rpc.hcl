package "demo.common" {}

# Timestamp is a moment in UTC.
message "Timestamp" {
  unix_ms = field(1, int64)
}
