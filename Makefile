# make demo: set everything up and show what chunklint does.   make test: everything the tests need, then all checks.
# Both work offline once they have run.

VENV := .venv
PYTHON ?= python3
BIN := $(VENV)/bin
SAMPLES := tests/samples

.PHONY: demo test lint bench clean

demo: $(VENV)/.installed
	@echo "== chunklint check $(SAMPLES)"
	@$(BIN)/chunklint check --fail-on never $(SAMPLES)
	@echo
	@echo "== chunklint preview $(SAMPLES)/backup-guide.md"
	@$(BIN)/chunklint preview $(SAMPLES)/backup-guide.md

test: $(VENV)/.dev lint
	$(BIN)/python -m pytest -n 2

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/.dev
	$(BIN)/python -m tests.benchmarks

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit("chunklint needs Python 3.11 or newer, this is " + sys.version.split()[0]) if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: $(VENV)/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --editable ".[fast]"
	@touch $@

$(VENV)/.dev: $(VENV)/.installed pyproject.toml
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --group dev
	@mkdir -p $(VENV)/types && ln -sfn ../../rules $(VENV)/types/chunklint_rules
	@touch $@

clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
