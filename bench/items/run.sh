#!/bin/sh
# Measures the item crates and their peers in one session and writes bench/items/results.md.
#
# usage: run.sh              about two minutes; ROUNDS=1 for a quick look
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
target=${CARGO_TARGET_DIR:-$root/target}
rounds=${ROUNDS:-3}

"$root/tests/sympy/setup.sh"
"$root/crates/psychometrics/tests/girth/setup.sh"
"$root/tests/importers/anki/setup.sh"
cargo build --profile dist --manifest-path "$root/Cargo.toml" -p tutti-bench-items

load=$(cut -d ' ' -f 1 /proc/loadavg 2>/dev/null || echo unknown)
table=$("$target/dist/tutti-bench-items" \
    "$root/target/sympy/bin/python" "$root/target/girth/bin/python" "$root/target/anki/bin/python" "$rounds")
{
    echo "# How fast are items checked, found, compared and fitted: $(date -u +%Y-%m-%d)"
    echo
    echo "Commit $(git -C "$root" rev-parse --short HEAD), $(getconf _NPROCESSORS_ONLN) cores, load $load when it began;" \
        "best of $rounds rounds. Written by \`run.sh\`; read with README.md."
    echo
    echo "$table"
} | tee "$here/results.md"
