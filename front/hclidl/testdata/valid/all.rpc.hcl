# Everything the language can say, for the tests that read it back.
package "all.of_it" {
  version    = "0.1.0-rc.1"
  wires      = [frame, thrift-compact]
  was        = ["all.before", "all.long.before"]
  deprecated = true

  option "go.package" {
    value = "example.com/all"
  }

  option "some.thing" {
    text   = "a \"quoted\" \\d $${x} %%{y} $$$${z} line\nend \u00e9 e\u0301 \U0001F600"
    number = -1.50
    small  = 0.0000001
    big    = 123456789012345678901234567890
    name   = FOO
    dotted = foo.Bar
    yes    = true
    none   = null
    list   = [1, "two", [3], { a = 1 }, []]
    object = { "a b" = 1, "for" = 2, c : {} }
  }

  option "nothing" {}

  option "nested" {
    value = { value = 1 }
  }
}

// Base has what others share.
service "Base" {
  method "Ping" {
    idempotent = true
  }
}

/*
 * S does a lot.
 *
 * Two paragraphs.
 */
service "S" {
  id         = 7
  wires      = []
  extends    = Base
  was        = "OldS"
  deprecated = "use T"

  wire "thrift" {
    service   = "oldService"
    transport = "framed"
  }

  option "retry.policy" {
    max = 3
  }

  # rpcctl:ignore something because
  # A does a.
  method "A" {
    id         = 65535
    returns    = optional(string)
    errors     = [E, thrown(7, F)]
    timeout    = "1m30s"
    compress   = "snappy"
    was        = "OldA"
    deprecated = "use B"
    params = {
      # the first
      a     = int8
      "for" = field(7, optional(list(int32, 4)), { deprecated = "no", doc = "rpcctl: not a comment" })
      true  = bool
      c     = field(9, M, { retired = true, options = { x = [1] } })
    }
  }

  method "RawIn" {
    params = { i = istream }
  }

  method "RawOut" {
    params = { o = ostream }
  }

  method "Raw" {
    returns = stream
  }

  method "Typed" {
    doc     = "  starts with spaces\n\nand has\ttabs "
    params  = { i = stream(M) }
    returns = stream(map(string, list(set(int64))))
    oneway  = false
  }
}

message "M" {
  stored = true
  was    = "OldM"
  # a bool
  b   = field(1, bool, { default = true })
  i8  = field(2, int8, { default = -128, min = -128, max = 127 })
  i16 = field(3, int16)
  i32 = field(4, int32, { encoding = zigzag })
  i64 = field(5, int64, { encoding = fixed })
  u8  = field(6, uint8) # not documentation
  u16 = field(7, uint16)
  u32 = field(8, uint32)
  u64 = field(9, uint64, { default = 18446744073709551615 })

  f32 = field(10, float32, { default = "nan" })
  f64 = field(11, float64, { default = 1.5e300 })
  str = field(12, string, { default = "x", max_len = 10, pattern = "^\\d+$" })
  byt = field(13, bytes, { default = "AAE=" })
  lst = field(14, list(int32), { packed = false })
  fix = field(15, list(M.Inner, 3))
  st  = field(16, set(string))
  mp  = field(17, map(uint16, M))
  en  = field(18, Color, { default = RED })
  opt = field(19, optional(M), { json = "optional" })
  req = field(20, string, { required = true, was = ["q", "r"] })
  old = field(21, int32, { retired = "use i32" })

  fields {
    doc      = field(22, string)
    # documented
    reserved = field(23, bytes)
  }

  oneof "choice" {
    deprecated = "choose otherwise"
    x          = field(24, string)
    y          = field(25, Color)

    fields {
      was = field(26, M.Inner)
    }

    option "a" {
      b = 1
    }
  }

  after = field(27, string, { options = { "google.api.field_behavior" = ["REQUIRED"], "plain" = 1 } })

  reserved {
    ids   = ["30", "40-49", 60]
    names = ["gone"]
  }

  wire "prpc" {
    name = "Em"
  }
}

message "M.Inner" {}

# Color has values.
enum "Color" {
  closed = true
  NONE = 0
  # red
  RED  = value(1, { was = "ROUGE", deprecated = true, options = { a = 1 } })
  LESS = -2147483648

  values {
    closed = 5
    was    = value(6, { doc = "" })
  }

  reserved {
    ids   = ["3", "-10--5", "7-9"]
    names = ["GREY"]
  }
}

enum "M.Kind" {
  A = 0
}

error "E" {
  code = 4294967295

  fields {
    code = field(1, int32)
  }
}

error "F" {
  code  = 1
  stored = true
  why   = field(1, string)

  oneof "o" {
    a = field(2, string)
    b = field(3, M.Kind)
  }
}

const "PI" {
  type  = float64
  value = 3.14159
}

const "NAMES" {
  type       = string
  value      = "a\tb"
  deprecated = "no"

  option "x" {
    value = true
  }
}

const "FIRST" {
  type  = Color
  value = RED
}
