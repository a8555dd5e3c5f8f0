#!/usr/bin/env bash
# Interleaved rounds of every cell, then the report: bench/RESULTS.md.
# ROUNDS=3 WINDOW=1s N=1,100,1000 may be set.
set -euo pipefail
cd "$(dirname "$0")"
rounds=${ROUNDS:-3} window=${WINDOW:-1s} n=${N:-1,100,1000} out=results/results.jsonl
mkdir -p results && rm -f "$out"
go build -o results/bench .
results/bench run -rounds "$rounds" -n "$n" -workloads add -warm 300ms -window "$window" \
	-peers "${PEERS:-rawtcp,rawmux,frame,rpch,netrpc,grpc,drpc}" -max-other 0.15 -retries 1 -o "$out"
{
	echo "# Calls per second"
	echo
	echo "Made by \`make bench\` (ROUNDS=$rounds WINDOW=$window N=$n) on $(nproc) cores with $(go env GOVERSION). All peers of a cell"
	echo "run back to back, each round starts with another peer, every reply is checked; medians of rounds. Absolute figures"
	echo "move with the machine; the ratios, taken within a round, hold."
	results/bench report "$out"
} >RESULTS.md
cat RESULTS.md
