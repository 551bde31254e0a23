# Everything happens in .venv: nothing outside this folder is touched, and the distribution's own Python
# may stay as it is ("externally managed"). The first run needs a package registry, later ones do not.

PYTHON ?= python3
JOBS   ?= 2

VENV := .venv
BIN  := $(VENV)/bin

# Who has nothing left to do takes from the others: no process waits for the last long tests of another.
PARALLEL = -n $(JOBS) --dist worksteal

.PHONY: help demo test slow smoke check docs differential trust mutants format clean
.DELETE_ON_ERROR:

help:
	@echo "make demo     see maul at work on examples/"
	@echo "make test     all tests but the slow ones (JOBS=$(JOBS) processes)"
	@echo "make slow     the slow tests: more and larger cases of what make test has a part of"
	@echo "make smoke    the quick tests, under a minute"
	@echo "make check    lint, formatting, types, import contracts"
	@echo "make docs     the documentation as a site, in build/site"
	@echo "make differential  2,000 random programs through gcc and the interpreter"
	@echo "make trust    the programs of trust: is any answer wrong?"
	@echo "make mutants  defects of our own that the comparison must find"
	@echo "make format   rewrite the sources in the one format"
	@echo "make clean    remove $(VENV) and all caches"

demo: $(VENV)/maul.installed
	$(BIN)/python examples/demo.py

test: $(VENV)/dev.installed
	$(BIN)/python -m pytest $(PARALLEL) -m 'not slow'

slow: $(VENV)/dev.installed
	$(BIN)/python -m pytest $(PARALLEL) -m slow

smoke: $(VENV)/dev.installed
	$(BIN)/python -m pytest $(PARALLEL) -m smoke

check: $(VENV)/dev.installed
	$(BIN)/python -m ruff check .
	$(BIN)/python -m ruff format --check .
	$(BIN)/python -m mypy
	$(BIN)/lint-imports

docs: $(VENV)/docs.installed
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet
	@echo "build/site/index.html"

differential: $(VENV)/dev.installed
	$(BIN)/python -m tools.differential --count 2000 --jobs $(JOBS)

trust: $(VENV)/dev.installed
	$(BIN)/python -m tools.trust_truth --jobs $(JOBS)
	$(BIN)/python -m tools.trust --jobs $(JOBS)

mutants: $(VENV)/dev.installed
	$(BIN)/python -m tools.mutants

format: $(VENV)/dev.installed
	$(BIN)/python -m ruff check --fix .
	$(BIN)/python -m ruff format .

clean:
	rm -rf $(VENV) .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache build dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# A virtual environment counts as usable when its own pip answers; anything else is made anew.
define USABLE_VENV
@$(BIN)/python -m pip --version >/dev/null 2>&1 || { \
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo 'maul needs Python 3.11 or newer; name one with: make PYTHON=python3.12 ...' >&2; exit 1; }; \
	$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo '$(PYTHON) cannot make virtual environments: install its venv package' \
			'(Debian, Ubuntu: apt-get install python3-venv) or name another one with: make PYTHON=...' >&2; \
		exit 1; }; \
	echo 'making $(VENV) with' "$$($(PYTHON) --version)"; \
	$(PYTHON) -m venv --clear $(VENV); }
endef

$(VENV)/maul.installed: pyproject.toml
	$(USABLE_VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@$(BIN)/python -m compileall -q src
	@touch $@

$(VENV)/dev.installed: pyproject.toml
	$(USABLE_VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@$(BIN)/python -m compileall -q src
	@touch $(VENV)/maul.installed $@

$(VENV)/docs.installed: pyproject.toml
	$(USABLE_VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[docs]'
	@touch $(VENV)/maul.installed $@
