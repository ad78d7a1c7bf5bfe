# `make run` and `make test` do everything on a fresh machine.

.PHONY: run build web test check browser bench fuzz llama update

# The page on a free port of this machine, with sample documents to try.
run: build
	@./target/release/tutti serve --listen 127.0.0.1:0 --samples

build: web
	cargo build --release --locked

# The page, where it changed.
web:
	web/build.sh

test: web
	tests/setup/install.sh
	cargo nextest run --workspace --locked --no-run
	cd web && npm run check && npm run format:check && npm test
	$(MAKE) browser
	cargo nextest run --workspace --locked
	@sort -u target/not-checked.txt

# A person's way through the page, in a real browser: screenshots and what axe finds are in web/tests/output.
browser:
	cargo build --locked
	cd web && npx playwright test

# Formatting and lints, warnings denied.
check:
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --locked -- -D warnings

# Ours beside LangGraph, Google ADK and CrewAI, beside SymPy, girth and mathematics_dataset, and beside FastAPI. QUICK=1 for a first look.
bench:
	cargo build --profile dist --locked
	bench/engine/run.sh
	bench/items/run.sh
	bench/forge/run.sh
	bench/documents/run.sh
	bench/server/run.sh

# Inputs that nobody would write, five minutes for each target. SECONDS_EACH=3600 for an hour.
fuzz:
	fuzz/run.sh

# A small real model server for the tests.
llama:
	tests/llama/setup.sh

# Rewrites the generated files: docs/cli.md, docs/settings.md, docs/*-rules.md, schemas/, web/openapi.json and missing journals.
update:
	UPDATE=1 cargo nextest run --workspace -E 'test(/fresh|reference/)'
