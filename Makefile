# The commands of this project. `make` alone lists them.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input --quiet
COMPILE := $(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-header --no-annotate --quiet --custom-compile-command "make lock"
READY := $(VENV)/.package $(VENV)/.tools
ARGS ?=
# Tests of one file stay together. One worker more than there are cores, since many tests wait; more than four would only
# take memory from the sandboxes.
WORKERS ?= -n $(shell expr $$(nproc) + 1) --maxprocesses 4 --dist loadfile
NAMES ?= $(filter-out rivals telling workload lighthouse,$(basename $(notdir $(wildcard bench/*.py))))
PYTHONS ?= python3.12 python3.13
HOST ?=
PORT ?=

# An environment that was moved here, or whose Python has gone, is made again.
VENV_FITS := $(shell grep -qsF '$(CURDIR)/$(VENV)' $(BIN)/activate && \
	$(BIN)/python -c 'import sys; print(sys.version_info >= (3, 11))' 2>/dev/null)
ifneq ($(VENV_FITS),True)
$(shell rm -f $(VENV)/.made $(VENV)/.runtime $(VENV)/.package $(VENV)/.tools)
endif

FRONTEND := $(shell find frontend \( -name node_modules -o -name tests \) -prune -o -type f -print 2>/dev/null)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help serve test test-slow test-pythons soak coverage lint format check bench lock clean

help: ## List these commands
	@awk 'BEGIN {FS = ":.*## "} /^[a-z-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST))

serve: $(VENV)/.package ## Install what is needed and serve the site (HOST, PORT, ARGS)
	@$(BIN)/allclose serve $(if $(HOST),--host $(HOST)) $(if $(PORT),--port $(PORT)) $(ARGS)

test: $(READY) ## Run the tests, at most five minutes (ARGS go to pytest)
	@$(BIN)/python -m pytest -m "not slow" $(WORKERS) $(ARGS)

test-slow: $(READY) ## Run the tests that take long
	@$(BIN)/python -m pytest -m slow $(ARGS) || \
		{ code=$$?; [ $$code -eq 5 ] && echo "No test is marked slow yet."; [ $$code -eq 5 ]; }

test-pythons: ## Run the hostile tests with every other Python that the project names and this machine has
	@for python in $(PYTHONS); do \
		$$python -c '' 2>/dev/null || { echo "No $$python here."; continue; }; \
		$(MAKE) --no-print-directory VENV=.venv-$$python PYTHON=$$python test test-slow ARGS=tests/hostile || exit 1; \
	done

soak: $(READY) ## Judge twenty thousand programs of every kind while judges are killed (ARGS=1000 for fewer)
	@$(BIN)/python -m tests.soaking $(ARGS)

coverage: $(READY) ## Run the tests and show the lines that none of them reaches
	@$(BIN)/python -m pytest -m "not slow" --cov --cov-report=term-missing $(ARGS)

lint: $(READY) ## Check style, types and who imports whom
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy --strict
	@$(BIN)/mypy --strict --no-namespace-packages grader/child/*.py
	@$(BIN)/lint-imports
	@$(BIN)/python frontend/checks.py lint

format: $(READY) ## Put the source into its form
	@$(BIN)/ruff check --fix-only --quiet .
	@$(BIN)/ruff format .
	@$(BIN)/python frontend/checks.py format

check: lint test ## What must hold before a change is handed in

bench: $(READY) ## Measure, and print ratios to named rivals (NAMES picks some)
	@command -v bwrap >/dev/null || [ "$$(id -u)" -ne 0 ] || apt-get install -y -qq bubblewrap >/dev/null 2>&1 || true
	@for name in $(NAMES); do echo "== $$name"; $(BIN)/python bench/$$name.py || exit 1; done

lock: $(VENV)/.made ## Make the lock files again from pyproject.toml (add ARGS=--upgrade for newer releases)
	@$(PIP) install 'uv>=0.9,<1'
	$(COMPILE) $(ARGS) pyproject.toml --group build --group test --group lint -o requirements-dev.lock
	$(COMPILE) --constraint requirements-dev.lock pyproject.toml -o requirements.lock
	$(COMPILE) --constraint requirements-dev.lock --group build -o requirements-build.lock

clean: ## Remove the environment and all that was built (your data stays)
	rm -rf $(VENV) build dist app/static/dist app/static/dist.tmp frontend/node_modules htmlcov .coverage \
		.mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.made:
ifneq ($(VENV_FITS),True)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "allclose needs Python 3.11 or newer as '$(PYTHON)'; name another: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo "Python's venv is missing here. On Debian and Ubuntu: apt-get install python3-venv"; exit 1; }
	@echo "Making the environment in $(VENV)"
	@$(PYTHON) -m venv --clear $(VENV)
endif
	@touch $@

$(VENV)/.runtime: requirements.lock requirements-build.lock | $(VENV)/.made
	@echo "Installing what allclose needs"
	@$(PIP) install --require-hashes -r requirements.lock
	@$(PIP) install --require-hashes -r requirements-build.lock
	@touch $@

$(VENV)/.package: pyproject.toml $(FRONTEND) | $(VENV)/.runtime
	@echo "Installing allclose and building its front end"
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.tools: requirements-dev.lock | $(VENV)/.runtime
	@echo "Installing the tools for tests and checks"
	@$(PIP) install --require-hashes -r requirements-dev.lock
	@touch $@
