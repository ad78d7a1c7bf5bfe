#!/bin/sh
# Creates target/mathematics-dataset: a Python environment with DeepMind's question generator, at pinned versions.
# The first argument may name another folder. Quick if everything is already there.
#
# The package dates from 2019: it uses names that SymPy removed after 1.5 and NumPy after 1.23, so these are the newest
# versions it runs with.
set -eu

root=$(cd "$(dirname "$0")/../../.." && pwd)
venv=${1:-$root/target/mathematics-dataset}

packages="mathematics-dataset==1.0.1 sympy==1.5.1 numpy==1.23.5 absl-py==2.5.1 six==1.17.0"
stamp="$venv/.installed"

if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$packages" ]; then
    exit 0
fi

python3 -m venv "$venv"
# shellcheck disable=SC2086
"$venv/bin/pip" install --quiet --disable-pip-version-check $packages
"$venv/bin/python" -W ignore -c 'from mathematics_dataset import generate'
printf '%s' "$packages" >"$stamp"
