# What others share.
package "eq.common" {}

# Timestamp is a moment in UTC.
message "Timestamp" {
  unix_ms = field(1, int64)
}

enum "Zone" {
  UTC   = 0
  LOCAL = 1
}
