# make demo: set everything up and show what chunklint does.   make test: everything the tests need, then all checks.
# Both work offline once they have run.

VENV := .venv
PYTHON ?= python3
BIN := $(VENV)/bin
SAMPLES := tests/samples
EXTENSION := vscode-extension

.PHONY: demo test lint bench editors extension test-extension clean

demo: $(VENV)/.installed
	@echo "== chunklint check $(SAMPLES)"
	@$(BIN)/chunklint check --fail-on never $(SAMPLES)
	@echo
	@echo "== chunklint preview $(SAMPLES)/backup-guide.md"
	@$(BIN)/chunklint preview $(SAMPLES)/backup-guide.md

test: $(VENV)/.dev lint editors test-extension
	$(BIN)/python -m pytest -n 2 -rs

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# The extension for VS Code; TARGETS="linux-arm64 win32-x64" or TARGETS=all builds it for other platforms.
extension: $(VENV)/.dev $(EXTENSION)/node_modules/.package-lock.json
	cd $(EXTENSION) && node scripts/package.mjs $(TARGETS)

test-extension:
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory $(EXTENSION)/node_modules/.package-lock.json && \
	cd $(EXTENSION) && npm run --silent check && npm test --silent; \
	else echo "SKIPPED: the extension's unit tests need Node 20 and npm"; fi

$(EXTENSION)/node_modules/.package-lock.json: $(EXTENSION)/package-lock.json
	cd $(EXTENSION) && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error

# The editors that tests drive (VS Code, Neovim, Emacs), in a cache folder; tests of what is missing are skipped.
editors: $(VENV)/.dev
	@$(BIN)/python -m tests.e2e.editors.install

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
