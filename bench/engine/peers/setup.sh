#!/bin/sh
# Creates one virtual environment per peer under target/bench-peers, at pinned versions.
#
# It can be repeated: an environment with the same pins is kept, and an incomplete one is created again. PYTHON selects
# the interpreter.
set -eu

root=$(cd "$(dirname "$0")/../../.." && pwd)
venvs="$root/target/bench-peers"
python=${PYTHON:-python3}

make_venv() {
    name=$1
    shift
    venv="$venvs/$name"
    pins="$*"
    # The stamp is written last, so it exists only in a complete environment.
    if [ -f "$venv/pins" ] && [ "$(cat "$venv/pins")" = "$pins" ]; then
        echo "$name: ready" >&2
        return
    fi
    echo "$name: installing $pins" >&2
    rm -rf "$venv"
    "$python" -m venv "$venv"
    nice "$venv/bin/python" -m pip install --quiet --disable-pip-version-check "$@"
    printf '%s\n' "$pins" > "$venv/pins"
}

mkdir -p "$venvs"
make_venv langgraph langgraph==1.2.20 langgraph-checkpoint-sqlite==3.1.2
make_venv adk 'google-adk[db]==2.13.0' aiosqlite==0.22.1
make_venv crewai crewai==1.15.30
