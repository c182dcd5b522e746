"""What stands round the board: side column, tools, advertisements, consent."""

from __future__ import annotations

from html import escape

from autoplay.practice.options import Options, PageOptions
from autoplay.practice.puzzles import KINDS, SIZE_MENU
from autoplay.practice.templates import fill


def advertisements(options: PageOptions) -> dict[str, str]:
    """The advertisements of a page; its script shows them when they are due."""
    return {
        "top_ad": fill("top_ad") if options.topad else "",
        "bottom_ad": fill("bottom_ad") if options.bottomad else "",
        "popup": fill("popup") if options.event == "popup" else "",
    }


def consent(options: PageOptions) -> str:
    """The consent box of a page: one of its own, or a frame."""
    templates = {"1": "consent", "frame": "consent_frame"}
    return fill(templates[options.consent]) if options.consent in templates else ""


def surroundings(options: Options, stars: int) -> dict[str, str]:
    """What belongs to every Star Battle page: the skins other than star-battle have a plainer one."""
    if options.skin == "star-battle":
        return {"side": _side(options), "toolbar": _toolbar(options), "intro": ""}
    count = f"{stars} {'queen' if options.skin == 'queens' else 'star'}{'s' if stars > 1 else ''}"
    return {"side": "", "toolbar": fill("clock"), "intro": fill(f"intro_{options.skin}", count=count)}


def _side(options: Options) -> str:
    links = menu_links(options)[:SIZE_MENU]
    return fill("side", menu="\n".join(f"    <li>{link}</li>" for link in links))


def menu_links(options: Options) -> list[str]:
    """A link to each kind of puzzle, with the other options as they are."""
    links = []
    for size, kind in enumerate(KINDS):
        query = escape(options.but(size=size, seed=None, date="", specific=False, specid=None).query or "size=0")
        here = ' class="on"' if size == options.size else ""
        links.append(f'<a href="/?{query}"{here}>{kind.label} Star Battle</a>')
    return links


def _toolbar(options: Options) -> str:
    flags = {
        "auto": "Submit by itself",
        "errors": "Show mistakes",
        "night": "Night mode",
        "coords": "Coordinates",
        "thick": "Thick frame",
    }
    draws = {"auto": "star | star, right for X", "rotate": "star, X, empty"}
    return fill(
        "toolbar",
        draw_links=" ".join(_setting(options, "draw", value, text) for value, text in draws.items()),
        setting_links=" ".join(
            _setting(options, name, not getattr(options, name), text, on=getattr(options, name))
            for name, text in flags.items()
        ),
    )


def _setting(options: Options, name: str, value: object, text: str, *, on: bool | None = None) -> str:
    chosen = getattr(options, name) == value if on is None else on
    query = escape(options.but(**{name: value}).query)
    return f'<a class="btn{" on" if chosen else ""}" href="/?{query}">{text}</a>'
