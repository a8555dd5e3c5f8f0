#!/usr/bin/env bash
# Shows rpcctl at work: lint, diff, generate, and a service on two wires.
set -euo pipefail
cd "$(dirname "$0")"
rpcctl=../../bin/rpcctl
step() { printf '\n\033[1m== %s\033[0m\n' "$*"; }
run() { printf '$ rpcctl %s\n' "$*"; "$rpcctl" "$@"; }
expect() { # expect CODE args…: runs and checks the exit code
	local want=$1 got=0
	shift
	run "$@" || got=$?
	[ "$got" = "$want" ] || { echo "exit $got, want $want"; exit 1; }
	printf '(exit %s)\n' "$got"
}

step "A workspace: one contract in HCL, one in hgen's .gfj"
cat old/rpcctl.hcl

step "Lint it"
expect 0 lint --chdir old

step "Compare it with a changed copy: a verdict for each wire, with the bytes that go wrong"
expect 1 diff old new --config new/rpcctl.hcl

step "Generate Go for both wires"
rm -rf new/gen
expect 0 generate --chdir new
expect 0 generate --chdir new --check

step "Run the generated server, and call it over both wires on one port"
go run ./service
