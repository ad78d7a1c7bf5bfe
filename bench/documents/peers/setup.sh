#!/bin/sh
# Makes target/pdf-peers: a Python with the readers of PDF that ours is measured beside.
# Another place may be given as the first argument. Quick when everything is there already.
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
