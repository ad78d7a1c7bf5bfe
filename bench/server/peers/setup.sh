#!/bin/sh
# Makes target/fastapi: a Python with the peer. Another place may be given as the first argument. Quick when it is there.
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
