#!/usr/bin/env bash
# Runs each fuzz target of the module for the time given (default 30s), JOBS of
# them side by side (default: as many as there are cores), each with one worker.
# New inputs that fail are kept by go test under the package's testdata/fuzz.
set -euo pipefail
cd "$(dirname "$0")/.."
time=${1:-30s}

one() { # time, package, target
	local log
	log=$(mktemp)
	if go test "./$2" -run '^$' -fuzz "^$3\$" -fuzztime "$1" -fuzzminimizetime 10x -parallel 1 >"$log" 2>&1; then
		echo "ok   $2 $3: $(grep -o 'execs: [0-9]*' "$log" | tail -1)"
		rm -f "$log"
	else
		echo "FAIL $2 $3"
		cat "$log"
		rm -f "$log"
		return 1
	fi
}
export -f one

targets=$(grep -roE '^func Fuzz[A-Za-z0-9_]+' --include='*_test.go' . | sed -E 's|^\./||; s|/[^/]*:func | |' | sort)
echo "fuzz: $(wc -l <<<"$targets") targets, $time each"
if xargs -P "${JOBS:-$(nproc)}" -L 1 bash -c 'one "$@"' one "$time" <<<"$targets"; then
	echo "fuzz: no findings"
else
	echo "fuzz: findings above"
	exit 1
fi
