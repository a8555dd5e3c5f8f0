# make help lists the targets.

N    ?= 1000000
T    ?= 30s
SEED ?= 1
WIRE ?=
GO   ?= go
FUZZ ?= $(shell $(GO) list -f '{{.Dir}}' ./... 2>/dev/null)

.PHONY: help build demo test check race vet prove fuzz bench docs scale corpus corpusbench

help: ## list the targets
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /  \1\t/' | expand -t 12

build: ## build bin/rpcctl
	$(GO) build -o bin/rpcctl ./cmd/rpcctl

demo: build ## lint, diff, generate and call a real service, printing each step
	./testdata/demo/run.sh

corpus: ## read, lint, diff and write back every .proto of the npm package google-proto-files; count with buf; judge two releases
	./internal/corpus.sh --buf --before
	RPCCTL_CORPUS=1 $(GO) test ./front/proto ./compat ./cmd/rpcctl -run Corpus -v -timeout 0

corpusbench: ## time lint and diff of that corpus beside buf and protoc: bench/TOOL.md
	./internal/corpusbench.sh

test: check corpus ## everything CI runs: formatting, vet, all tests, the runtime under the race detector
	$(GO) test ./...
	$(GO) test -race -short ./wire/...
	cd bench && $(GO) vet ./... && $(GO) test ./...

check: ## formatting, vet and a tidy go.mod
	@out=$$(gofmt -l $$(git ls-files --cached --others --exclude-standard '*.go' | grep -v testdata/golden)); if [ -n "$$out" ]; then echo "gofmt would change:"; echo "$$out"; exit 1; fi
	$(GO) vet ./...
	$(GO) mod tidy -diff

prove: ## run N random contracts and edits per wire through the codecs and hold the verdicts against them (one wire: WIRE=prpc)
	RPCCTL_PROVE=$(N) RPCCTL_SEED=$(SEED) $(GO) test ./compat -run 'TestProve$(if $(WIRE),$$/^$(WIRE)$$,(JSON)?$$)' -v -timeout 0
	RPCCTL_PROVE=$(N) RPCCTL_SEED=$(SEED) $(GO) test ./wire/prpc/dyn ./wire/thrift/dyn -run "Against(ProtobufGo|Apache)" -v -timeout 0

fuzz: ## fuzz every reader for T each
	./internal/fuzz.sh $(T)

scale: ## time lint and diff on contracts of 1x, 2x and 4x 2,000 services and 20,000 messages
	$(GO) test ./cmd/rpcctl -run 'TestScale$$' -v -scale -timeout 0

bench: ## calls per second beside other stacks, in one run
	cd bench && ./matrix.sh

docs: ## write the generated pages again
	-RPCCTL_UPDATE=1 $(GO) test ./lint/rules ./compat ./wire/all -run 'DocIsCurrent|Markdown'
