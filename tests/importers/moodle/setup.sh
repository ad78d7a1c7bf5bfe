#!/bin/sh
# Creates target/moodle: a Python environment with tools that write and read Moodle XML.
# The first argument may name another folder. Quick if everything is already there.
set -eu

root=$(cd "$(dirname "$0")/../../.." && pwd)
venv=${1:-$root/target/moodle}

packages="moodle-questions==0.2.1 moocloze==1.0.2 moodle-xml-parser==0.3.1"
stamp="$venv/.installed"

if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$packages" ]; then
    exit 0
fi

python3 -m venv "$venv"
# shellcheck disable=SC2086
"$venv/bin/pip" install --quiet --disable-pip-version-check $packages
"$venv/bin/python" -c 'import moodle_questions, moocloze, moodle_xml_parser'
printf '%s' "$packages" >"$stamp"
