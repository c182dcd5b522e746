"""Check a reader of your own against the fixtures, and show the differences."""

from pathlib import Path

from autoplay.fixtures.fixture import find
from autoplay.fixtures.reader import Differs, hold
from vision import read_board

for fixture in find(Path("fixtures/pzpr")):
    try:
        hold(
            fixture,
            lambda image: list(read_board(image, puzzle="star-battle").grid),
            takes_image=True,
        )
        print(f"{fixture}: as expected")
    except Differs as difference:
        print(f"{fixture}: {difference}")
