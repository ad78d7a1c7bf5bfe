#!/bin/sh
# Starts an empty list of the tests that could not check anything because their data is absent.
list="$(cd "$(dirname "$0")/../.." && pwd)/target/not-checked.txt"
mkdir -p "$(dirname "$list")"
: > "$list"
echo "TUTTI_NOT_CHECKED=$list" >> "$NEXTEST_ENV"
