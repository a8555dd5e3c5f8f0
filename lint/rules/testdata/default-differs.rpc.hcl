package "demo.defaults" {
  wires = [frame, rpch]
}

message "M" {
  low     = field(1, int32, { default = 0, min = 1, max = 100 })             # want "the default of demo.defaults.M.low is 0, below its min 1"
  high    = field(2, float64, { default = 1.5, max = 1.25 })                 # want "is 1.5, above its max 1.25"
  fine    = field(3, int32, { default = 20, min = 1, max = 100 })            # ok
  edge    = field(4, uint64, { default = 18446744073709551615, max = 18446744073709551615 }) # ok
  above   = field(5, uint64, { default = 18446744073709551615, max = 18446744073709551614 }) # want "above its max"
  long    = field(6, string, { default = "abcdef", max_len = 5 })            # want "is 6 bytes long, more than its max_len 5"
  strange = field(7, string, { default = "A", pattern = "^[a-z]+$" })       # want "which its pattern does not match"
  good    = field(8, string, { default = "a", pattern = "^[a-z]+$", max_len = 5 }) # ok
  huge    = field(9, float64, { default = "inf" })                           # want "is inf, for which rpch's JSON has no form"
  none    = field(10, float32, { default = "nan" })                          # want "is nan, for which rpch's JSON has no form"
  half    = field(11, float64, { default = 0.5 })                            # ok
}

service "S" {
  method "Wait" {
    id     = 1
    params = { seconds = field(1, float64, { default = "inf" }) } # ok
  }
}
