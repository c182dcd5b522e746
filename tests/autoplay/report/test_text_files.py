"""Boards of pictures as text: every form can be read back, one board or many; files and the list."""

import csv
import json
from pathlib import Path

import pytest

from autoplay.answers import solve_puzzle
from autoplay.errors import NotWritable
from autoplay.fixtures import fixture
from autoplay.games import GAMES, ReadRequest, SolveRequest
from autoplay.games.detection import detect_game
from autoplay.games.lights_out.adapter import parse_puzzle as parse_lamps
from autoplay.games.lights_out.options import LightsOutOptions
from autoplay.games.peg_solitaire.adapter import parse_puzzle as parse_pegs
from autoplay.games.peg_solitaire.options import PegSolitaireOptions
from autoplay.games.puzzle_text import is_comment
from autoplay.games.star_battle.adapter import parse_puzzle as parse_stars
from autoplay.games.star_battle.options import add_marks
from autoplay.report.read_report import COLUMNS, ReadReport, TextFolder, list_texts
from autoplay.sources.puzzles import read_argument, split_text
from solvers.errors import AutoplayError
from solvers.names import FORM_NAMES
from solvers.notation import MARKED
from tests.solvers.notation.samples import essence as regions_of
from vision.errors import AmbiguousBoard
from vision.reading import Reading

FIXTURES = Path(__file__).parents[3] / "fixtures"
GAME_OF_SITE = {"lights-out-practice": "lights-out", "pegs-practice": "pegs"}
REFUSED = AmbiguousBoard("the board\n is slanted", hint="a larger window")


def known_readings():
    """Return the expected reading of each fixture by its name, without reading a picture."""
    found = {}
    for one in fixture.find(FIXTURES):
        known = fixture.known(one)
        puzzle = GAME_OF_SITE.get(one.folder.name, "star-battle")
        states = 1 + max(map("..*23456789".find, "".join(known.grid)), default=1)
        looks = (None,) * max(2, states - 1) if puzzle == "lights-out" else ()
        rows, cols = range(len(known.grid) + 1), range(len(known.grid[0]) + 1)
        found[str(one)] = Reading(
            puzzle, known.grid, tuple(cols), tuple(rows), (0, 0, 9, 9), known.marks, 0.99,
            stars=known.stars, looks=looks,
        )  # fmt: skip
    return found


READINGS = known_readings()


def report_on(name, form, **options):
    """Return the report of a fixture's reading with its text in a form, or with the refusal."""
    reading = READINGS[name]
    request = ReadRequest(text_form=form, **options)
    try:
        board = GAMES[reading.puzzle].reader.report(reading, request)
    except AutoplayError as error:
        return ReadReport(f"{name}.png", errors=(error,))
    return ReadReport(f"{name}.png", (board,))


def forms_of(name):
    return FORM_NAMES if READINGS[name].puzzle == "star-battle" else ["grid"]


def essence(source, stars=None):
    """Return the game of a text and its puzzle; ``stars`` spares inferring them."""
    game = detect_game(source)
    if game == "star-battle":
        return game, regions_of(parse_stars(source, stars))
    if game == "lights-out":
        return game, parse_lamps(source, LightsOutOptions())
    return game, parse_pegs(source, PegSolitaireOptions())


def is_read_back(source, name, form):
    """Compare the puzzle of a text with that of the reading that was written."""
    form = form if form in forms_of(name) else "grid"
    stars = READINGS[name].stars if form == "task" else None
    return essence(source, stars) == expected(name, form)


def expected(name, form):
    """Return the same of a reading, without going through a text."""
    reading = READINGS[name]
    row = {"puzzle": reading.puzzle, "grid": reading.grid}
    if reading.stars:
        row["stars"] = reading.stars
    (source,) = read_argument(json.dumps(row))
    if reading.puzzle == "star-battle" and form in MARKED:
        return reading.puzzle, regions_of(add_marks(parse_stars(source, None), reading))
    return essence(source)


@pytest.mark.parametrize("name", READINGS)
def test_a_grid_is_the_text_of_a_fixture(name):
    (text,) = list_texts(report_on(name, "grid"))
    folder, _, slug = name.partition("/")
    kept = (FIXTURES / folder / f"{slug}.grid.txt").read_text().rstrip("\n")
    # Lamps that are all off could be of any game: a line says what they are.
    assert text.removeprefix("states 2\n") == kept


@pytest.mark.parametrize("form", FORM_NAMES)
def test_each_text_is_read_back_by_itself_and_in_a_stream_of_all(form, tmp_path):
    texts = []
    for name in READINGS:
        report = report_on(name, form) if form in forms_of(name) else report_on(name, "grid")
        if report.boards:
            (text,) = list_texts(report)
            (alone,) = split_text(text + "\n")
            assert is_read_back(alone, name, form), name
        texts += list_texts(report, with_names=True)
        texts += list_texts(ReadReport(f"{name}, again.png", errors=(REFUSED,)), with_names=True)
    refused = [text for text in texts if "\n" not in text]
    assert len(refused) >= len(READINGS)
    assert all(map(is_comment, refused))
    path = tmp_path / "stream.txt"
    path.write_text("\n\n".join(texts) + "\n")
    found = list(read_argument(str(path)))
    assert len(found) == len(texts) - len(refused)
    assert [one.board for one in found] == [*range(1, len(found) + 1)]
    for source in found:
        assert is_read_back(source, source.title.removesuffix(".png"), form)


@pytest.mark.parametrize("name", READINGS)
def test_a_json_row_is_read_back_too(name):
    (row,) = report_on(name, None).to_rows()
    (source,) = read_argument(json.dumps(row))
    assert essence(source) == expected(name, None)


@pytest.mark.parametrize("form", ["grid", "pzprv3"])
def test_wrong_marks_of_a_grid_count_only_for_steps_as_those_of_a_picture(form):
    (text,) = list_texts(report_on("practice/8x8-mistakes", form))
    (source,) = split_text(text)
    assert bool(solve_puzzle(source, SolveRequest()).error) == (form != "grid")
    assert solve_puzzle(source, SolveRequest(steps="all")).error


def test_a_row_of_a_refused_picture_says_so_and_what_people_read_is_named():
    (row,) = ReadReport("a.png", errors=(REFUSED,)).to_rows()
    (source,) = read_argument(json.dumps(row))
    with pytest.raises(AutoplayError, match="no board, but an error: the board"):
        detect_game(source)
    assert source.label["name"] == "a.png"
    report = report_on("pzpr/5x5", None)
    (shown,) = split_text("\n".join(report.board_lines(report.boards[0])))
    with pytest.raises(AutoplayError, match="prints for people") as caught:
        detect_game(shown)
    assert "--to grid" in caught.value.hint


def test_what_may_be_a_row_of_walls_is_no_comment():
    comments = ["# a", "#", " # shots/1.png\n", "# A B #  1.png", "# ..."]
    rows = ["#AAB", "##", "# # # #", "# A B .", "# . + #", "#a b c d"]
    assert [line for line in comments + rows if is_comment(line)] == comments


def test_a_stream_may_have_comments_anywhere_and_names_are_the_first_of_them():
    text = "# one\n# by me\nstars 1\n# inside\nAB\n\n*.\n..\n\n# refused\n\n# two\n\nCD\n"
    found = [(one.title, one.text) for one in split_text(text)]
    assert found == [("one", "stars 1\nAB\n\n*.\n..\n\n"), ("two", "\nCD\n")]
    assert [one.text for one in split_text("AB\n\nCD")] == ["AB\n\nCD"]
    (only,) = split_text("# nothing\n", "-")
    with pytest.raises(AutoplayError, match="stdin contains no puzzles"):
        only.check()


def test_several_boards_of_a_picture_are_set_apart_and_counted():
    board = report_on("pzpr/5x5", "grid").boards[0]
    report = ReadReport("a\nb.png", (board, board), (REFUSED,))
    heads = [text.partition("\n")[0] for text in list_texts(report)]
    refused = "# a b.png: refused: the board is slanted"
    assert heads == ["# a b.png, board 1", "# a b.png, board 2", refused]


def test_the_list_names_those_refused_until_they_are_read(tmp_path):
    def rows():
        return [row[:2] for row in csv.reader((tmp_path / "refused.csv").open())]

    texts = TextFolder(tmp_path, "puzz.link")
    for name in ("a.png", "b.png"):
        texts.add(ReadReport(name, errors=(REFUSED,)), name)
    texts.add(report_on("pzpr/5x5", "puzz.link"), "c")
    texts.save_list()
    assert (tmp_path / "c.txt").read_text().startswith("https://puzz.link/p?starbattle/5/5/1/")
    assert rows() == [["file", "error"], ["a.png", "ambiguous"], ["b.png", "ambiguous"]]
    board = report_on("pzpr/5x5", "puzz.link").boards[0]
    for name in ("a.png", "b.png"):
        again = TextFolder(tmp_path, "puzz.link")
        again.add(ReadReport(name, (board,)), name)
        again.save_list()
        assert again.has_refused == (name == "a.png")
    assert not (tmp_path / "refused.csv").exists()
    head = ",".join(COLUMNS)
    for text in ("mine\n", "", f"{head}\na.png\n"):
        (tmp_path / "refused.csv").write_text(text)
        with pytest.raises(NotWritable, match="no list of refused pictures"):
            TextFolder(tmp_path, "grid")
    (tmp_path / "refused.csv").write_text(f"{head}\n\na.png,code,why,try\n\n")
    assert TextFolder(tmp_path, "grid").has_refused
