package "demo.shared" {}

service "S" {
  method "Swap" {
    params  = { pair = Pair }
    returns = Pair # want "message demo.shared.Pair is the response of demo.shared.S.Swap and the request of demo.shared.S.Swap as well"
  }
  method "Get" {
    params  = { q = Query } # ok
    returns = Answer        # ok
  }
  method "Find" {
    params  = { q = Query } # want "message demo.shared.Query is the request of demo.shared.S.Find and the request of demo.shared.S.Get as well"
    returns = list(Answer)  # ok
  }
  method "Two" {
    params = { a = Query, b = Query } # ok
  }
}

message "Pair" {
  a = field(1, int32)
}

message "Query" {
  a = field(1, int32)
}

message "Answer" {
  a = field(1, int32)
}
