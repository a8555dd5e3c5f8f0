package "demo.ids" {
  wires = [frame, rpch]
}

service "Derived" {
  method "Add" {} # want "method demo.ids.Derived.Add has no id, so frame carries the hash of its name, [0-9]+"
  method "Sub" {
    id = 70000 # ok
  }
}

service "Half" {
  id = 1
  method "Add" {} # want "Half.Add has no id"
}

service "Elsewhere" {
  wires = [rpch]
  method "Add" {} # ok
}
