#!/bin/sh
# Makes target/anki: a Python with Anki's own library, which imports the decks we write and exports decks for us to
# read, and genanki, which many people write decks with.
# Another place may be given as the first argument. Quick when everything is there already.
set -eu

root=$(cd "$(dirname "$0")/../../.." && pwd)
venv=${1:-$root/target/anki}

packages="anki==26.9.3 genanki==0.13.1"
stamp="$venv/.installed"

if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$packages" ]; then
    exit 0
fi

python3 -m venv "$venv"
# shellcheck disable=SC2086
"$venv/bin/pip" install --quiet --disable-pip-version-check $packages
"$venv/bin/python" -c 'import anki.collection, genanki'
printf '%s' "$packages" >"$stamp"
