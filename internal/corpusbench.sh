#!/usr/bin/env bash
# Times lint of the corpus, less the test files in it that no compiler takes,
# beside buf's: CPU seconds and peak memory of whole processes.
set -euo pipefail
cd "$(dirname "$0")/.."
./internal/corpus.sh --buf
go build -o build/rpcctl ./cmd/rpcctl
dir=build/corpus/clean
if [ ! -e "$dir" ]; then
	mkdir -p "$dir"
	cp -r build/corpus/package/google build/corpus/package/grafeas "$dir"
	rm -rf "$dir/google/protobuf"
	echo 'version: v2' >"$dir/buf.yaml"
fi
root=$PWD
cd "$dir"
measure() {
	/usr/bin/time -f "$1: %U s + %S s of the kernel, %M KiB" "${@:2}" 2>&1 >/dev/null | tail -1 || true
}
measure "buf build" "$root/build/corpus/buf/bin/buf" build -o /dev/null
measure "buf lint" "$root/build/corpus/buf/bin/buf" lint
measure "rpcctl lint" "$root/build/rpcctl" lint --limit 1 .
