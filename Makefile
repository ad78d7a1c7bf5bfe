# `make run` and `make test` do everything on a fresh machine.

.PHONY: run build test check bench fuzz llama update

run: build
	@./target/release/tutti doctor
	@./target/release/tutti tour

build:
	cargo build --release --locked

test: check
	tests/setup/install.sh
	cargo nextest run --workspace --locked

# Formatting and lints, warnings denied.
check:
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --locked -- -D warnings

# Ours beside LangGraph, Google ADK and CrewAI, then beside SymPy, girth and mathematics_dataset. QUICK=1 for a first look.
bench:
	cargo build --profile dist --locked
	bench/engine/run.sh
	bench/items/run.sh
	bench/forge/run.sh
	bench/documents/run.sh

# Inputs that nobody would write, five minutes for each target. SECONDS_EACH=3600 for an hour.
fuzz:
	fuzz/run.sh

# A small real model server for the tests.
llama:
	tests/llama/setup.sh

# Writes the generated files anew: docs/cli.md, docs/settings.md, schemas/.
update:
	UPDATE=1 cargo nextest run --workspace -E 'test(/fresh|reference/)'
