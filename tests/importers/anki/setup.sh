#!/bin/sh
# Creates target/anki: a Python environment with Anki's own library, which imports our decks and exports decks for us to
# read, and genanki, a popular library that writes decks.
# The first argument may name another folder. Quick if everything is already there.
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
