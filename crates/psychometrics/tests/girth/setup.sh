#!/bin/sh
# Makes target/girth: a Python with the item response package girth.
# Another place may be given as the first argument. Quick when everything is there already.
set -eu

root=$(cd "$(dirname "$0")/../../../.." && pwd)
venv=${1:-$root/target/girth}

# Pinned, so that the same figures come out everywhere.
packages="girth==0.8.0 numpy==2.4.6 scipy==1.17.1"
stamp="$venv/.installed"

if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$packages" ]; then
    exit 0
fi

python3 -m venv "$venv"
# shellcheck disable=SC2086
"$venv/bin/pip" install --quiet --disable-pip-version-check $packages
"$venv/bin/python" -c 'import girth'
printf '%s' "$packages" >"$stamp"
