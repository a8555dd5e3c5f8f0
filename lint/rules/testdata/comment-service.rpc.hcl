package "demo.docs" {}

service "Bare" {} # want "service demo.docs.Bare has no comment"

# Math does arithmetic.
service "Math" {} # ok
