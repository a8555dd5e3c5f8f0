#!/usr/bin/env bash
# Fetches the npm package google-proto-files, which tests read and write .proto
# files of, into build/corpus/package, and makes build/corpus/clean of it: the
# same without the files that compilers refuse. With --buf it fetches buf's
# binary as well, with --before a release of the package from months earlier, to
# compare with. What is there is not fetched again.
set -euo pipefail
cd "$(dirname "$0")/.."
corpus=build/corpus
mkdir -p "$corpus"
fetch() { # package@version, directory
	[ -e "$corpus/$2" ] && return
	local archive
	archive=$(cd "$corpus" && npm pack --silent "$1" | tail -1)
	rm -rf "${corpus:?}/$2.part"
	mkdir -p "$corpus/$2.part"
	tar -xzf "$corpus/$archive" -C "$corpus/$2.part" --strip-components 1
	mv "$corpus/$2.part" "$corpus/$2"
	rm "$corpus/$archive"
}
clean() { # directory, what to call it
	[ -e "$corpus/$2" ] && [ ! internal/corpus-refused.txt -nt "$corpus/$2/buf.yaml" ] && return
	rm -rf "${corpus:?}/$2" "${corpus:?}/$2.part"
	mkdir -p "$corpus/$2.part"
	cp -r "$corpus/$1"/{google,grafeas,gapic} "$corpus/$2.part"
	grep -v '^#' internal/corpus-refused.txt | while read -r file _; do rm -f "$corpus/$2.part/$file"; done
	echo 'version: v2' >"$corpus/$2.part/buf.yaml"
	mv "$corpus/$2.part" "$corpus/$2"
}
fetch google-proto-files@5.0.3 package
clean package clean
for what in "$@"; do
	case "$what" in
	--before)
		fetch google-proto-files@5.0.1 package-before
		clean package-before before
		;;
	--buf)
		case "$(uname -s)-$(uname -m)" in
		Linux-x86_64) fetch @bufbuild/buf-linux-x64@1.75.0 buf ;;
		Linux-aarch64) fetch @bufbuild/buf-linux-aarch64@1.75.0 buf ;;
		Darwin-arm64) fetch @bufbuild/buf-darwin-arm64@1.75.0 buf ;;
		*) echo "no buf for this machine" >&2 && exit 1 ;;
		esac
		;;
	*) echo "unknown: $what" >&2 && exit 1 ;;
	esac
done
