#!/bin/sh
# Makes target/schemathesis: a Python with schemathesis, which calls the API with all that its document allows.
# Another place may be given as the first argument. Quick when everything is there already.
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
