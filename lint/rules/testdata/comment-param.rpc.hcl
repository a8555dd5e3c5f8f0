package "demo.docs" {}

service "S" {
  method "F" {
    params = { a = int32 } # want "param demo.docs.S.F.a has no comment"
  }
  method "G" {
    params = { a = field(1, int32, { doc = "the first term" }) } # ok
  }
}
