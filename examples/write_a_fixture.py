"""Save a screenshot with its expected grid, for testing a reader."""

from pathlib import Path

from autoplay.fixtures.expected_reading import of_reading
from autoplay.fixtures.fixture import Fixture, Origin, save
from vision import load_image, read_board

picture = Path("fixtures/practice/5x5.png")
reading = read_board(load_image(picture))
origin = Origin(file=picture.name)
save(Fixture(Path("mine/first"), "5x5"), picture.read_bytes(), of_reading(reading, stars=1), origin)
print(Path("mine/first/5x5.grid.txt").read_text(), end="")
