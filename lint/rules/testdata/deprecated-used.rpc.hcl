package "demo.deprecated" {}

message "Old" {
  deprecated = "use New"
  a          = field(1, int32)
}

message "New" {
  a = field(1, int32)
}

message "M" {
  a = field(1, Old)                                  # want "demo.deprecated.M.a uses the deprecated type demo.deprecated.Old"
  b = field(2, map(string, Old))                     # want "demo.deprecated.M.b uses"
  c = field(3, Old, { deprecated = "use d" })        # ok
  d = field(4, New)                                  # ok
  e = field(5, Old, { retired = "use d" })           # ok
}

error "Gone" {
  deprecated = true
  code       = 1
}

service "S" {
  method "F" {
    params  = { a = Old } # want "demo.deprecated.S.F.a uses"
    returns = Old         # want "demo.deprecated.S.F uses"
    errors  = [Gone]      # want "demo.deprecated.S.F declares the deprecated error"
  }
  method "G" {
    deprecated = "use F"
    params     = { a = Old } # ok
  }
}
