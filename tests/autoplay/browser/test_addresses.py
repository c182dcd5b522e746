"""Addresses that name a puzzle, and those that lead deeper into one."""

from autoplay.browser.addresses import is_home, is_shallow, is_within

HOST = "https://puzzle.test"


def test_addresses_that_name_a_puzzle_are_told_from_those_of_a_host():
    shallow = ("", "/", "/index.html", "/#", "/#/")
    deep = ("/play", "/a/index.html", "/?size=5", "/#level-3")
    assert [path for path in (*shallow, *deep) if is_shallow(HOST + path)] == [*shallow]
    folders = ("/lights/", "/lights/index.html", "/lights/#/")
    puzzles = (
        "/lights",
        "/17/",
        "/lights/17/",
        "/lights/easy/",
        "/lights/?size=5",
        "/lights/#/17",
        "/?size=5",
    )
    assert [path for path in (*shallow, *folders, *puzzles) if is_home(HOST + path)] == [
        *shallow,
        *folders,
    ]
    for one, other, is_inside in (
        ("/play/17", "/play/17/", True), ("/play", "/play/17", True), ("/a/index.html", "/a/#go", True),
        ("/?size=5", "/?size=5&level=2", True), ("/play/17", "/", False), ("/play/1", "/play/17", False),
        ("/?size=5", "/?size=6", False), ("/#level-3", "/", False),
    ):  # fmt: skip
        assert is_within(HOST + one, HOST + other) == is_inside, (one, other)
    assert not is_within(f"{HOST}/a", "https://elsewhere.test/a")
