#!/bin/sh
# Measures the native agents of forge and a peer in one session and writes bench/forge/results.md.
#
# usage: run.sh              about a minute; ROUNDS=1 for a quick look
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
target=${CARGO_TARGET_DIR:-$root/target}
rounds=${ROUNDS:-3}

"$here/peers/setup.sh"
cargo build --profile dist --manifest-path "$root/Cargo.toml" -p tutti-bench-forge

load=$(cut -d ' ' -f 1 /proc/loadavg 2>/dev/null || echo unknown)
table=$("$target/dist/tutti-bench-forge" "$root/target/mathematics-dataset/bin/python" "$rounds")
{
    echo "# How many verified items in a second: $(date -u +%Y-%m-%d)"
    echo
    echo "Commit $(git -C "$root" rev-parse --short HEAD), $(getconf _NPROCESSORS_ONLN) cores, load $load when it began;" \
        "best of $rounds rounds. Written by \`run.sh\`; read with README.md."
    echo
    echo "$table"
} | tee "$here/results.md"
