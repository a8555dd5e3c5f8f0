package "demo.requests" {}

service "Users" {
  method "Get" {
    params = { query = Query } # want "the request of demo.requests.Users.Get is called Query"
  }
  method "Put" {
    params = { request = PutRequest } # ok
  }
  method "Find" {
    params = { request = UsersFindRequest } # ok
  }
  method "Two" {
    params = { query = Query, limit = int32 } # ok
  }
  method "Plain" {
    params = { name = string } # ok
  }
  method "Upload" {
    params = { parts = stream(Query) } # want "the request of demo.requests.Users.Upload is called Query"
  }
  method "Nested" {
    params = { request = Outer.NestedRequest } # ok
  }
}

message "Query" {
  name = field(1, string)
}

message "PutRequest" {
  name = field(1, string)
}

message "UsersFindRequest" {
  name = field(1, string)
}

message "Outer" {
  inner = field(1, Outer.NestedRequest)
}

message "Outer.NestedRequest" {
  name = field(1, string)
}
