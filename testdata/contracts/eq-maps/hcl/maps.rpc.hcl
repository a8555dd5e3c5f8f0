# Maps with keys of every kind that all have.
package "eq.maps" {}

message "Maps" {
  by_text   = field(1, map(string, string))
  by_number = field(2, map(int32, Value))
  by_flag   = field(3, map(bool, float64))
  by_big    = field(4, map(int64, bytes))
}

message "Value" {
  n = field(1, int32)
}
