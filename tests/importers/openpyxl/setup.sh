#!/bin/sh
# Creates target/openpyxl: a Python environment with openpyxl, which reads our workbooks and writes some for us to read.
# The first argument may name another folder. Quick if everything is already there.
set -eu

root=$(cd "$(dirname "$0")/../../.." && pwd)
venv=${1:-$root/target/openpyxl}

packages="openpyxl==3.1.5"
stamp="$venv/.installed"

if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$packages" ]; then
    exit 0
fi

python3 -m venv "$venv"
# shellcheck disable=SC2086
"$venv/bin/pip" install --quiet --disable-pip-version-check $packages
"$venv/bin/python" -c 'import openpyxl'
printf '%s' "$packages" >"$stamp"
