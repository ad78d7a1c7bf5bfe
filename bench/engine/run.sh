#!/bin/sh
# Measures the engine and its peers in one session and writes bench/engine/results.md.
#
# usage: run.sh              about eight minutes; QUICK=1 for a quick look in two
# ROUNDS and RUNS (of a peer) override the defaults. BENCH_DATA is the folder for the databases; it must be on a disk,
# because fsync costs nothing in memory. Rounds alternate between ours and theirs, so that a busy minute affects all.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
target=${CARGO_TARGET_DIR:-$root/target}
data=${BENCH_DATA:-$root/target/bench-data}
if [ -n "${QUICK:-}" ]; then
    rounds=${ROUNDS:-1} runs=${RUNS:-64}
else
    rounds=${ROUNDS:-3} runs=${RUNS:-128}
fi

"$here/peers/setup.sh"
cargo build --profile dist --manifest-path "$root/Cargo.toml" -p tutti-bench-engine
ours="$target/dist/tutti-bench-engine"
lines="$root/target/bench.jsonl"
mkdir -p "$data"
case $(stat -f -c %T "$data" 2>/dev/null || echo unknown) in
    tmpfs | ramfs) echo "BENCH_DATA=$data is in memory: fsync costs nothing there, nothing is measured" >&2; exit 1 ;;
esac

load=$(cut -d ' ' -f 1 /proc/loadavg 2>/dev/null || echo unknown)
: > "$lines"
for round in $(seq "$rounds"); do
    echo "round $round of $rounds" >&2
    {
        "$ours" one "$data"
        "$ours" many "$data"
        "$here/peers/run.sh" "$data" "$runs" 1
        # Again, so that ours do not all fall before theirs.
        "$ours" one "$data"
        "$ours" many "$data"
        "$ours" parked "$data"
        "$ours" interrupted "$data"
        "$ours" replay "$data"
        if [ -x "$target/dist/tutti" ]; then "$ours" start "$data" "$target/dist/tutti"; fi
    } >> "$lines"
done

title="# How fast is a durable step: $(date -u +%Y-%m-%d)

Commit $(git -C "$root" rev-parse --short HEAD), $(getconf _NPROCESSORS_ONLN) cores, $(stat -f -c %T "$data" 2>/dev/null || echo 'unknown file system'), \
load $load when it began; best of $rounds rounds of $runs runs a peer. Written by \`run.sh\`; read with README.md."
"$ours" table --title "$title" < "$lines" | tee "$here/results.md"
