package "demo.names" {
  wires = [rpch]
}

message "M" {
  left  = field(1, int32)                    # ok
  Left  = field(2, int32)                    # want "fields left and Left of demo.names.M have JSON names that differ by case alone"
  right = field(3, int32)                    # ok
  other = field(4, int32, { json = "RIGHT" }) # want "fields right and other"
}

error "E" {
  code = 1
  a    = field(1, int32)
  A    = field(2, int32) # want "fields a and A"
}

message "Many" {
  f1  = field(1, int32)
  f2  = field(2, int32)
  f3  = field(3, int32)
  f4  = field(4, int32)
  f5  = field(5, int32)
  f6  = field(6, int32)
  f7  = field(7, int32)
  f8  = field(8, int32)
  f9  = field(9, int32)
  f10 = field(10, int32)
  f11 = field(11, int32)
  f12 = field(12, int32)
  f13 = field(13, int32)
  f14 = field(14, int32)
  f15 = field(15, int32)
  f16 = field(16, int32)
  f17 = field(17, int32)
  F5  = field(18, int32) # want "fields f5 and F5"
}
