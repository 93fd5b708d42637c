# Everything a fresh machine needs is set up by the first target that wants it.

PYTHON ?= $(shell for name in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$name -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$name && break; done)
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

# Without bytecode every process of the tests, and there are hundreds, compiles the package anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help demo test check quick format lint types imports pytest coverage pythons packages docs mutants differential benchmark fuzz clean

help: ## say what can be made
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1\t\2/' | expand -t 20

$(READY): pyproject.toml constraints.txt
	@test -n "$(PYTHON)" || { echo "Python 3.11 or later with venv is needed (Debian and Ubuntu: apt-get install python3-venv), or set PYTHON=/path/to/it"; exit 1; }
	$(PYTHON) -m venv --clear $(VENV)
	PIP_CONSTRAINT=constraints.txt $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

demo: $(READY) ## show real pages of real work, through a real client
	@$(BIN)/python examples/demo.py

test: lint types imports pytest pythons packages ## run every check

# The quick tests run in parts, a process each: a pytest that hands single tests to workers takes
# a fifth more, as each worker collects all of them. What is in no other part is in the core's.
PARTS := code maven vault
TESTS_maven := tests/maven tests/builds tests/jvm
APART := $(TESTS_maven) $(PARTS:%=tests/%)
TESTS_core := $(wildcard tests/test_*.py)
OTHERS := $(filter-out $(APART),$(patsubst %/,%,$(dir $(wildcard tests/*/test_*.py))))

# The tests of one room, with those of the core that all stand on, or all of them.
AREA ?=
ifeq ($(AREA),)
TESTS_core += $(sort $(OTHERS))
QUICK := $(PARTS:%=quick-%) quick-core
else
QUICK := quick-$(AREA) quick-core
endif

CORES := $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
# The output of each part stays together, where make can do that.
TOGETHER := $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)

check: $(READY) ## run the quick checks: no real Maven, no coverage (AREA=maven, code or vault)
	@$(MAKE) --no-print-directory --jobs=$(CORES) --keep-going $(TOGETHER) types $(QUICK) lint imports

quick: $(READY)
	@$(MAKE) --no-print-directory --jobs=$(CORES) --keep-going $(TOGETHER) $(QUICK)

quick-%: $(READY)
	$(BIN)/python -m pytest -q -m "not maven and not slow" --hypothesis-profile=quick $(or $(TESTS_$*),tests/$*)

lint: $(READY) ## check format and style
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: $(READY) ## check types
	$(BIN)/mypy

imports: $(READY) ## check that imports go down only
	$(BIN)/lint-imports --no-cache

# What makes pages is tested in every branch. To measure no more than that takes two thirds of the
# time that the whole package takes.
PAGES := src/pageful/page $(wildcard src/pageful/*/views)
PYTEST := $(BIN)/python -m pytest --numprocesses=2 --dist=worksteal --cov-report=term

pytest: $(READY) ## run the tests, with branch coverage of what makes pages
	$(PYTEST) $(PAGES:%=--cov=%)
	$(BIN)/coverage report --include='*/pageful/page/*,*/pageful/*/views/*' --fail-under=100

coverage: $(READY) ## run the tests, with branch coverage of the whole package
	$(PYTEST) --cov

pythons: $(READY) ## run the tests without Maven on Debian's Python 3.11 and the newest
	$(BIN)/python tests/pythons.py

docs: $(READY) ## build the documentation as a site, in dist/site, and follow its links
	$(BIN)/python website/site_builder.py dist/site

packages: $(READY) ## build wheel and sdist, and install each extra in an environment of its own
	$(BIN)/python tests/packages.py

# Options of tests/mutants.py: rooms, --draw, --seed, --minutes, --cores, --quick, --tests.
MUTANTS ?=

mutants: $(READY) ## change one small thing at a time and say which changes no test notices
	@PYTHONPATH=tests $(BIN)/python tests/mutants.py $(MUTANTS)

# Options of tests/run/differential.py, as --maven PATH.
DIFFERENTIAL ?=

differential: $(READY) ## run lines with and without `pageful run`, and compare what they leave
	$(BIN)/python tests/run/differential.py $(DIFFERENTIAL)

format: $(READY) ## format the code
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

fuzz: $(READY) ## put hostile text into 20,000 pages, and look at 100,000 shell lines
	PAGEFUL_FUZZ=20000 $(BIN)/python -m pytest tests/test_structure.py
	PAGEFUL_FUZZ_LINES=25000 $(BIN)/python -m pytest tests/hook/test_hook_lines.py -k drawn

benchmark: $(READY) ## measure tokens and latency
	$(BIN)/python benchmarks/tokens.py
	$(BIN)/python benchmarks/latency.py
	$(BIN)/python benchmarks/code_tokens.py

clean: ## remove what was made
	rm -rf $(VENV) dist .coverage* .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find examples -name target -prune -exec rm -rf {} +
