"""Pages drawn from a seed: the way to their board has every kind of step, and every kind of
address."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias

from autoplay.practice.puzzles import StarBoard, pick
from solvers.star_battle import Puzzle, solve
from tests.qa.pages.structures import SCRIPT, document

Step: TypeAlias = dict[str, Any]

STARTS: Final = Path(__file__).with_name("starts.js").read_text("utf-8")
KINDS: Final = ("divs", "gaps", "table", "svg", "canvas")
DEEP: Final = ("/play/17", "/daily/2026-11-02", "/star-battle/", "/play?level=3", "/#level-3")
SHALLOW: Final = ("/", "/index.html")
WORDS: Final[tuple[Mapping[str, Any], ...]] = (
    {
        "start": ("Play", "Start game", "Begin"),
        "icon": ("play-btn", "startButton"),
        "levels": ("Easy", "Medium", "Hard"),
        "level": "Level {}",
        "refuse": ("No thanks", "Reject all", "Maybe later", "Play as guest"),
        "accept": ("Accept & Continue", "I agree", "OK"),
        "bad": ("Sign in", "Buy premium", "Subscribe"),
        "today": ("Today", "Play", "Daily puzzle"),
        "list": ("Level", "Choose a level…"),
        "cards": (("Zen", "No clock, no score, as long as you like, alone."),
                  ("Rush", "As many boards as you can in three short minutes.")),
    },
    {
        "start": ("Jugar", "Empezar", "Comenzar"),
        "icon": ("play", "btn-play"),
        "levels": ("Fácil", "Medio", "Difícil"),
        "level": "Nivel {}",
        "refuse": ("No, gracias", "Rechazar todo", "Ahora no"),
        "accept": ("Aceptar", "De acuerdo"),
        "bad": ("Iniciar sesión", "Comprar", "Suscríbete"),
        "today": ("Hoy", "Jugar"),
        "list": ("Nivel", "Elige un nivel"),
        "cards": (("Tranquilo", "Sin reloj y sin puntos, todo el tiempo que quieras."),
                  ("Rápido", "Tantos tableros como puedas en tres minutos cortos.")),
    },
    {
        "start": ("Spielen", "Starten", "Los geht's"),
        "icon": ("start-icon", "play"),
        "levels": ("Leicht", "Mittel", "Schwer"),
        "level": "Level {}",
        "refuse": ("Nein danke", "Alle ablehnen", "Nur notwendige Cookies"),
        "accept": ("Alle akzeptieren", "Einverstanden"),
        "bad": ("Anmelden", "Jetzt kaufen", "Abonnieren"),
        "today": ("Heute", "Spielen"),
        "list": ("Stufe", "Wähle eine Stufe"),
        "cards": (("Ruhig", "Ohne Uhr und ohne Punkte, so lange wie du magst."),
                  ("Eilig", "So viele Bretter wie möglich in drei kurzen Minuten.")),
    },
)  # fmt: skip


@dataclass(frozen=True)
class StartPage:
    """Page of a seed. ``url`` is the path that is asked for, ``pages`` are HTML by path, ``grid`` is
    the board that the address names, and ``chosen`` are the choices that a person makes, by
    number."""

    seed: int
    url: str
    pages: Mapping[str, str]
    grid: tuple[str, ...]
    chosen: tuple[int, ...]
    steps: tuple[str, ...]


def draw_page(seed: int) -> StartPage:
    """Return the page of a seed."""
    random = Random(seed)
    words = random.choice(WORDS)
    is_deep = random.random() < 0.5
    url = random.choice(DEEP if is_deep else SHALLOW)
    steps = _draw_steps(random, words)
    here, other = _path(url), "/elsewhere"
    named, another = pick(1, random.randrange(20)), pick(1, 20 + random.randrange(20))
    # From the address of a host alone, the board may be on another page, to which a link leads.
    is_linked = not is_deep and random.random() < 0.2
    has_link = is_deep or is_linked
    links = [(random.choice(words["today"]), other)] if has_link and random.random() < 0.8 else []
    links = links or ([(random.choice(words["start"]), other)] if is_linked else [])
    settings = {
        "steps": [] if is_linked else steps,
        "links": [*links, ("Help", "/help")],
        "bad": random.sample(words["bad"], random.randrange(3)),
        "kind": random.choice(KINDS),
    }
    bare = {**settings, "steps": [], "links": []}
    pages = {here: _page(named, settings), other: _page(another, bare), "/help": document("<p>?")}
    if is_linked:
        pages[here] = document(
            _script({**settings, "steps": [{"step": "timer", "ms": 10**8}]}, named)
        )
    chosen = [step["chosen"] or 0 for step in steps if step["step"] == "choices"]
    return StartPage(
        seed=seed,
        url=url,
        pages=pages,
        grid=(another if is_linked else named).grid,
        chosen=() if is_linked else tuple(chosen),
        steps=("link",) if is_linked else tuple(step["step"] for step in steps),
    )


def _draw_steps(random: Random, words: Mapping[str, Any]) -> list[Step]:
    steps: list[Step] = []
    if random.random() < 0.4:
        steps.append(
            {"step": random.choice(("fetch", "timer")), "ms": random.choice((300, 900, 2000))}
        )
    if random.random() < 0.4:
        steps.append(_draw_box(random, words))
    if random.random() < 0.6:
        steps.append(_draw_choice(random, words))
    if random.random() < 0.5:
        as_icon = random.random() < 0.3
        label = random.choice(words["icon" if as_icon else "start"])
        kind = "icon" if as_icon else random.choice(("button", "div", "span"))
        steps.append({"step": "button", "label": label, "as": kind})
    if random.random() < 0.3:
        steps.append({"step": "countdown", "seconds": random.choice((2, 3))})
    if random.random() < 0.3:
        steps.append({"step": "fetch", "ms": random.choice((300, 900, 2000))})
    return steps


def _draw_box(random: Random, words: Mapping[str, Any]) -> Step:
    accept, bad = random.choice(words["accept"]), random.choice(words["bad"])
    refuse = [(random.choice(words["refuse"]), True)] if random.random() < 0.7 else []
    # A box that can't be refused is agreed to.
    buttons = [(bad, False), (accept, not refuse), *refuse]
    random.shuffle(buttons)
    return {
        "step": "box",
        "title": random.choice(("Welcome", "Cookies", "Rules")),
        "text": "Some words that a box says before anybody may play.",
        "buttons": buttons,
        "inset": "0",
    }


def _draw_choice(random: Random, words: Mapping[str, Any]) -> Step:
    kind = random.choice(("sizes", "levels", "numbers", "cards", "list"))
    if kind == "list":
        name, asks = words["list"]
        return {"step": "list", "name": name, "asks": asks, "options": list(words["levels"])}
    labels: dict[str, list[str]] = {
        "sizes": ["5×5", "6×6", "8×8"],
        "levels": list(words["levels"]),
        "numbers": [words["level"].format(number) for number in (1, 2, 3, 4)],
        "cards": [title for title, _ in words["cards"]],
    }
    texts = [text for _, text in words["cards"]] if kind == "cards" else None
    chosen = (
        random.randrange(len(labels[kind])) if kind != "cards" and random.random() < 0.4 else None
    )
    return {"step": "choices", "labels": labels[kind], "texts": texts, "chosen": chosen}


def _page(puzzle: StarBoard, settings: Mapping[str, Any]) -> str:
    return document(_script(settings, puzzle))


def _script(settings: Mapping[str, Any], puzzle: StarBoard) -> str:
    solved = solve(Puzzle(puzzle.grid, puzzle.stars))
    solution = [f"{row},{col}" for row, col in solved.cells]
    given = {**settings, "grid": puzzle.grid, "solution": solution}
    return f"<script>{SCRIPT}{STARTS}play({json.dumps(given)})</script>"


def _path(url: str) -> str:
    return url.partition("#")[0].partition("?")[0]
