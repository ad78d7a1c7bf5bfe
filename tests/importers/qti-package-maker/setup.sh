#!/bin/sh
# Creates target/qti-package-maker: a Python environment with qti-package-maker, which writes packages we read and checks those we
# write. It has its own environment because its Markdown library conflicts with that of text2qti.
# The first argument may name another folder. Quick if everything is already there.
set -eu

root=$(cd "$(dirname "$0")/../../.." && pwd)
venv=${1:-$root/target/qti-package-maker}

packages="qti-package-maker==26.7.14"
stamp="$venv/.installed"

if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$packages" ]; then
    exit 0
fi

python3 -m venv "$venv"
# shellcheck disable=SC2086
"$venv/bin/pip" install --quiet --disable-pip-version-check $packages
"$venv/bin/python" -c 'import qti_package_maker'
printf '%s' "$packages" >"$stamp"
