# `make play` and `make test` are all you need; both set up what is missing first.
PYTHON ?= python3
BIN := .venv/bin
URL ?= demo
ARGS ?=
# Tests with a browser wait as often as they work, so there are more processes than cores.
WORKERS ?= $(shell $(PYTHON) -c 'import os; print(min(8, 2 * (os.cpu_count() or 1)))')

.PHONY: play test fixtures picture set-up set-up-dev

play: set-up
	@$(BIN)/autoplay play '$(URL)' $(ARGS)

test: set-up-dev
	$(BIN)/python -m ruff check
	$(BIN)/python -m ruff format --check
	$(BIN)/python -m mypy
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadgroup $(ARGS)

fixtures: set-up-dev  # record those of the practice site and the pzpr page anew
	$(BIN)/python tests/record_fixtures.py

picture: set-up  # the one in the README
	$(BIN)/autoplay play demo --output .cache/picture
	$(BIN)/python scripts/picture.py .cache/picture docs/play.png

set-up:
	@$(PYTHON) scripts/set_up.py

set-up-dev:
	@$(PYTHON) scripts/set_up.py --dev
