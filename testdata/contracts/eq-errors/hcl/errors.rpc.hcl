# Declared errors with codes and numbers.
package "eq.errors" {}

# TooMany says how many are allowed.
error "TooMany" {
  code  = 2001
  limit = field(1, int32)
  what  = field(2, optional(string))
}

error "Gone" {
  code = 2002
}

service "Store" {
  id = 3

  method "Put" {
    id      = 1
    params  = { key = string, value = bytes }
    returns = int64
    errors  = [TooMany, thrown(5, Gone)]
  }

  method "Drop" {
    id     = 2
    params = { key = string }
    errors = [Gone]
  }
}
