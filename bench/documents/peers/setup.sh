#!/bin/sh
# Creates target/pdf-peers: a Python environment with the PDF readers that ours is compared with.
# The first argument may name another folder. Quick if everything is already there.
set -eu

root=$(cd "$(dirname "$0")/../../.." && pwd)
venv=${1:-$root/target/pdf-peers}

packages="pdfminer.six==20260107 pymupdf==2.0 pypdfium2==5.14.0"
stamp="$venv/.installed"

if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$packages" ]; then
    exit 0
fi

python3 -m venv "$venv"
# shellcheck disable=SC2086
"$venv/bin/pip" install --quiet --disable-pip-version-check $packages
"$venv/bin/python" -c 'import pdfminer, pymupdf, pypdfium2'
printf '%s' "$packages" >"$stamp"
