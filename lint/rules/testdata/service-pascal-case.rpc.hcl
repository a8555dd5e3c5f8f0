package "demo.cases" {}

service "math_ops" {} # want "service demo.cases.math_ops is not PascalCase"
service "HTTPServer" {} # ok
service "Math2" {} # ok
