package "demo.stutter" {}

service "Math" {
  method "MathAdd" {}  # want "method demo.stutter.Math.MathAdd repeats the name of its service"
  method "Math" {}     # ok
  method "Mathless" {} # ok
  method "Add" {}      # ok
}
