#!/bin/sh
# Measures our PDF reader and its peers in one session and writes bench/documents/results.md.
#
# usage: run.sh              about two minutes; ROUNDS=1 for a quick look
# The files are those beside the checkout, or in TUTTI_PDF_SAMPLES.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
target=${CARGO_TARGET_DIR:-$root/target}
samples=${TUTTI_PDF_SAMPLES:-$root/../shared/data/pdf}
rounds=${ROUNDS:-3}

if [ ! -d "$samples" ]; then
    echo "no PDF files in $samples: nothing is measured" >&2
    exit 0
fi
"$here/peers/setup.sh"
cargo build --profile dist --manifest-path "$root/Cargo.toml" -p tutti-bench-documents

load=$(cut -d ' ' -f 1 /proc/loadavg 2>/dev/null || echo unknown)
table=$("$root/target/pdf-peers/bin/python" "$here/peers/measure.py" "$target/dist/tutti-bench-documents" "$samples" "$rounds")
{
    echo "# How well and how fast are PDF files read: $(date -u +%Y-%m-%d)"
    echo
    echo "Commit $(git -C "$root" rev-parse --short HEAD), $(getconf _NPROCESSORS_ONLN) cores, load $load when it began;" \
        "best of $rounds rounds, time on the processor. Written by \`run.sh\`; read with README.md."
    echo
    echo "$table"
} | tee "$here/results.md"
