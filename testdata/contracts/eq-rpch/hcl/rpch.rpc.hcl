# What the oldest language can say.
package "eq.rpch" {
  wires = [rpch]
}

message "Pair" {
  A    = field(1, int32)
  B    = field(2, string)
  Half = field(3, float64)
}

# Pairs swaps.
service "Pairs" {
  method "Swap" {
    params  = { pair = Pair, times = int32 }
    returns = Pair
  }

  method "Count" {
    params  = { name = string }
    returns = uint64
  }
}
