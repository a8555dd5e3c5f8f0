package "demo.bounds" {}

service "S" {
  method "F" {
    params  = { a = string, q = Query } # want "demo.bounds.S.F.a is string without a bound"
    returns = Answer
  }
  method "G" {
    params = { a = field(1, string, { max_len = 5 }), b = int32, c = list(int32, 4) } # ok
  }
}

message "Query" {
  names = field(1, list(string))                  # want "demo.bounds.Query.names is list.string. without a bound"
  some  = field(2, list(string), { max_len = 10 }) # ok
}

message "Answer" {
  text = field(1, string) # ok
}
