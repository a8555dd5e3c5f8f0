package "quote" {
  version = "1.0.0 # want "the string is not closed on its line"
}
