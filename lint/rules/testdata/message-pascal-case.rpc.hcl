package "demo.cases" {}

message "two_numbers" {} # want "message demo.cases.two_numbers is not PascalCase"
message "TwoNumbers" {} # ok
message "TwoNumbers.first" {} # want "TwoNumbers.first is not PascalCase"
message "TwoNumbers.First" {} # ok
