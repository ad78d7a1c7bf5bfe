#!/usr/bin/env bash
# Installs what the tests need and the machine lacks: the test runner, a Postgres server, a small model server, text
# recognition, a browser, and the tools by others against which our results are checked.
set -euo pipefail
cd "$(dirname "$0")/../.."

packages=()
compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || packages+=(postgresql)
command -v python3 >/dev/null || packages+=(python3)
python3 -c 'import ensurepip, venv' 2>/dev/null || packages+=(python3-venv)
command -v npm >/dev/null || packages+=(nodejs npm)
command -v xmllint >/dev/null || packages+=(libxml2-utils)
command -v pdftotext >/dev/null || packages+=(poppler-utils)
command -v maxima >/dev/null || packages+=(maxima)
command -v tesseract >/dev/null || packages+=(tesseract-ocr)
for language in eng nor osd; do
    tesseract --list-langs 2>/dev/null | grep -qx "$language" || packages+=("tesseract-ocr-$language")
done
command -v chromium >/dev/null || packages+=(chromium)
command -v systemd-analyze >/dev/null || packages+=(systemd)
command -v setpriv >/dev/null || packages+=(util-linux)
if [ ${#packages[@]} -gt 0 ]; then
    as_root=$([ "$(id -u)" = 0 ] && echo '' || echo sudo)
    $as_root apt-get update -q
    DEBIAN_FRONTEND=noninteractive $as_root apt-get install -qy --no-install-recommends "${packages[@]}"
fi
cargo nextest --version >/dev/null 2>&1 || cargo install --locked cargo-nextest
tests/llama/setup.sh
crates/psychometrics/tests/girth/setup.sh
tests/mcp/setup.sh
tests/sympy/setup.sh
tests/importers/anki/setup.sh
tests/importers/gift/setup.sh
tests/importers/moodle/setup.sh
tests/importers/text2qti/setup.sh
tests/importers/qti-package-maker/setup.sh
tests/importers/openpyxl/setup.sh
tests/oidc/setup.sh
tests/schemathesis/setup.sh
