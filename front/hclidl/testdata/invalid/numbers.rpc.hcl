package "numbers" {}

message "M" {
  a = field(2_000, string) # want "the number 2_000 has a _ in it"
}

enum "E" {
  A = 1_0 # want "the number 1_0 has a _ in it"
}

service "S" {
  method "M" {
    params = { for = int32 } # want "for begins an expression here"
  }
}
