contract = ["a"]                 # want "config: unknown attribute contract in the workspace file"
contracts = "a"                  # want "contracts is not a list"
lint "x" {                       # want "lint has 1 labels, and takes 0"
}
lint {
  use = ["STANDRAD", "field-snake-cse", STANDARD] # want "unknown rule STANDRAD" "unknown rule field-snake-cse" "an element of use is no string"
  except = ["field-snake-case", "field-snake-case"] # want "in except, \"field-snake-case\" stands twice"
  severity = "error"             # want "unknown attribute severity in lint"
  ignore = []                    # want "ignore is a block in lint"
  ignore {                       # want "ignore has no reason" "ignore has no rules"
    paths = ["/abs", "a[", "a\\b"] # want "begins at the root" "is no pattern" "has a backslash"
  }
  ignore {
    rules = []                   # want "ignore names no rule"
    reason = " "                 # want "reason is empty"
    until = "30.6.2027"          # want "until is no date: \"30.6.2027\""
  }
  ignore {
    rules = ["field-snake-case"]
    reason = why                 # want "reason is not a string"
    until = "2027-02-30"         # want "until is no date"
    since = "2027-01-01"         # want "unknown attribute since in ignore"
  }
  ignored {                      # want "unknown block ignored in lint"
  }
}
lint {                           # want "lint stands twice in the workspace file"
}
compat {
  against = ["git:v1", 3, ""]    # want "an element of against is no string" "an element of against is empty"
  require = "server-first"       # want "unknown require \"server-first\""
  require_data = "servers-first" # want "unknown require_data \"servers-first\""
  strict = "false"               # want "strict is not true or false"
  wires = [frame, "rpch", grcp, frame] # want "rpch is a name, not a string" "unknown wire grcp" "in wires, \"frame\" stands twice"
  peers = { rpch = [go, nodejs], frame = [go], fram = [go], prpc = go } # want "unknown peer of rpch nodejs" "unknown peer of frame go" "unknown wire fram" "the peers of prpc are no list"
  unreached = "maybe"            # want "unknown unreached \"maybe\""
  json = "of"                    # want "unknown json \"of\""
  grpc = true                    # want "grpc is not a string"
  docs = null                    # want "docs is not a string"
  source = "w${1}"               # want "expected a literal"
  require = "any-order"          # want "require is set twice"
  accept "field-removed" {       # want "\"field-removed\" is no id of a change" "accept has no reason"
    outcome = "corupt"           # want "unknown outcome \"corupt\""
  }
  accept "field-removed:a.b" {
    reason = "r"
  }
  accept "field-removed:a.b" {   # want "accept \"field-removed:a.b\" stands twice"
    reason = "r"
  }
  accept {                       # want "accept has 0 labels, and takes 1"
    reason = "r"
  }
}
generate "goo" {                 # want "unknown target \"goo\""
  out = "x"
}
generate "go" {                  # want "generate \"go\" has no module"
  out = "../x"                   # want "out is no folder below the workspace file"
  modul = "x"                    # want "unknown attribute modul in generate \"go\""
  deep = "yes"                   # want "deep is not true or false"
  level = 1.5                    # want "level is no whole number: 1.5"
  tags = [1]                     # want "an element of tags is no string"
  names = { a = 1, a = "b" }     # want "a of names is no string" "key \"a\" stands twice"
}
generate "go" {
  out = "gen"
  module = 3                     # want "module is not a string"
}
generate "go" {
  out = "gen"                    # want "generate go into \"gen\" stands twice"
  module = "m"
  wires = frame                  # want "wires is not a list"
}
generate "plugin" {              # want "generate \"plugin\" has no name"
  out = "x"
  opt = ["a"]                    # want "unknown attribute opt in generate \"plugin\""
}
proto "a" {                      # want "proto \"a\" has no paths"
}
proto "a" {                      # want "proto \"a\" stands twice"
  paths = ["p"]
}
proto "b" {
  paths   = []                   # want "proto \"b\" has no path"
  imports = ["/usr/include"]     # want "begins at the root of the file system"
}
proto "c" {
  paths   = ["a\\b"]             # want "has a backslash"
  imports = ["lib/*"]            # want "is a pattern, where a directory is meant"
}
registry "default" {
  url = "https://x"              # want "url is no registry"
}
rule "r" {
  on = "feild"                   # want "unknown on \"feild\""
  when = "field.type"            # want "when is a string"
  message = "m"
}
option "o" {
  on_change = "break"            # want "unknown on_change \"break\""
}
plugin "x" {                     # want "unknown block plugin in the workspace file"
}
compat = {}                      # want "compat is a block in the workspace file"
