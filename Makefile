# `make run` and `make test` do everything on a fresh machine.

.PHONY: run build web test check browser bench dist fuzz llama update

# Serves the page on a free local port, with sample documents to try.
run: build
	@./target/release/tutti serve --listen 127.0.0.1:0 --samples

build: web
	cargo build --release --locked

# Builds the page if it has changed.
web:
	web/build.sh

test: web
	tests/setup/install.sh
	cargo nextest run --workspace --locked --no-run
	cd web && npm run check && npm run format:check && npm test
	$(MAKE) browser
	cargo nextest run --workspace --locked
	@sort -u target/not-checked.txt

# Browser tests in Chromium; screenshots and axe reports are in web/tests/output.
browser:
	cargo build --locked
	cd web && npx playwright test

# Checks formatting and lints; warnings are errors.
check:
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --locked -- -D warnings

# Benchmarks against LangGraph, Google ADK, CrewAI, SymPy, girth, mathematics_dataset and FastAPI. QUICK=1 for a first look.
bench:
	cargo build --profile dist --locked
	bench/engine/run.sh
	bench/items/run.sh
	bench/forge/run.sh
	bench/documents/run.sh
	bench/server/run.sh

# Makes dist/: an optimised binary with its bill of materials, after checking licences and sources of dependencies.
dist: web
	deploy/dist.sh

# Fuzzes each target for five minutes. SECONDS_EACH=3600 for an hour.
fuzz:
	fuzz/run.sh

# Installs a small real model server for the tests.
llama:
	tests/llama/setup.sh

# Rewrites the generated files: docs/cli.md, docs/settings.md, docs/*-rules.md, schemas/, web/openapi.json and missing journals.
update:
	UPDATE=1 cargo nextest run --workspace -E 'test(/fresh|reference/)'
