# Streams of messages.
package "eq.streams" {}

message "Query" {
  prefix = field(1, string)
}

message "Row" {
  text = field(1, string)
}

service "Feed" {
  method "Watch" {
    params  = { request = Query }
    returns = stream(Row)
  }

  method "Load" {
    params  = { request = stream(Row) }
    returns = Query
  }

  method "Chat" {
    params  = { request = stream(Row) }
    returns = stream(Row)
  }
}
