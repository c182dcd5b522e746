# `make play` and `make test` are all you need; both set up what is missing first.
PYTHON ?= python3
BIN := .venv/bin
URL ?= demo
ARGS ?=
# Tests with a browser wait as often as they work, so there are more processes than cores.
WORKERS ?= $(shell $(PYTHON) -c 'import os; print(min(8, 2 * (os.cpu_count() or 1)))')

.PHONY: play test fixtures pictures reference docs set-up set-up-dev set-up-docs

play: set-up
	@$(BIN)/autoplay play '$(URL)' $(ARGS)

test: set-up-dev
	$(BIN)/python -m ruff check
	$(BIN)/python -m ruff format --check
	$(BIN)/python -m mypy
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadgroup --durations=10 $(ARGS)

fixtures: set-up-dev  # record those of the practice site and the pzpr page anew
	$(BIN)/python tests/record_fixtures.py

pictures: set-up  # those in the README and in docs/
	$(BIN)/autoplay play demo --output .cache/picture
	$(BIN)/python scripts/pictures.py run .cache/picture docs/play.png
	$(BIN)/python scripts/recording.py docs/play.webp
	$(BIN)/python scripts/pictures.py stages fixtures/practice/10x10-solved.png docs/stages.png
	$(BIN)/python -m tests.looks.gallery docs/gallery

reference: set-up-dev  # of the library as HTML in .cache/reference, of the command line in docs/commands.md
	$(BIN)/python -m pdoc -o .cache/reference autoplay vision solvers solvers.star_battle solvers.lights_out solvers.peg_solitaire solvers.notation
	$(BIN)/python scripts/commands.py > docs/commands.md

docs: set-up-docs  # the site in .cache/site; a broken link or anchor ends it
	$(BIN)/python -m zensical build --clean --strict

set-up:
	@$(PYTHON) scripts/set_up.py

set-up-dev:
	@$(PYTHON) scripts/set_up.py --dev

set-up-docs:
	@$(PYTHON) scripts/set_up.py --docs
