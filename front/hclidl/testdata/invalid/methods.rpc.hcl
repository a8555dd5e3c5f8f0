package "methods" {}

service "S" {
  method "A" {
    id      = "1"             # want "id of method S.A is no number"
    params  = [int32]         # want "params of method S.A is no object"
    returns = "int32"         # want "the type of the result of method S.A is no type"
    errors  = [1, thrown(A), thrown(0, A), "A"] # want "errors of method S.A holds what is no name" "thrown at method S.A says too little" "the number of an error of method S.A is out of range" "errors of method S.A holds what is no name"
    oneway  = "yes"           # want "oneway of method S.A is neither true nor false"
    timeout = 200             # want "timeout of method S.A is no duration"
    retries = 3               # want "method S.A has no attribute retries"
  }

  method "B" {
    params  = { a = int32, b = string, a = bool, 1 + 1 = int8, c = field(1), (x) = lits(int8) } # want "a stands twice in params of method S.B" "a key in params of method S.B is no name" "field at param S.B.c says too little" "lits is no type that takes others"
    timeout = "200"           # want "timeout of method S.B is no duration"
    params  = {}              # want "params is set twice"
    compres = "gzip"          # want "method S.B has no attribute compres"
    returns = optional(optional(int32)) # want "optional stands inside a type at the result of method S.B"
  }
}
