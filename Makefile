# Every target sets up what it needs. `make play` is the one to start with.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
SOURCE := bot cogs tests
INPUTS := 1000000

.PHONY: play install test torture torture-input bench check format lock clean

play: $(VENV)/run.stamp  ## Play in the browser: no Discord account, no token.
	$(BIN)/python -m bot practice

install: $(VENV)/run.stamp  ## Create .venv and install the locked dependencies.

test: $(VENV)/dev.stamp  ## Run every test.
	$(BIN)/python -m pytest -n 2 --dist loadgroup

torture: $(VENV)/run.stamp  ## Play nights of trouble: HANDS=1000000, MINUTES=60, SEED=1.
	$(BIN)/python -m bot torture $(if $(HANDS),--hands $(HANDS)) \
		$(if $(MINUTES),--minutes $(MINUTES)) $(if $(SEED),--seed $(SEED))

torture-input: $(VENV)/dev.stamp  ## Throw 1,000,000 hostile inputs at the bot (INPUTS=N for another number).
	AXEMAN_HOSTILE_INPUTS=$(INPUTS) $(BIN)/python -m pytest -n 2 tests/hostile

bench: $(VENV)/dev.stamp  ## Measure against a bare discord.py bot; writes docs/benchmarks.md.
	$(BIN)/python -m pytest -s -p no:xdist tests/bench/bench_*.py

check: $(VENV)/dev.stamp  ## Format, lint, type-check and check the import layers.
	$(BIN)/ruff format --check $(SOURCE)
	$(BIN)/ruff check $(SOURCE)
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(VENV)/dev.stamp  ## Put the code into shape.
	$(BIN)/ruff format $(SOURCE)
	$(BIN)/ruff check --fix $(SOURCE)

lock: $(VENV)/dev.stamp  ## Choose the newest allowed versions again, with their hashes.
	$(BIN)/uv pip compile --quiet --upgrade --universal --generate-hashes --no-emit-index-url \
		--no-header --no-annotate pyproject.toml -o requirements/run.txt
	$(BIN)/uv pip compile --quiet --upgrade --universal --generate-hashes --no-emit-index-url \
		--no-header --no-annotate --extra dev pyproject.toml -o requirements/dev.txt

clean:  ## Remove the virtual environment and every cache.
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

$(VENV)/run.stamp: requirements/run.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r $<
	touch $@

$(VENV)/dev.stamp: requirements/dev.txt $(VENV)/run.stamp
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r $<
	touch $@
