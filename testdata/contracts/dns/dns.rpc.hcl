# Small records with much text, as name servers answer them.
package "demo.dns" {
  wires = [frame, frame-v1, rpch]
}

message "DnsRecord" {
  key   = field(1, string)
  value = field(2, string)
  first = field(3, string)
  last  = field(4, string)
  type  = field(5, string, { default = "A" })
  ttl   = field(6, int32, { default = 86400 })
}

message "DnsResponse" {
  records = field(1, list(DnsRecord))
}

message "Numbers" {
  a = field(1, int64)
  b = field(2, int64)
  c = field(3, int64)
  d = field(4, int64)
  e = field(5, int64)
  f = field(6, float64)
  g = field(7, float64)
  h = field(8, float64)
  i = field(9, float64)
  j = field(10, float64)
}

service "Dns" {
  id = 9

  method "Lookup" {
    id      = 1
    params  = { key = string, limit = int32 }
    returns = DnsResponse
  }
}
