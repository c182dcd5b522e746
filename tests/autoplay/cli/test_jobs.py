"""The table of docs/hints.md that says which job each game has, held against what the program does."""

from pathlib import Path

import pytest

from autoplay.games import GAMES, TITLES
from solvers.names import FORM_NAMES

ROOT = Path(__file__).parents[3]
FIXTURES = ROOT / "fixtures"
PICTURES = {
    "star-battle": FIXTURES / "practice" / "5x5.png",
    "lights-out": FIXTURES / "lights-out-practice" / "5x5-circles.png",
    "pegs": FIXTURES / "pegs-practice" / "triangle5.png",
}
SEVERAL = {"star-battle": "stars 1\n" + 5 * "ABCDE\n", "lights-out": "5x5", "pegs": "triangle5"}
WRONG = FIXTURES / "practice" / "8x8-mistakes.png"


def read_table():
    """Return job → game → True if the table says that the game has it."""
    text = (ROOT / "docs" / "hints.md").read_text()
    lines = text[text.index("| job |") :].splitlines()
    titles = [cell.strip() for cell in lines[0].split("|")[2:-1]]
    names = [name for title in titles for name in TITLES if TITLES[name] == title]
    table = {}
    for line in lines[2:]:
        _, job, *cells, _ = (cell.strip() for cell in line.split("|"))
        table[job.replace("`", "")] = {
            name: cell == "yes" for name, cell in zip(names, cells, strict=True)
        }
    return table


def has_job(run, job, game, tmp_path):
    """Return True if the program does a job for a game, on a picture or a text without --puzzle."""
    picture = PICTURES[game]
    if job == "make":
        return run("make", "--puzzle", game, "--seed", 1).status == 0
    if job == "play":
        return GAMES[game].player.applier_class is not None
    if job == "draw":
        return run("draw", picture, "-o", tmp_path / "drawn.svg").status == 0
    if job == "difficulty":
        return "difficulty" in run("explain", picture, "--json").rows[0]
    if job == "wrong marks":
        read = run("read", WRONG, "--json").rows[0]["puzzle"]
        return read == game and "wrong" in run("hint", WRONG, "--puzzle", game).err
    if job == "--solutions":
        return len(run("solve", SEVERAL[game], "--solutions", 2, "--json").rows[0]["all"]) == 2
    if job == "--to published":
        return "written" in run("solve", picture, "--to", "published", "--json").rows[0]
    if job == "--to notations":
        return all(run("solve", picture, "--to", form).status == 0 for form in FORM_NAMES)
    return run(job, picture).status == 0


@pytest.mark.parametrize("job", read_table())
def test_each_game_has_the_jobs_of_the_table(run, job, tmp_path):
    said = read_table()[job]
    assert list(said) == list(GAMES)
    assert said == {game: has_job(run, job, game, tmp_path) for game in GAMES}
