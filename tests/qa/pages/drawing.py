"""Draws a page from a seed: a value on each axis, then the board, its looks and its surroundings."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias

from autoplay.practice.puzzles import KINDS, pick, solution_cells
from solvers import lights_out, peg_solitaire

Settings: TypeAlias = dict[str, Any]

HERE: Final = Path(__file__).parent
SCRIPT: Final = (HERE / "board.js").read_text("utf-8") + (HERE / "page.js").read_text("utf-8")
WORDS: Final = tomllib.loads((HERE / "words.toml").read_text("utf-8"))
ELSEWHERE: Final = "/elsewhere"
HELP: Final = "/help"
DEEP: Final = ("/play/17", "/daily/2026-11-02", "/star-battle/", "/play?level=3", "/#level-3")
SHALLOW: Final = ("/", "/index.html")
GAMES: Final = {"stars": "star-battle", "lamps": "lights-out", "pegs": "pegs"}
"""Names of the games on the axis, and as the program calls them."""

AXES: Final[Mapping[str, Mapping[str, int]]] = {
    "game": {"stars": 40, "lamps": 30, "pegs": 30},
    "board": {"playable": 92, "none": 5, "dead": 3},
    "size": {"small": 35, "medium": 45, "large": 20},
    "technique": {
        "dom": 30,
        "buttons": 10,
        "table": 12,
        "svg": 14,
        "canvas": 16,
        "open shadow": 6,
        "closed shadow": 4,
        "rebuilt": 8,
    },
    "look": {"first": 20, "second": 20, "third": 20, "fourth": 20, "fifth": 20},
    "colours": {"light": 40, "dark": 25, "vivid": 20, "faint": 15},
    "cycle": {"first": 40, "second": 25, "third": 15, "fourth": 12, "fifth": 8},
    "event": {"click": 60, "mousedown": 15, "pointerup": 10, "pointerdown": 15},
    "helpers": {"none": 50, "at once": 20, "late": 15, "animated": 15},
    "hover": {"none": 70, "brighter": 15, "darker": 15},
    "animation": {"none": 55, "150 ms": 20, "400 ms": 15, "answers in 200 ms": 10},
    "start": {
        "none": 45,
        "late": 12,
        "button": 10,
        "choice": 10,
        "countdown": 5,
        "box": 8,
        "several": 10,
    },
    "address": {"shallow": 50, "deep": 50},
    "navigation": {"none": 50, "another": 40, "leads": 10},
    "verdict": {
        "words": 18,
        "narrow": 8,
        "dialog": 8,
        "overlay": 6,
        "alert": 7,
        "named": 5,
        "colour": 8,
        "lock": 8,
        "deaf": 4,
        "gone": 5,
        "next": 6,
        "removed": 4,
        "silence": 8,
        "check": 5,
    },
    "beside": {
        "nothing": 30,
        "clock": 12,
        "statistics": 10,
        "rules": 10,
        "news": 10,
        "buttons": 10,
        "video": 5,
        "several": 13,
    },
    "place": {
        "plain": 55,
        "centred": 12,
        "scaled": 4,
        "zoomed": 3,
        "turned": 3,
        "tilted": 2,
        "frame": 4,
        "foreign frame": 3,
        "scrolled": 4,
        "below": 5,
        "moves": 5,
    },
    "language": {"en": 40, "es": 15, "de": 15, "fr": 15, "ja": 15},
}
"""Values of each axis with their weights. ``look`` and ``cycle`` mean something else in each game:
see `LOOKS` and `CYCLES`."""

LOOKS: Final[Mapping[str, tuple[str, ...]]] = {
    "stars": ("lines", "lines and colours", "colours", "thick lines", "gaps"),
    "lamps": ("tile", "lined", "disc", "framed", "ring"),
    "pegs": ("disc", "marble", "dot", "ring", "sign"),
}
CYCLES: Final[Mapping[str, tuple[str, ...]]] = {
    "stars": ("star", "crossStar", "tool", "starCross", "right"),
    "lamps": ("plus", "plus", "plus", "diagonal", "square"),
    "pegs": ("click", "drag", "auto", "keeps", "hints"),
}
PRESSES_PER_STAR: Final = {"crossStar": 2}
STAR_KINDS: Final = {"small": (5, 6), "medium": (7, 8), "large": (9, 10)}
LAMP_SIZES: Final = {"small": (3, 4), "medium": (4, 5), "large": (6, 7)}
PEG_BOARDS: Final = {
    "small": (("triangle4", 5), ("triangle5", 6)),
    "medium": (("triangle5", 13), ("english", 9)),
    "large": (("english", 20), ("triangle6", 18), ("european", 14)),
}
STARS: Final = ("★", "⭐", "♛", "●", "✶", "fill")
CROSSES: Final = ("×", "✕", "·", "/")
PLACES: Final = {
    "plain": "width:max-content",
    "moves": "width:max-content",
    "below": "width:max-content",
    "frame": "width:max-content",
    "foreign frame": "width:max-content",
    "centred": "width:max-content; margin:0 auto",
    # A scaled board leaves its place as it was: without a margin, text would lie over it.
    "scaled": "width:max-content; transform:scale(1.3); transform-origin:0 0; margin-bottom:160px",
    "zoomed": "width:max-content; zoom:.7",
    "turned": "width:max-content; margin:90px; transform:rotate(6deg)",
    "tilted": "width:max-content; margin:60px; transform:perspective(900px) rotateX(20deg)",
    "scrolled": "width:300px; height:190px; overflow:auto; border:1px solid #888",
}
EMPTY: Final = (
    "There is no puzzle here today.",
    "The next one comes on Monday at noon, and the one after that a week later.",
)


@dataclass(frozen=True)
class DrawnPage:
    """Page of a seed: its value on each axis, the path that is asked for, and HTML by path.

    ``needed`` is the number of presses that the board takes; ``chosen`` are the choices that a
    person makes on the way to it, by number; ``here`` is the path of the board that the address
    names. ``dealt`` is the board as the page deals it.
    """

    seed: int
    axes: Mapping[str, str]
    url: str
    here: str
    pages: Mapping[str, str]
    dealt: Settings
    needed: int
    chosen: tuple[int, ...]

    @property
    def is_playable(self) -> bool:
        """True if the page can be solved."""
        return self.axes["board"] == "playable"

    @property
    def is_never_quiet(self) -> bool:
        """True if something beside the board, or in its place, may change all the time."""
        return self.axes["beside"] in ("clock", "news", "video", "several")


def draw_page(seed: int, **fixed: str) -> DrawnPage:
    """Return the page of a seed, with some axes set to a value."""
    axes = _draw_axes(seed, fixed)
    random = Random(f"{seed} page")
    words = WORDS[axes["language"]]
    named, needed = DEALERS[axes["game"]](axes, Random(f"{seed} board"))
    others = Random(f"{seed} another board")
    another = named
    while another == named:
        another, _ = DEALERS[axes["game"]](axes, others)
    url = random.choice(DEEP if axes["address"] == "deep" else SHALLOW)
    path = url.partition("#")[0].partition("?")[0]
    steps = _draw_steps(axes, random, words)
    page = {
        **_dress(axes, random, words),
        "boards": [named, another],
        "steps": steps,
        "links": [("?", HELP)],
        "bad": random.sample(words["bad"], random.randrange(3)),
    }
    here = path
    pages: dict[str, str] = {HELP: "<!doctype html><p>?"}
    bare = {**page, "steps": [], "links": [], "boards": [another, named]}
    if axes["navigation"] == "another":
        page["links"] = [(random.choice(words["links"]), ELSEWHERE), *page["links"]]
        pages[ELSEWHERE] = _write(bare, axes)
    if axes["navigation"] == "leads":
        # From the address of a host alone, a link leads to the board.
        here = "/game"
        pages[here] = _write(page, axes)
        waiting = [{"step": "timer", "ms": 10**8}]
        links = [(random.choice(words["start"]), here), *page["links"]]
        page = {**page, "steps": waiting, "links": links}
    pages[path] = _write(page, axes)
    if "frame" in axes["place"]:
        pages["/board"] = pages[here]
        host = (
            "${location.origin.replace('127.0.0.1', 'localhost')}"
            if "foreign" in axes["place"]
            else ""
        )
        pages[here] = _write_frame(host)
    choices = [step["chosen"] or 0 for step in steps if step["step"] == "choices"]
    return DrawnPage(seed, axes, url, here, pages, named, needed, tuple(choices))


def _draw_axes(seed: int, fixed: Mapping[str, str]) -> dict[str, str]:
    """Return a value on each axis; values that can't stand together give way to the usual one."""
    axes = {}
    for name, values in AXES.items():
        drawn = Random(f"{seed} {name}").choices(list(values), list(values.values()))[0]
        axes[name] = fixed.get(name, drawn)
    game = axes["game"]
    for name, meanings in (("look", LOOKS), ("cycle", CYCLES)):
        places = list(AXES[name])
        if axes[name] in places:
            axes[name] = meanings[game][places.index(axes[name])]
    if game != "stars":
        axes["helpers"] = "none"
    if axes["address"] == "deep" and axes["navigation"] == "leads":
        axes["navigation"] = "another"
    if axes["place"] == "moves" and axes["cycle"] == "drag":
        axes["place"] = "plain"
    # Nobody can tell which of two pale lamps is lit on a page that says nothing.
    is_doubtful = axes["look"] == "ring" and axes["colours"] in ("light", "faint")
    if is_doubtful and axes["verdict"] == "silence":
        axes["verdict"] = "words"
    # From the address of a host alone, without a board, a person tries the link.
    if axes["board"] == "none":
        axes["place"] = "plain"
        axes["navigation"] = "another" if axes["address"] == "deep" else "none"
    return axes


def _deal_stars(axes: Mapping[str, str], random: Random) -> tuple[Settings, int]:
    size = random.choice(STAR_KINDS[axes["size"]])
    kinds = [
        number
        for number, kind in enumerate(KINDS)
        if kind.size == size and kind.series != "shapeless"
    ]
    kind = random.choice(kinds)
    board = pick(kind, random.randrange(KINDS[kind].bundled))
    solution = [
        f"{row},{col}" for row, col in sorted(solution_cells(board.grid, board.stars, limit=1)[0])
    ]
    dealt = {"grid": board.grid, "stars": board.stars, "solution": solution}
    return dealt, len(solution) * PRESSES_PER_STAR.get(axes["cycle"], 1)


def _deal_lamps(axes: Mapping[str, str], random: Random) -> tuple[Settings, int]:
    rows = random.choice(LAMP_SIZES[axes["size"]])
    cols = random.choice(LAMP_SIZES[axes["size"]])
    blank = ["." * cols] * rows
    lamps = lights_out.Puzzle(blank).lamps
    rule = lights_out.named_rule(axes["cycle"], lamps)
    puzzle = lights_out.generate(lights_out.Puzzle(blank, rule=rule), random.randrange(10**6))
    grid = [line.replace(".", "0").replace("*", "1") for line in puzzle.grid]
    presses = puzzle.solve().presses
    return {"rows": grid, "shape": sorted(rule.offsets)}, len(presses)


def _deal_pegs(axes: Mapping[str, str], random: Random) -> tuple[Settings, int]:
    name, pegs = random.choice(PEG_BOARDS[axes["size"]])
    board = peg_solitaire.named_board(name)
    puzzle = peg_solitaire.generate(board, pegs, random.randrange(10**6))
    presses_per_jump = 1 if axes["cycle"] == "drag" else 2
    return {"rows": puzzle.grid, "lattice": board.lattice}, (pegs - 1) * presses_per_jump


DEALERS: Final[Mapping[str, Callable[[Mapping[str, str], Random], tuple[Settings, int]]]] = {
    "stars": _deal_stars,
    "lamps": _deal_lamps,
    "pegs": _deal_pegs,
}
"""Functions that deal a board, with the presses that it takes, by the name of the game."""


def _dress(axes: Mapping[str, str], random: Random, words: Settings) -> Settings:
    """Return how the board looks and behaves, and what stands beside it."""
    game = axes["game"]
    side = {"small": 52, "medium": 44, "large": 36}[axes["size"]] + random.randrange(-8, 12)
    technique = axes["technique"]
    beside = [axes["beside"]]
    if axes["beside"] == "several":
        beside = random.sample(
            [one for one in AXES["beside"] if one not in ("nothing", "several")], 3
        )
    # A table has rows and columns alone, and a button can't hold what is dragged.
    is_plain = game != "pegs" and axes["cycle"] != "drag"
    technique = technique if is_plain or technique not in ("table", "buttons") else "dom"
    of_technique = {
        "technique": technique if technique in ("table", "svg", "canvas") else "dom",
        "button": technique == "buttons",
        "isRebuilt": technique == "rebuilt",
        "shadow": {"open shadow": "open", "closed shadow": "closed"}.get(technique, ""),
    }
    reactions = {
        "by": axes["event"],
        "cycle": axes["cycle"],
        "tool": "cross",
        "helpers": axes["helpers"],
        "ms": {"150 ms": 150, "400 ms": 400}.get(axes["animation"], 0),
        "lag": 200 if axes["animation"] == "answers in 200 ms" else 0,
        "hover": {"brighter": "brightness(1.3)", "darker": "brightness(.8)"}.get(axes["hover"], ""),
        "drags": axes["cycle"] == "drag",
        "auto": axes["cycle"] == "auto",
        "keeps": axes["cycle"] == "keeps",
        "hints": axes["cycle"] == "hints",
        "verdict": axes["verdict"],
        "late": random.choice((0, 0, 300, 1200)),
        "isDead": axes["board"] == "dead",
        "isEmpty": EMPTY if axes["board"] == "none" else None,
    }
    around = {
        "beside": [one for one in beside if one != "nothing"],
        "counts": random.random() < 0.4,
        "place": PLACES[axes["place"]],
        "moves": axes["place"] == "moves",
        "filler": {"above": 24, "below": 12}
        if axes["place"] == "below"
        else {"above": 1, "below": 2},
        "words": {
            **words,
            "won": random.choice(words["won"]),
            "title": "Puzzles",
            "heading": words["headings"][game],
        },
    }
    looks = {"look": axes["look"], "side": side, **_colour_page(axes["colours"])}
    looks |= COLOURERS[game](axes, random)
    return {"game": game, **of_technique, **reactions, **around, **looks}


def _colour_page(colours: str) -> Settings:
    if colours == "dark":
        return {
            "ground": "#15171c",
            "pageInk": "#ddd",
            "paper": "#23262e",
            "ink": "#e8e8e8",
            "thin": "#50545f",
        }
    return {"ground": "#fafafa", "pageInk": "#222", "paper": "#fff", "ink": "#111", "thin": "#999"}


def _colour_stars(axes: Mapping[str, str], random: Random) -> Settings:
    is_dark = axes["colours"] == "dark"
    letters = "ABCDEFGHIJKLMNOP"
    light, spread = (32, 8) if is_dark else (80, 7)
    saturation = 90 if axes["colours"] == "vivid" else 55
    turn = random.randrange(360)
    coloured = {}
    for number, letter in enumerate(letters[:10]):
        hue = (turn + 36 * number) % 360
        coloured[letter] = f"hsl({hue} {saturation}% {light + spread * (number % 2)}%)"
    look = axes["look"]
    mark = {"light": "#111", "dark": "#f5f5f5", "vivid": "#c2185b", "faint": "#e3e3e6"}[
        axes["colours"]
    ]
    cross = {"light": "#777", "dark": "#999", "vivid": "#333", "faint": "#ececef"}[axes["colours"]]
    star = random.choice(STARS)
    # A faint mark is one on white: on colours, all that is faint is one of them.
    has_colours = "colours" in look or look == "gaps"
    if axes["colours"] == "faint" and has_colours:
        mark, cross = "#00000030", "#00000020"
    return {
        "colours": coloured if has_colours else {},
        "lines": "lines" in look,
        "thick": 4 if look == "thick lines" else 2.5,
        "frame": f"2px solid {'#e8e8e8' if is_dark else '#111'}",
        "star": star,
        "cross": random.choice(CROSSES),
        "mark": mark,
        "crossInk": cross,
        "toldColour": "#1565c0",
    }


def _colour_lamps(axes: Mapping[str, str], random: Random) -> Settings:
    pairs = {
        "light": (["#37474f", "#ffd54a"], ["#455a64", "#e0f7fa"], ["#b0bec5", "#ffee58"]),
        "dark": (["#263238", "#f4c50a"], ["#1b2430", "#4dd0e1"]),
        "vivid": (["#4a148c", "#ffeb3b"], ["#1a237e", "#ff8a65"]),
        "faint": (["#3c4043", "#53585c"], ["#50545a", "#686e76"]),
    }
    states = random.choice(pairs[axes["colours"]])
    return {"states": states, "gap": random.choice((1, 3, 6)), "toldColour": "#2e7d32"}


def _colour_pegs(axes: Mapping[str, str], random: Random) -> Settings:
    trios = {
        "light": (("#c0392b", "#5d4037", "#f1c40f"), ("#1e88e5", "#b0bec5", "#e53935")),
        "dark": (("#e67e22", "#3a4552", "#e74c3c"), ("#ecf0f1", "#2a3642", "#f1c40f")),
        "vivid": (("#d500f9", "#4a148c", "#00e676"), ("#00c853", "#1b5e20", "#ff1744")),
        "faint": (("#9e9e9e", "#c4c4c4", "#7986cb"), ("#78909c", "#a7b6be", "#8d6e63")),
    }
    peg, hole, chosen = random.choice(trios[axes["colours"]])
    plate = "" if axes["colours"] == "faint" else random.choice(("", "", "#d7a86e"))
    if axes["colours"] == "dark" and plate:
        plate = "#1f2a36"
    return {"peg": peg, "hole": hole, "chosen": chosen, "plate": plate, "toldColour": "#ffb300"}


COLOURERS: Final[Mapping[str, Callable[[Mapping[str, str], Random], Settings]]] = {
    "stars": _colour_stars,
    "lamps": _colour_lamps,
    "pegs": _colour_pegs,
}


def _draw_steps(axes: Mapping[str, str], random: Random, words: Settings) -> list[Settings]:
    """Return the steps from the page to its board, in the order in which a page has them."""
    start = axes["start"]
    kinds = [start]
    if start == "none":
        return []
    if start == "several":
        kinds = [
            kind
            for kind in ("late", "box", "choice", "button", "countdown", "late")
            if random.random() < 0.5
        ]
    return [STEPS[kind](random, words) for kind in kinds]


def _draw_wait(random: Random, _: Settings) -> Settings:
    return {"step": random.choice(("fetch", "timer")), "ms": random.choice((300, 900, 2000))}


def _draw_box(random: Random, words: Settings) -> Settings:
    accept = random.choice(words["accept"])
    bad = random.choice(words["bad"])
    refuse = [(random.choice(words["refuse"]), True)] if random.random() < 0.7 else []
    # A box that can't be refused is agreed to.
    buttons = [(bad, False), (accept, not refuse), *refuse]
    random.shuffle(buttons)
    title = random.choice(("Welcome", "Cookies", "Rules"))
    return {"step": "box", "title": title, "text": words["filler"], "buttons": buttons}


def _draw_choice(random: Random, words: Settings) -> Settings:
    kind = random.choice(("sizes", "levels", "numbers", "cards", "list"))
    if kind == "list":
        name, asks = words["list"]
        return {"step": "list", "name": name, "asks": asks, "options": words["levels"]}
    labels = {
        "sizes": ["5×5", "6×6", "8×8"],
        "levels": words["levels"],
        "numbers": [f"{words['numbered']} {number}" for number in (1, 2, 3, 4)],
        "cards": [title for title, _ in words["cards"]],
    }[kind]
    texts = [text for _, text in words["cards"]] if kind == "cards" else None
    has_default = kind != "cards" and random.random() < 0.4
    chosen = random.randrange(len(labels)) if has_default else None
    return {"step": "choices", "labels": labels, "texts": texts, "chosen": chosen}


def _draw_button(random: Random, words: Settings) -> Settings:
    as_icon = random.random() < 0.3
    label = random.choice(words["icon" if as_icon else "start"])
    return {
        "step": "button",
        "label": label,
        "as": "icon" if as_icon else random.choice(("button", "div", "span")),
    }


def _draw_countdown(random: Random, _: Settings) -> Settings:
    return {"step": "countdown", "seconds": random.choice((2, 3))}


STEPS: Final[Mapping[str, Callable[[Random, Settings], Settings]]] = {
    "late": _draw_wait,
    "box": _draw_box,
    "choice": _draw_choice,
    "button": _draw_button,
    "countdown": _draw_countdown,
}
"""Functions that draw a step, by the name on the axis."""


def _write(page: Settings, axes: Mapping[str, str]) -> str:
    """Return the HTML of a page."""
    head = (
        f"<!doctype html><html lang={axes['language']}><meta charset=utf-8><title>Puzzles</title>"
    )
    return f"{head}<body><script>{SCRIPT}begin({json.dumps(page)})</script>"


def _write_frame(host: str) -> str:
    """Return the HTML of a page whose board is in a frame, of this host or of another one."""
    script = f"document.querySelector('iframe').src = `{host}/board`"
    frame = "<iframe style='width:720px; height:700px; border:1px solid #888'></iframe>"
    return f"<!doctype html><meta charset=utf-8><title>Puzzles</title><body>{frame}<script>{script}</script>"
