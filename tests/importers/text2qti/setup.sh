#!/bin/sh
# Creates target/text2qti: a Python environment with text2qti, whose Canvas packages ours are compared with.
# The first argument may name another folder. Quick if everything is already there.
set -eu

root=$(cd "$(dirname "$0")/../../.." && pwd)
venv=${1:-$root/target/text2qti}

packages="text2qti==0.8.0"
stamp="$venv/.installed"

if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$packages" ]; then
    exit 0
fi

python3 -m venv "$venv"
# shellcheck disable=SC2086
"$venv/bin/pip" install --quiet --disable-pip-version-check $packages
"$venv/bin/python" -c 'import text2qti'
printf '%s' "$packages" >"$stamp"
