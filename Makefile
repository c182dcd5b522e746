# The two commands: `make play` and `make test`. Both set up what is missing first.
PYTHON ?= python3
BIN := .venv/bin
URL ?= demo
ARGS ?=

.PHONY: play test set-up set-up-dev

play: set-up
	$(BIN)/autoplay play '$(URL)' $(ARGS)

test: set-up-dev
	$(BIN)/python -m ruff check
	$(BIN)/python -m ruff format --check
	$(BIN)/python -m mypy
	$(BIN)/python -m pytest -n auto --maxprocesses 8 --dist loadgroup $(ARGS)

set-up:
	@$(PYTHON) scripts/set_up.py

set-up-dev:
	@$(PYTHON) scripts/set_up.py --dev
