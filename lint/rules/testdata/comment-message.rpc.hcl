package "demo.docs" {}

message "Bare" {} # want "message demo.docs.Bare has no comment"

# User is someone.
message "User" {} # ok
