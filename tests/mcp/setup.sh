#!/bin/sh
# Creates target/mcp: a Python environment with the official MCP client, which uses Tutti's tools as an assistant would.
# The first argument may name another folder. Quick if everything is already there.
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
