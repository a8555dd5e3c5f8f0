#!/usr/bin/env bash
# Measures the tool beside buf and protoc on the npm package google-proto-files:
# CPU seconds and peak memory of whole processes, all in one run, written to
# bench/TOOL.md with what is asked of each.
set -euo pipefail
cd "$(dirname "$0")/.."
./internal/corpus.sh --buf --before
root=$PWD corpus=$PWD/build/corpus
protoc=$corpus/protoc
if [ ! -e "$protoc" ]; then # protoc as PyPI has it
	rm -rf "$protoc.part"
	python3 -m pip install --quiet --target "$protoc.part" grpcio-tools==1.62.0 'setuptools<81'
	mv "$protoc.part" "$protoc"
fi
go build -o build/rpcctl ./cmd/rpcctl
load=$(cut -d' ' -f1 /proc/loadavg)
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
buf=$corpus/buf/bin/buf
hundred=google/cloud/dialogflow

# measure KEY COMMAND… notes CPU seconds and KiB under KEY; findings are no failure.
measure() {
	local key=$1
	shift
	/usr/bin/time -o "$out/time" -f "%U %S %M" "$@" >"$out/$key.out" 2>"$out/$key.err" || true
	tail -1 "$out/time" >"$out/$key"
	echo "$key: $(tail -1 "$out/time")" >&2
}
cpu() { awk '{ printf "%.2f", $1 + $2 }' "$out/$1"; }
mib() { awk '{ printf "%.0f", $3 / 1024 }' "$out/$1"; }
files() { find "$1" -name '*.proto' | wc -l; }
size() { find "$1" -name '*.proto' -print0 | xargs -0 cat | wc -c; }

cd "$corpus/clean"
find . -name '*.proto' | sed 's|^\./||' | sort >"$out/files"
measure lint "$root/build/rpcctl" lint --limit 1 .
measure ads "$root/build/rpcctl" lint --limit 1 google/ads
measure cloud "$root/build/rpcctl" lint --limit 1 google/cloud
measure hundred "$root/build/rpcctl" lint --limit 1 "$hundred"
measure version "$root/build/rpcctl" version
measure diff "$root/build/rpcctl" diff ../before .
measure same "$root/build/rpcctl" diff . .
measure buflint "$buf" lint
measure bufhundred "$buf" lint --path "$hundred"
measure bufversion "$buf" --version
measure bufbreaking "$buf" breaking --against ../before
measure bufbuild "$buf" build -o /dev/null
measure protoc env "PYTHONPATH=$protoc" python3 -m grpc_tools.protoc -I. --include_source_info --descriptor_set_out=/dev/null "@$out/files"
cd "$root"

row() { # what, key, and of the key to compare with and the two bars
	printf '| %s | %s | %s |' "$1" "$(cpu "$2")" "$(mib "$2")"
	if [ $# -gt 2 ]; then
		awk -v a="$(cpu "$2")" -v b="$(cpu "$3")" -v m="$(mib "$2")" -v n="$(mib "$3")" -v x="$4" -v y="$5" \
			'BEGIN { printf " %.2f (%s) | %.2f (%s) |\n", a / b, x, m / n, y }'
	else
		printf ' | |\n'
	fi
}
each() { awk -v s="$(cpu "$1")" -v b="$(size "$corpus/clean/$2")" 'BEGIN { printf "%.3f", s / b * 1e6 }'; }
{
	cat <<EOF
# The tool beside buf and protoc

Made by \`make corpusbench\` on $(nproc) cores with $(go env GOVERSION), buf $("$buf" --version 2>&1) and protoc of grpcio-tools 1.62.0: CPU seconds (user
and system) and peak memory of whole processes, in one run. The trees are the npm package google-proto-files without the files
that compilers refuse (internal/corpus-refused.txt): 5.0.3 with $(files "$corpus/clean") files of $(($(size "$corpus/clean") / 1000000)) MB, and 5.0.1 with $(files "$corpus/before"). Ratios are to buf's
command above, with the bar in brackets. The load average was $load at the beginning: beside much other work collectors of garbage
finish late, and all figures are higher.

| | CPU s | MiB | × CPU | × memory |
| --- | --- | --- | --- | --- |
EOF
	row "protoc, descriptor set with source info" protoc
	row "buf build" bufbuild
	row "buf lint" buflint
	row "**rpcctl lint**" lint buflint 0.2 0.2
	row "buf breaking, 5.0.3 against 5.0.1" bufbreaking
	row "**rpcctl diff 5.0.1 5.0.3**, with verdicts and witnesses" diff bufbreaking 0.15 0.2
	row "**rpcctl diff** of 5.0.3 with itself" same
	row "buf lint, $(files "$corpus/clean/$hundred") files" bufhundred
	row "**rpcctl lint**, $(files "$corpus/clean/$hundred") files (bar: 0.2 s)" hundred bufhundred – –
	row "buf --version" bufversion
	row "**rpcctl version** (bar: 0.03 s)" version bufversion – –
	cat <<EOF

CPU seconds of \`rpcctl lint\` for a megabyte of source: $(each ads google/ads) for google/ads ($(files "$corpus/clean/google/ads") files), $(each cloud google/cloud) for google/cloud
($(files "$corpus/clean/google/cloud")), $(each lint .) for all of it. Of \`rpcctl diff\` of the tree with itself: "$(tail -1 "$out/same.out")".
EOF
} >bench/TOOL.md
cat bench/TOOL.md
