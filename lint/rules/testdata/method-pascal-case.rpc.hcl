package "demo.cases" {}

service "S" {
  method "add" {}    # want "method demo.cases.S.add is not PascalCase"
  method "Add_all" {} # want "S.Add_all is not PascalCase"
  method "AddAll" {} # ok
}
