package "demo.frame" {}

message "Frame" {
  at = field(1, float64)
}
