#!/bin/sh
# Creates target/sympy: a Python environment with SymPy, against which the maths crate is checked.
# The first argument may name another folder. Quick if everything is already there.
set -eu

root=$(cd "$(dirname "$0")/../.." && pwd)
venv=${1:-$root/target/sympy}

packages="sympy==1.14.0"
stamp="$venv/.installed"

if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$packages" ]; then
    exit 0
fi

python3 -m venv "$venv"
# shellcheck disable=SC2086
"$venv/bin/pip" install --quiet --disable-pip-version-check $packages
"$venv/bin/python" -c 'import sympy'
printf '%s' "$packages" >"$stamp"
