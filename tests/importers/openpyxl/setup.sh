#!/bin/sh
# Makes target/openpyxl: a Python with openpyxl, which reads our workbooks and writes some for us to read.
# Another place may be given as the first argument. Quick when everything is there already.
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
