# Names of another package.
package "eq.imports" {}

import "common" {
  source = "./common"
}

message "Event" {
  at    = field(1, optional(common.Timestamp))
  zone  = field(2, common.Zone)
  stamps = field(3, list(common.Timestamp))
}

service "Events" {
  method "Last" {
    params  = { request = common.Timestamp }
    returns = Event
  }
}
