contracts = ["contracts/**"]

compat {
  require = "any-order"
}

generate "go" {
  out    = "gen/go"
  module = "github.com/rpcctl/rpcctl/testdata/demo/new/gen/go"
  wires  = [frame, rpch]
}
