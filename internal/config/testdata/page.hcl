contracts = ["contracts/**"]            # directories or files, any front end, globs with **

lint {
  use    = ["STANDARD"]                 # categories or rule ids
  except = ["method-pascal-case"]

  ignore {
    paths  = ["contracts/legacy/**"]
    rules  = ["field-snake-case"]
    reason = "kept as the first release had them"
    until  = "2027-06-30"
  }
}

compat {
  against      = "git:merge-base(main)"
  require      = "servers-first"
  require_data = "readers-first"
  strict       = false
  wires        = [frame, rpch, prpc]
  peers        = { rpch = [go, node], prpc = [java, go] }
  unreached    = "data"
  json         = "off"
  grpc         = "off"
  docs         = "off"
  source       = "warn"

  accept "field-type-changed:demo.M.a:int32>int64" {
    outcome = "corrupt"
    reason  = "no client sends it"
    until   = "2027-06-30"
  }

  accept "field-removed:demo.M.b" {
    reason = "nobody reads it"
  }
}

proto "api" {
  paths   = ["proto"]
  imports = ["third_party"]
}

generate "go" {
  out    = "gen/go"
  module = "example.com/demo/gen"
  wires  = [frame, rpch]
}

generate "go" {
  out    = "gen/other"
  module = "example.com/demo/other"
  deep   = true
  level  = -3
  tags   = ["a", "b"]
  names  = { "x.y" = "z", w = <<-E
    two
    lines
    E
  }
}

generate "bare" {
  out = "gen/bare"
}

generate "plugin" {
  name = "protoc-gen-es"
  out  = "gen/es"
  opts = ["target=ts"]
}

registry "default" {
  url = "oci-layout:.rpcctl/registry"
}

rule "no-bool-in-requests" {
  on      = "field"
  when    = field.type == "bool"
  message = "use an enum: a bool can't grow"
}

option "google.api.http" {
  on_change = "breaking"
}
