package "demo.docs" {}

service "S" {
  method "Bare" {} # want "method demo.docs.S.Bare has no comment"
  # Get user.
  method "GetUser" {} # want "method demo.docs.S.GetUser has no comment"
  # Add returns a sum.
  method "Add" {} # ok
}
