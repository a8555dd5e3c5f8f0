package "demo.responses" {}

service "Users" {
  method "Get" {
    returns = User # want "the response of demo.responses.Users.Get is called User"
  }
  method "Find" {
    returns = FindResponse # ok
  }
  method "List" {
    returns = stream(User) # want "the response of demo.responses.Users.List is called User"
  }
  method "Count" {
    returns = int64 # ok
  }
  method "Notify" {} # ok
  method "Last" {
    returns = UsersLastResponse # ok
  }
}

message "User" {
  name = field(1, string)
}

message "FindResponse" {
  name = field(1, string)
}

message "UsersLastResponse" {
  name = field(1, string)
}
