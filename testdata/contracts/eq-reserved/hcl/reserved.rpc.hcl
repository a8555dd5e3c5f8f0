# Numbers and names that must not come back.
package "eq.reserved" {}

message "Event" {
  at   = field(1, int64)
  note = field(4, string, { deprecated = "use at" })

  reserved {
    ids   = ["2-3", "10-19"]
    names = ["theme", "color"]
  }
}

enum "Kind" {
  NONE = 0
  SOME = 1

  reserved {
    ids   = ["5"]
    names = ["ALL"]
  }
}
