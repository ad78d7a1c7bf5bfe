#!/bin/sh
# Measures every peer in every mode, one at a time and 64 at a time: one line of JSON each, on stdout.
#
# usage: run.sh DIRECTORY [RUNS] [ROUNDS]     creates the databases in DIRECTORY, which must be on a disk
# Each round measures every mode once, so that a busy minute does not affect one peer alone.
# A mode that fails is reported on stderr and prints no line; the others continue.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
venvs="$here/../../../target/bench-peers"
directory=${1:?usage: run.sh DIRECTORY [RUNS] [ROUNDS]}
runs=${2:-640}
rounds=${3:-3}

peer() {
    name=$1
    shift
    for mode in "$@"; do
        for concurrency in 1 64; do
            "$venvs/$name/bin/python" "$here/run_$name.py" "$directory" \
                --mode "$mode" --runs "$runs" --concurrency "$concurrency" ||
                echo "$name $mode, $concurrency at a time: failed" >&2
        done
    done
}

for _ in $(seq "$rounds"); do
    peer langgraph SqliteSaver-sync SqliteSaver-async AsyncSqliteSaver-sync AsyncSqliteSaver-async
    peer adk SqliteSessionService DatabaseSessionService
    peer crewai asyncio threads
done
