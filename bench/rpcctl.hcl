contracts = ["contract"]

generate "go" {
  out    = "gen"
  module = "github.com/rpcctl/rpcctl/bench/gen"
}
