package "fields" {}

message "M" {
  a = string                        # want "field M.a has no number: it is not written as field\\(NUMBER, TYPE\\)"
  b = field(string)                 # want "field at field M.b says too little"
  c = field(0, string)
  d = field(2147483648, string)
  e = field(99999999999999999999999, string) # want "the number of field M.e is out of range"
  f = field(1.5, string)            # want "the number of field M.f is no whole number"
  g = field("1", string)            # want "the number of field M.g is no number"
  h = field(8, "string")            # want "the type of field M.h is no type"
  i = field(9, list)                # want "list at field M.i doesn't say of what"
  j = field(10, list(string, 0))    # want "the length of a list of field M.j is out of range"
  k = field(11, list(optional(string))) # want "optional stands inside a type at field M.k"
  l = field(12, lst(string))        # want "lst is no type that takes others"
  m = field(13, map(string))        # want "map at field M.m says too little"
  n = field(14, string, 15)         # want "the options of field M.n are no object"
  o = field(15, string, { defualt = "x" }) # want "field M.o has no option defualt"
  p = field(16, string, { default = "x", default = "y" }) # want "default stands twice in the options of field M.p"
  q = field(17, optional(string), { required = true }) # want "field M.q is optional and required"
  r = field(18, string, { required = "yes" }) # want "required of field M.r is neither true nor false"
  s = field(19, int32, { encoding = zigzig }) # want "the encoding of field M.s is none of varint, zigzag, fixed"
  t = field(20, string, { default = "${x}y" }) # want "default of field M.t is no literal"
  u = field(21, string, { default = f(1) }) # want "default of field M.u is no literal"
  v = field(22, string, { options = 1 }) # want "options of field M.v is no object"
  w = field(23, 1 + 2)              # want "the type of field M.w is no type"
  x = field(24, a[0])               # want "the type of field M.x is no type"
  y = field(25, string, {}, {})     # want "field at field M.y says too much"
  z = field([1, 2]...)              # want "field at field M.z has an ... in it"
  strored = true                    # want "message M has no attribute strored"
  doc = field(26, string)           # want "the field doc of message M has the name of what the element itself has"
  oneof = field(27, string)         # want "the field oneof of message M has the name of what the element itself has"
  unknown = nothing()               # want "field M.unknown has no number"
  val = field(30, string, { retired = "", json = 1 }) # want "retired of field M.val is neither a reason nor true" "json of field M.val is no string"

  # Documented.
  docs = field(31, string, { doc = "again" }) # want "field M.docs has a comment above it and a doc"

  fields "x" { # want "fields has a label too many"
    doc = 5 # want "field M.doc has no number"
    inner { # want "fields of M has no block inner"
    }
  }

  oneof "o" {
    aa = int32 # want "field M.aa has no number"
    reserved { # want "oneof M.o has no block reserved"
    }
  }

  reserved {
    ids   = ["x", "5-3", 1.5, "1-", true, "+1"] # want "the reserved id \"x\" of message M" "the reserved range 5-3 of message M ends before it starts" "1.5" "1-" "a reserved id of message M is neither" "\\+1"
    names = [1] # want "a reserved name of message M is no name"
    id    = 1 # want "reserved of M has no attribute id"
  }
}

enum "E" {
  A      = "0"                      # want "the number of value E.A is no number"
  B      = value()                  # want "value at value E.B says too little"
  C      = value(1, { wsa = "D" })  # want "value E.C has no option wsa"
  D      = 1.5                      # want "the number of value E.D is no whole number"
  F      = 2147483648               # want "the number of value E.F is out of range"
  G      = value(X)                 # want "the number of value E.G is no number"
  H      = value(1, 2)              # want "the options of value E.H are no object"
  closed = 3                        # want "the value closed of enum E has the name of what the element itself has"
  was    = value(4)                 # want "the value was of enum E has the name of what the element itself has"

  fields { # want "enum E has no block fields"
  }
}
