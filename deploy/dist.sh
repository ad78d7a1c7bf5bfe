#!/usr/bin/env bash
# Makes dist/: the binary with full optimisation, its bill of materials (CycloneDX), checksums, and what is needed to
# install it. Licences, sources and duplicates of the dependencies are checked first; advisories too if ADVISORY_DB names a
# folder with a copy of the database.
set -euo pipefail
cd "$(dirname "$0")/.."
tools=target/tools
install() { # NAME VERSION
    [ -x "$tools/bin/$1" ] && "$tools/bin/$1" --version | grep -qF "$2" && return
    cargo install --locked --quiet --root "$tools" "$1@$2"
}
install cargo-deny 0.20.2
install cargo-cyclonedx 0.5.9
export PATH="$PWD/$tools/bin:$PATH"

cargo deny --locked check licenses sources bans
if [ -n "${ADVISORY_DB:-}" ]; then
    cargo deny --offline --locked check --disable-fetch advisories
else
    echo 'advisories were not checked: set ADVISORY_DB to a folder with a copy of the database' >&2
fi

cargo build --profile dist --locked
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -n 1)
name="tutti-$version-$(uname -m)"
rm -rf "dist/$name"
mkdir -p "dist/$name/doc"
cp target/dist/tutti "dist/$name/"
cp LICENSE-APACHE LICENSE-MIT README.md CHANGELOG.md deploy/tutti.service "dist/$name/"
cp docs/*.md "dist/$name/doc/"

# One bill for the binary, one for the page inside it.
cargo cyclonedx --quiet --format json --spec-version 1.5 --manifest-path apps/tutti/Cargo.toml --override-filename tutti.cdx
# The folder of this build is nobody's business.
sed "s|$PWD/||g" apps/tutti/tutti.cdx.json >"dist/$name/tutti.cdx.json"
find . -name tutti.cdx.json -not -path './dist/*' -not -path './target/*' -delete
(cd web && npm sbom --sbom-format cyclonedx) >"dist/$name/page.cdx.json"

tar -C dist -czf "dist/$name.tar.gz" --sort=name --owner=0 --group=0 --numeric-owner "$name"
(cd dist && sha256sum "$name.tar.gz" >"$name.tar.gz.sha256")
ls -l "dist/$name" "dist/$name.tar.gz"
