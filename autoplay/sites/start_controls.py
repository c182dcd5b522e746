"""Chooses what a person would press on a page without a board, and names it."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Final, Literal, TypeAlias

from playwright.sync_api import Page

from autoplay.browser.controls import ICON, Control, OptionList, visible_controls, visible_lists
from autoplay.sites.phrases import (
    Topic,
    is_agreement,
    is_close,
    is_forbidden,
    is_level,
    is_refusal,
    names_another,
    rank,
)
from autoplay.sites.start_words import is_optional, leads_aside, shows_board, turns_page
from autoplay.sites.statements import is_doubtful
from vision.reading import Box

MOST_LABELS: Final = 6
"""Most buttons, lists or options that an error names."""

CHOSEN: Final = "="
"""Sign between the name of a list and the option that is chosen from it."""

LEAST_LEVELS: Final = 3
"""Number of controls next to each other, none of them known, that are a choice of levels: of two,
one may be a menu."""

REFUSE, CHOOSE, DISMISS, START, GO_ON, NEW, LEVEL, CARD, AGREE, TEXT, ONLY = range(11)
"""Kinds of controls, in the order in which a person tries them.

A box is refused before it is closed and closed before it is agreed to; what a button waits for is
chosen before any button is pressed; what begins a game comes before what brings up a new one, and
that before a choice of sizes or of cards. ``TEXT`` says the same without looking like a control.
``ONLY`` is the one control of a page, or of a box that hides it, whatever it says; or the first of
a page's only choice, if nothing on it is known.
"""
OF_BOX: Final = frozenset({REFUSE, DISMISS, AGREE, ONLY})
"""Kinds that take a box over the page away."""
LINKS: Final = frozenset({START, GO_ON, NEW, LEVEL, CARD})
"""Kinds that a link to another page may be."""
CHOICES: Final = frozenset({CHOOSE, LEVEL, CARD})
"""Kinds of which one in a group is enough."""


Shown: TypeAlias = Literal["nothing", "board", "game", "box"]
"""Content of a page: no board; one, of which only what hides it or begins its game is pressed; a
game that has begun, off which boxes are taken, or that a box over it is to begin; or such a game
with a box, even a small one, over some of it."""


@dataclass(frozen=True, slots=True)
class StartRules:
    """Limits of what may be pressed to begin a game.

    ``pressed`` are labels that were pressed before. ``new`` allows what brings up a new board. Only
    ``links`` to other pages are pressed, or none. If the address ``names_puzzle``, nothing is
    pressed that names another one. Its ``routes`` are the other parts of its document that do not
    count as other pages, unless it names one of them. What is ``shown`` lies at ``board`` in the
    window, if that is known. At ``levels`` in the window is what looked like a board, so that its
    tiles may be levels in any case.
    """

    pressed: tuple[str, ...] = ()
    new: bool = False
    links: bool = False
    names_puzzle: bool = False
    routes: bool = False
    shown: Shown = "nothing"
    board: Box | None = None
    levels: Box | None = None


def press_start(page: Page, rules: StartRules) -> str:
    """Press the first control that a person would try, or choose from the first list, and return
    its label; empty if there is none."""
    controls = visible_controls(page, rules.board, with_texts=True)
    for control in rank_controls(controls, rules):
        if control.press():
            return control.label
    return _choose_option(page, rules) if rules.new and not rules.links else ""


def has_way_on(page: Page, board: Box) -> bool:
    """Return True if a box that hides most of a ``board`` in the window, or of the page, has a
    control that goes on, or closes it: not one that says no, or asks to try again."""
    # A box with a picture over the board may be one that holds it, but not over the whole page.
    return any(lead_on(visible_controls(page, place)) for place in (board, None))


def lead_on(controls: Sequence[Control]) -> bool:
    """Return True if one of these controls is in a box that covers the page, and goes on."""
    only = _find_only(controls)
    for control in controls:
        kind = kind_of(control, is_only=control == only)
        is_no = kind in (None, REFUSE) or is_doubtful([control.label])
        if control.covers_page and not is_no:
            return True
    return False


def kind_of(control: Control, *, is_only: bool = False) -> int | None:
    """Return the kind of a control; None if it leads to no board. ``is_only`` says that it is the
    only control of the page, or of a box that hides it."""
    label = control.label
    if is_forbidden(label):
        return None
    if control.is_text:
        return TEXT if rank(label, "start") is not None else None
    if control.awaited_by:
        leads_on = _kind_of_words(control.awaited_by) in (DISMISS, START, GO_ON, NEW)
        is_wanted = leads_on or is_level(label)
        return CHOOSE if is_wanted and not is_optional(label) else None
    if control.in_box and is_refusal(label):
        return REFUSE
    if control.in_box and is_close(label):
        return DISMISS
    # A card says more than what begins the game, and its heading may be that.
    kinds = [_kind_of_words(label), _kind_of_words(control.heading)]
    known = [kind for kind in kinds if kind is not None]
    if known:
        return min(known)
    if control.is_numbered:
        return LEVEL
    if control.heading and not leads_aside(control.heading):
        return CARD
    if control.in_box and (is_agreement(label) or turns_page(label)):
        return AGREE
    return ONLY if is_only else None


def _kind_of_words(label: str) -> int | None:
    """Return the kind of a control by what it says alone."""
    if rank(label, "dismiss") is not None:
        return DISMISS
    if rank(label, "start") is not None:
        return START
    if rank(label, "go_on") is not None or shows_board(label):
        return GO_ON
    # "Easy" and "Level" are words for a new board too, but one of several is enough.
    if is_level(label):
        return LEVEL
    if rank(label, "new") is not None or names_another(label):
        return NEW
    return None


def rank_controls(controls: Sequence[Control], rules: StartRules) -> list[Control]:
    """Return the controls that may be pressed, those first that a person tries first."""
    only = _find_only(controls)
    groups = {control.group for control in controls if control.label in rules.pressed}
    ranked: list[tuple[tuple[int | bool, ...], Control]] = []
    for number, control in enumerate(controls):
        kind = kind_of(control, is_only=control == only)
        if kind is None or not _may_press(control, kind, rules):
            continue
        if kind in CHOICES and control.group in groups:
            continue
        # A box that hides the page comes first; of any other box only what takes it away.
        is_behind = not (control.covers_page or (control.in_box and kind in OF_BOX))
        # A tab that is open already comes last, but the size that is chosen is the page's default.
        is_late = control.is_chosen != (kind == LEVEL)
        place = _place(control, kind)
        is_again = control.label in rules.pressed
        ranked.append(((is_again, is_behind, kind, is_late, place, number), control))
    ranked.sort(key=itemgetter(0))
    return [control for _, control in ranked]


def _find_only(controls: Sequence[Control]) -> Control | None:
    """Return the only control of the boxes that hide a page, else of the page, or the first of its
    only group; None if there is none, or it has something else than the game to offer."""
    own = [control for control in controls if not (control.opens_page or control.is_text)]
    hiding = [control for control in own if control.covers_page]
    within = hiding or own
    # An icon without a name counts only where nothing has one: others turn the sound off.
    named = [control for control in within if control.label != ICON]
    candidates = named or within
    if len(candidates) == 1:
        is_aside = not hiding and leads_aside(candidates[0].label)
        return None if is_aside else candidates[0]
    # Names of levels may be any words: all that such a page offers is a choice between them.
    is_choice = len(named) >= LEAST_LEVELS and len({control.group for control in named}) == 1
    return named[0] if is_choice and not (hiding or any(map(_is_known, named))) else None


def _is_known(control: Control) -> bool:
    """Return True if it is known what a control does, in the game or beside it."""
    label = control.label
    return is_forbidden(label) or leads_aside(label) or _kind_of_words(label) is not None


def _may_press(control: Control, kind: int, rules: StartRules) -> bool:
    label = control.label
    # The pages of a tutorial have the same button, and a choice gives one something to begin.
    is_done = label in _pressed_since_choice(rules.pressed) and not control.covers_page
    leads_away = control.opens_page and not (control.is_route and rules.routes)
    if is_done or leads_away != rules.links:
        return False
    if rules.links and kind not in LINKS:
        return False
    if rules.names_puzzle and names_another(label):
        return False
    if kind == ONLY and not control.covers_page:
        # Beside a board it may do anything to it.
        return rules.new and rules.shown == "nothing" and rules.levels is None
    if kind in (NEW, LEVEL, CARD) and not rules.new:
        return control.is_numbered and rules.levels is not None and control.is_at(rules.levels)
    if rules.shown == "box":
        return control.in_box and kind in (REFUSE, DISMISS)
    if rules.shown == "game":
        # Below a box that starts a game none has begun, whatever looked like a mark.
        return control.covers_page and kind in (REFUSE, DISMISS, START)
    if rules.shown == "board":
        # A tab that is open already begins nothing.
        begins_game = kind == START and not control.is_chosen
        may_be_only = rules.board is None or kind != ONLY
        return begins_game or (control.covers_page and may_be_only)
    return True


def _pressed_since_choice(pressed: Sequence[str]) -> list[str]:
    """Return the labels that were pressed after the last option of a list was chosen."""
    since: list[str] = []
    for label in pressed:
        since = [] if CHOSEN in label else [*since, label]
    return since


def describe_controls(page: Page, pressed: Sequence[str]) -> tuple[str, str]:
    """Return what could be pressed on a page without a board, and the option for the likeliest;
    both are empty if there is nothing.

    The option repeats what was ``pressed`` to come here.
    """
    controls = visible_controls(page)
    # A list of which nothing is chosen yet asks for that.
    lists = sorted(visible_lists(page), key=lambda one: one.is_chosen)
    ranked: list[Control] = []
    for links in (False, True):
        rules = StartRules(tuple(pressed), new=True, links=links)
        ranked += rank_controls(controls, rules)
    # Controls below a box are out of reach until the box is gone, and links lead away.
    others = sorted(controls, key=lambda one: (not one.in_box, one.opens_page))
    labels: list[str] = []
    for control in ranked + others:
        is_new = control.label not in labels and control.label not in pressed
        says_what = len(control.label) > 1 and control.label != ICON
        if is_new and (says_what or control in ranked):
            labels.append(control.label)
    parts: list[str] = []
    if labels:
        is_covered = any(control.covers_page for control in controls)
        where = "buttons of the box over the page" if is_covered else "buttons"
        parts.append(f"{where}: {', '.join(labels[:MOST_LABELS])}")
    if lists:
        parts.append(f"lists: {'; '.join(map(_describe_list, lists[:MOST_LABELS]))}")
    # Of what nothing is known about, a list is likelier than a button.
    if not ranked and lists:
        likely = [_name_option(lists[0], -1)]
    else:
        likely = [label for label in labels if not is_forbidden(label)][:1]
    option = _describe_options(list(pressed) + likely) if likely else ""
    return "; ".join(parts), option


def _choose_option(page: Page, rules: StartRules) -> str:
    """Choose the first option of a list that asks for a choice, and return both; empty if there is
    none."""
    for one in visible_lists(page):
        label = _name_option(one, 0)
        if not one.is_chosen and label not in rules.pressed and one.choose(one.options[0]):
            return label
    return ""


def _place(control: Control, kind: int) -> int:
    """Return the place of what a control says in the table of its topic, the plainest first."""
    topics: dict[int, Topic] = {DISMISS: "dismiss", START: "start", GO_ON: "go_on", NEW: "new"}
    if kind not in topics:
        return 0
    places = [rank(said, topics[kind]) for said in (control.label, control.heading)]
    return min((place for place in places if place is not None), default=0)


def _describe_list(one: OptionList) -> str:
    options = list(one.options[:MOST_LABELS])
    if len(one.options) > MOST_LABELS:
        options.append("…")
    return f"{one.name} ({', '.join(options)})"


def _name_option(one: OptionList, number: int) -> str:
    """Return what stands for a list and one of its options: "Size=5x5"."""
    return f"{one.name}{CHOSEN}{one.options[number]}"


def _describe_options(labels: Sequence[str]) -> str:
    """Return the options that press controls, or choose from lists."""
    words: list[str] = []
    for label in labels:
        words += ["--select" if CHOSEN in label else "--click", shlex.quote(label)]
    return " ".join(words)
