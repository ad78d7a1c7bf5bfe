#!/bin/sh
# Creates target/oidc: oidc-provider, a certified OpenID provider, at which the tests log in.
# The first argument may name another folder. Quick if everything is already there.
set -eu

root=$(cd "$(dirname "$0")/../.." && pwd)
place=${1:-$root/target/oidc}

packages="oidc-provider@9.13.3"
stamp="$place/.installed"

if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$packages" ]; then
    exit 0
fi

mkdir -p "$place"
printf '{"private": true}\n' >"$place/package.json"
# shellcheck disable=SC2086
npm install --prefix "$place" --silent --no-audit --no-fund --ignore-scripts $packages
printf '%s' "$packages" >"$stamp"
