# Every type and every shape that a contract can have.
package "demo.everything" {
  version = "0.3.0"
  wires   = [frame, frame-v1, rpch]
}

const "MAX_ITEMS" {
  type  = int32
  value = 100
}

const "greeting" {
  type  = string
  value = "hello, \"world\"\n"
}

const "first_color" {
  type  = Color
  value = RED
}

# Color may get further names.
enum "Color" {
  UNKNOWN    = 0
  RED        = 1
  COLOR_BLUE = value(2, { deprecated = "use RED" })
  CRIMSON    = 1
  DARK_RED   = -1
}

# Level is closed.
enum "Level" {
  closed = true
  LOW    = 1
  HIGH   = 2
}

message "Empty" {}

# Scalars has one field of each scalar type.
message "Scalars" {
  flag   = field(1, bool)
  i8     = field(2, int8)
  i16    = field(3, int16)
  i32    = field(4, int32)
  i64    = field(5, int64)
  u8     = field(6, uint8)
  u16    = field(7, uint16)
  u32    = field(8, uint32)
  u64    = field(9, uint64)
  f32    = field(10, float32)
  f64    = field(11, float64)
  text   = field(12, string)
  data   = field(13, bytes)
  color  = field(14, Color)
  level  = field(15, Level)
  inner  = field(16, Empty)
}

message "Optionals" {
  flag   = field(1, optional(bool))
  number = field(2, optional(int32), { default = 7 })
  small  = field(3, optional(float32))
  text   = field(4, optional(string), { default = "none" })
  data   = field(5, optional(bytes))
  color  = field(6, optional(Color), { default = RED })
  list   = field(7, optional(list(string)))
  three  = field(8, optional(list(int16, 3)))
  words  = field(9, optional(list(string, 2)))
  names  = field(10, optional(map(string, int32)))
  next   = field(11, optional(Optionals))
}

message "Lists" {
  flags   = field(1, list(bool))
  numbers = field(2, list(int64))
  floats  = field(3, list(float32))
  texts   = field(4, list(string))
  datas   = field(5, list(bytes))
  colors  = field(6, list(Color))
  levels  = field(7, list(Level))
  items   = field(8, list(Scalars))
  rows    = field(9, list(list(int32)))
  deep    = field(10, list(list(list(string))))
  empties = field(11, list(Empty))
}

message "Fixed" {
  three   = field(1, list(int32, 3))
  bools   = field(2, list(bool, 2))
  matrix  = field(3, list(list(float64, 2), 2))
  words   = field(4, list(string, 2))
  levels  = field(5, list(Level, 2))
  items   = field(6, list(Empty, 2))
  points  = field(7, list(list(int32, 2)))
}

message "Sets" {
  numbers = field(1, set(int32))
  texts   = field(2, set(string))
  colors  = field(3, set(Color))
  pairs   = field(4, set(list(int8, 2)))
  inner   = field(5, set(Empty))
}

message "Maps" {
  by_text   = field(1, map(string, string))
  by_number = field(2, map(int32, Scalars))
  by_flag   = field(3, map(bool, float64))
  by_big    = field(4, map(uint64, list(int32)))
  nested    = field(5, map(string, map(int8, bytes)))
}

message "Outer" {
  inner  = field(1, Inner)
  inners = field(2, list(Inner))
}

message "Outer.Inner" {
  user_id   = field(1, int64)
  URL       = field(2, string, { json = "url" })
  field_2   = field(3, int32)
  _hidden   = field(4, int32)
  type      = field(5, string)
}

message "Choice" {
  before = field(1, int32)

  # What it is.
  oneof "body" {
    number = field(3, int32)
    text   = field(2, string)
    inner  = field(5, Empty)
    many   = field(7, Outer)
    color  = field(8, Level)
    old    = field(9, string, { retired = "nobody sends it" })
  }

  after = field(6, string)
}

# Retired keeps the places of what it had.
message "Retired" {
  a    = field(1, int32)
  b    = field(2, int64, { retired = "use e" })
  c    = field(3, string, { retired = "use e" })
  d    = field(4, optional(int16), { retired = "use e" })
  e    = field(5, string)
  f    = field(6, optional(string), { retired = "use e" })
  g    = field(7, Outer, { retired = "use e" })
  h    = field(8, map(string, int32), { retired = "use e" })
  i    = field(9, list(string, 2), { retired = "use e" })
  j    = field(10, list(Choice), { retired = "use e" })
  k    = field(11, bool)
  reserved {
    ids = ["20-29"]
  }
}

message "Defaults" {
  flag  = field(1, bool, { default = true })
  small = field(2, int8, { default = -5 })
  big   = field(3, uint64, { default = 18446744073709551615 })
  half  = field(4, float32, { default = 0.5 })
  limit = field(5, float64, { default = "inf" })
  text  = field(6, string, { default = "a\"b" })
  data  = field(7, bytes, { default = "aGk=" })
  color = field(8, Color, { default = COLOR_BLUE })
  zero  = field(9, int32, { default = 0 })
  must  = field(10, string, { required = true })
}

# Example has a bit of each part of a block.
message "Example" {
  a = field(1, int32)
  s = field(2, string)

  oneof "one" {
    x = field(3, int32)
    t = field(4, string)
  }

  o = field(6, optional(int32))
}

message "Tree" {
  value = field(1, int32)
  kids  = field(2, list(Tree))
  next  = field(3, optional(Tree))
}

error "TooMany" {
  code  = 2001
  limit = field(1, int32)
  what  = field(2, string)
  color = field(3, Color)
}

error "Gone" {
  code = 2002
}

# All promises everything that all three wires carry.
service "All" {
  id = 1

  method "Echo" {
    id      = 1
    params  = { number = int32, text = string, scalars = Scalars }
    returns = Scalars
  }

  method "Sum" {
    id         = 2
    params     = { a = int64, b = int64, old = field(3, int32, { retired = "unused" }) }
    returns    = int64
    timeout    = "1500ms"
    idempotent = true
  }

  method "type" {
    id         = 3
    params     = { range = uint8, ctx = float64, string = float32, "for" = string }
    returns    = string
    deprecated = "use Echo"
  }
}

# Rich is for frame alone.
service "Rich" {
  id    = 2
  wires = [frame]

  method "Everything" {
    id     = 1
    params = {
      optionals = Optionals, lists = Lists, fixed = Fixed, sets = Sets, maps = Maps,
      outer = Outer, choice = Choice, retired = Retired, defaults = Defaults, tree = Tree,
    }
    returns = Choice
  }

  method "Composite" {
    id      = 2
    params  = { list = list(string), set = set(int32), map = map(string, Tree), maybe = optional(int32), color = Color, flag = bool, data = bytes }
    returns = map(string, list(int32))
  }

  method "Maybe" {
    id      = 3
    params  = { there = bool }
    returns = optional(string)
  }

  method "Fail" {
    id     = 4
    params = { code = uint32 }
    errors = [TooMany, thrown(5, Gone)]
  }

  method "Tell" {
    id     = 5
    params = { text = string }
    oneway = true
  }

  method "Count" {
    id      = 6
    params  = { to = int32 }
    returns = stream(int32)
  }

  method "Trees" {
    id      = 7
    params  = { depth = int32 }
    returns = stream(Tree)
  }

  method "Total" {
    id      = 8
    params  = { numbers = stream(int64), start = int64 }
    returns = int64
  }

  method "Collect" {
    id      = 9
    params  = { trees = stream(Tree) }
    returns = Tree
    errors  = [TooMany]
  }

  method "Chat" {
    id      = 10
    params  = { says = stream(string), name = string }
    returns = stream(Choice)
  }

  method "Batches" {
    id      = 11
    params  = { colors = stream(Color) }
    returns = stream(list(string))
  }
}

# Raw has the byte streams, on frame and rpch.
service "Raw" {
  id    = 3
  wires = [frame, rpch]

  method "Upload" {
    id      = 1
    params  = { name = string, body = istream }
    returns = uint64
  }

  method "Download" {
    id      = 2
    params  = { body = ostream, size = int32 }
    returns = Outer
  }

  method "Both" {
    id     = 3
    params = { body = stream }
  }

  method "Read" {
    id      = 4
    params  = { size = int32 }
    returns = istream
  }

  method "Write" {
    id      = 5
    params  = { name = string }
    returns = ostream
  }

  method "Talk" {
    id      = 6
    returns = stream
  }

  method "Fail" {
    id     = 7
    params = { text = string }
    errors = [TooMany, Gone]
  }

  method "Tell" {
    id     = 8
    params = { text = string }
    oneway = true
  }

  wire "rpch" {
    service = "raw"
  }
}
