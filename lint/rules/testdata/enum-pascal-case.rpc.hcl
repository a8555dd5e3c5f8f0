package "demo.cases" {}

enum "color" { # want "enum demo.cases.color is not PascalCase"
  NONE = 0
}
enum "ITDepartmentRegion" { # ok
  NONE = 0
}
