package "types" {
  version = "1" # want "version of package types is no semantic version"
}

message "A" {
  a = fild(1, string)                        # want "the call of field A.a is fild, not field"
  b = field(2, map<string, int32>)           # want "a value is expected behind >"
  c = field(3, list[string])                 # want "the type of field A.c is no type"
  d = field(4, string, { json = "" })        # want "json of field A.d is empty"
  e = field(0, string)
}

enum "B" {
  C = valu(1) # want "the call of value B.C is valu, not value"
}
