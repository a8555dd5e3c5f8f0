#!/usr/bin/env bash
# Fetches the npm package google-proto-files, which tests read and write .proto
# files of, into build/corpus. With --buf it fetches buf's binary as well, to
# compare with. What is there is not fetched again.
set -euo pipefail
cd "$(dirname "$0")/.."
corpus=build/corpus
mkdir -p "$corpus"
fetch() { # package@version, directory
	[ -e "$corpus/$2" ] && return
	local archive
	archive=$(cd "$corpus" && npm pack --silent "$1" | tail -1)
	mkdir -p "$corpus/$2.part"
	tar -xzf "$corpus/$archive" -C "$corpus/$2.part" --strip-components 1
	mv "$corpus/$2.part" "$corpus/$2"
	rm "$corpus/$archive"
}
fetch google-proto-files@5.0.3 package
if [ "${1:-}" = --buf ]; then
	case "$(uname -s)-$(uname -m)" in
	Linux-x86_64) fetch @bufbuild/buf-linux-x64@1.75.0 buf ;;
	Linux-aarch64) fetch @bufbuild/buf-linux-aarch64@1.75.0 buf ;;
	Darwin-arm64) fetch @bufbuild/buf-darwin-arm64@1.75.0 buf ;;
	*) echo "no buf for this machine" >&2 && exit 1 ;;
	esac
fi
