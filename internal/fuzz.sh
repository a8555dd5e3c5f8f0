#!/usr/bin/env bash
# Runs each fuzz target of the module for the time given (default 30s). New
# inputs that fail are kept by go test under the package's testdata/fuzz.
set -euo pipefail
cd "$(dirname "$0")/.."
time=${1:-30s}
found=0
while IFS=: read -r file _ func; do
	target=$(sed -E 's/^func (Fuzz[A-Za-z0-9_]+).*/\1/' <<<"$func")
	echo "== $(dirname "$file") $target"
	go test "./$(dirname "$file")" -run '^$' -fuzz "^$target\$" -fuzztime "$time" -fuzzminimizetime 10x || found=$((found + 1))
done < <(grep -rnE '^func Fuzz[A-Za-z0-9_]+' --include='*_test.go' . | sed 's|^\./||')
echo "fuzz: $found targets with findings"
exit $((found > 0))
