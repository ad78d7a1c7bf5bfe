#!/bin/sh
# Fuzzes each target for SECONDS_EACH seconds (default 300), with the stable compiler: the flags below give libFuzzer
# branch coverage.
#
# usage: run.sh [target ...]     targets: latex, compare; both if none is named
# The timeout is generous, because it is wall-clock time: a busy machine may leave us little of it.
# New inputs are kept in fuzz/target/corpus, findings in fuzz/findings; fuzz/corpus is the committed corpus.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
target=${CARGO_TARGET_DIR:-$here/target}
seconds=${SECONDS_EACH:-300}
triple=$(rustc -vV | sed -n 's/^host: //p')

coverage="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4"
coverage="$coverage -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table"
coverage="$coverage -Cllvm-args=-sanitizer-coverage-trace-compares --cfg fuzzing"
# With --target, the flags do not apply to build scripts.
RUSTFLAGS="$coverage" cargo build --release --target "$triple" --manifest-path "$here/Cargo.toml" -j2

mkdir -p "$here/findings"
for name in ${*:-latex compare}; do
    found="$here/target/corpus/$name"
    mkdir -p "$found"
    "$target/$triple/release/$name" "$found" "$here/corpus/$name" -dict="$here/latex.dict" \
        -max_total_time="$seconds" -max_len=400 -timeout=60 -rss_limit_mb=1024 \
        -artifact_prefix="$here/findings/$name-" -print_final_stats=1
done
