"""Save a screenshot with its expected grid, for testing a reader."""

from pathlib import Path

from autoplay.testing.expected_reading import of_reading
from autoplay.testing.fixtures import Fixture, save
from vision import load_image, read_board

picture = Path("fixtures/practice/5x5.png")
reading = read_board(load_image(picture))
save(Fixture(Path("mine/first"), "5x5"), picture.read_bytes(), of_reading(reading, stars=1), {"origin": "an example"})
print(Path("mine/first/5x5.grid.txt").read_text(), end="")
