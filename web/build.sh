#!/bin/sh
# Builds the page into web/dist, if anything changed since it was built.
set -eu
cd "$(dirname "$0")"

if ! command -v npm >/dev/null; then
    as_root=$([ "$(id -u)" = 0 ] && echo '' || echo sudo)
    $as_root apt-get update -q
    DEBIAN_FRONTEND=noninteractive $as_root apt-get install -qy --no-install-recommends nodejs npm
fi
if ! node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)'; then
    echo "the page is built with Node.js 20.19 or later; this is $(node --version)" >&2
    exit 1
fi

installed=node_modules/.installed
if ! cmp -s package-lock.json "$installed"; then
    # `npm ci` would need the packages of every other platform in the lock file; the versions are the same.
    npm install --no-save --no-audit --no-fund
    cp package-lock.json "$installed"
fi
if [ ! -f dist/index.html ] || [ -n "$(find . -path ./node_modules -prune -o -path ./dist -prune -o -path ./tests -prune -o -type f -newer dist/index.html -print -quit)" ]; then
    npm run types
    npm run build
fi
