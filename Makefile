# `make play` and `make test` are all you need; both set up what is missing first.
PYTHON ?= python3
BIN := .venv/bin
URL ?= demo
ARGS ?=
# The smallest puzzle of the site: 5x5.
LIVE ?= https://www.puzzle-star-battle.com/?size=0
CORES := $(shell $(PYTHON) -c 'import os; print(min(8, os.cpu_count() or 1))')
# Tests with a browser wait as often as they work, so there are more processes than cores.
WORKERS ?= $(shell expr 2 '*' $(CORES))
# xdist waits for ever for what a lost process had still to do, if the run goes on.
PYTEST = $(BIN)/python -m pytest -n $(WORKERS) --dist loadgroup --max-worker-restart=0 --durations=10

.PHONY: play live test quick lint format coverage fixtures pictures reference docs set-up set-up-dev set-up-docs

play: set-up
	@$(BIN)/autoplay play '$(URL)' $(ARGS)

live: set-up  # read and solve a live site's puzzle without a click, and print a dated record to keep
	@$(BIN)/python scripts/live.py '$(LIVE)'

test: lint  # everything
	$(PYTEST) $(ARGS)

quick: WORKERS = $(CORES)
quick: lint  # all that needs no browser, no other process and no build
	$(PYTEST) -m 'not browser and not process and not build' $(ARGS)

lint: set-up-dev
	$(BIN)/python -m ruff check
	$(BIN)/python -m ruff format --check
	$(BIN)/python -m mypy
	$(BIN)/lint-imports --no-logo --cache-dir .cache/imports

format: set-up-dev
	$(BIN)/python -m ruff check --fix
	$(BIN)/python -m ruff format

coverage: set-up-dev  # of branches, by all tests; the report in .cache/coverage
	$(PYTEST) --cov --cov-report=term --cov-report=html $(ARGS)

fixtures: set-up-dev  # record those of the practice site and the pzpr page anew
	$(BIN)/python -m tests.qa.record_fixtures

pictures: set-up  # those in the README and in docs/
	$(BIN)/autoplay play demo --output .cache/picture
	$(BIN)/python scripts/pictures.py run .cache/picture docs/play.png
	$(BIN)/python scripts/recording.py docs/play.webp
	$(BIN)/python scripts/pictures.py stages fixtures/practice/10x10-solved.png docs/stages.png
	$(BIN)/python -m tests.qa.gallery docs/gallery

reference: set-up-dev  # of the command line, in docs/commands.md
	$(BIN)/python scripts/commands.py > docs/commands.md

docs: set-up-docs  # the site in .cache/site, with the reference of the library; a broken link or anchor ends it
	$(BIN)/python -m zensical build --clean --strict

set-up:
	@$(PYTHON) scripts/set_up.py

set-up-dev:
	@$(PYTHON) scripts/set_up.py --dev

set-up-docs:
	@$(PYTHON) scripts/set_up.py --docs
