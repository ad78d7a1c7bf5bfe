#!/bin/sh
# Creates target/schemathesis: a Python environment with schemathesis, which tests the API against its OpenAPI document.
# The first argument may name another folder. Quick if everything is already there.
set -eu

root=$(cd "$(dirname "$0")/../.." && pwd)
venv=${1:-$root/target/schemathesis}

packages="schemathesis==4.32.5"
stamp="$venv/.installed"

if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$packages" ]; then
    exit 0
fi

python3 -m venv "$venv"
# shellcheck disable=SC2086
"$venv/bin/pip" install --quiet --disable-pip-version-check $packages
"$venv/bin/python" -c 'import schemathesis'
printf '%s' "$packages" >"$stamp"
