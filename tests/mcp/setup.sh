#!/bin/sh
# Makes target/mcp: a Python with the protocol's own client, which uses Tutti's tools as an assistant would.
# Another place may be given as the first argument. Quick when everything is there already.
set -eu

root=$(cd "$(dirname "$0")/../.." && pwd)
venv=${1:-$root/target/mcp}

packages="mcp==2.3.0"
stamp="$venv/.installed"

if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$packages" ]; then
    exit 0
fi

python3 -m venv "$venv"
# shellcheck disable=SC2086
"$venv/bin/pip" install --quiet --disable-pip-version-check $packages
"$venv/bin/python" -c 'import mcp.client.client'
printf '%s' "$packages" >"$stamp"
