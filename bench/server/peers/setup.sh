#!/bin/sh
# Creates target/fastapi: a Python environment with the peer. The first argument may name another folder. Quick if it exists.
set -eu

root=$(cd "$(dirname "$0")/../../.." && pwd)
venv=${1:-$root/target/fastapi}

packages="fastapi==0.115.6 uvicorn[standard]==0.34.0"
stamp="$venv/.installed"

if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$packages" ]; then
    exit 0
fi

python3 -m venv "$venv"
# shellcheck disable=SC2086
"$venv/bin/pip" install --quiet --disable-pip-version-check $packages
printf '%s' "$packages" >"$stamp"
