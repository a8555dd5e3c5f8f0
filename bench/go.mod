module github.com/rpcctl/rpcctl/bench

go 1.26.0

require (
	github.com/rpcctl/rpcctl v0.0.0-00010101000000-000000000000
	google.golang.org/grpc v1.85.0
	google.golang.org/protobuf v1.36.12
	storj.io/drpc v1.0.0
)

require (
	github.com/klauspost/compress v1.20.4 // indirect
	github.com/zeebo/errs v1.2.2 // indirect
	golang.org/x/net v0.60.0 // indirect
	golang.org/x/sys v0.50.0 // indirect
	golang.org/x/text v0.42.0 // indirect
	google.golang.org/genproto/googleapis/rpc v0.0.0-20260817212433-ac3dfec99bb1 // indirect
)

replace github.com/rpcctl/rpcctl => ../
