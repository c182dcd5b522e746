"""Chooses what a person would press on a page without a board, and names it."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from playwright.sync_api import Page

from autoplay.browser.controls import Control, OptionList, visible_controls, visible_lists
from autoplay.sites.phrases import rank
from autoplay.sites.start_words import (
    is_agreement,
    is_close,
    is_forbidden,
    is_level,
    is_refusal,
    names_another,
)

MOST_LABELS: Final = 6
"""Most buttons, lists or options that an error names."""

REFUSE, DISMISS, START, GO_ON, NEW, LEVEL, CARD, AGREE, ONLY = range(9)
"""Kinds of controls, in the order in which a person tries them.

A box is refused before it is closed and closed before it is agreed to; what begins a game comes
before what brings up a new one, and that before a choice of sizes or of cards. ``ONLY`` is the one
control of a box that hides the page, whatever it says.
"""
OF_BOX: Final = frozenset({REFUSE, AGREE, ONLY})
"""Kinds that mean something in a box over the page alone."""
LINKS: Final = frozenset({START, GO_ON, NEW, LEVEL, CARD})
"""Kinds that a link to another page may be."""
CHOICES: Final = frozenset({LEVEL, CARD})
"""Kinds of which one in a group is enough."""


@dataclass(frozen=True, slots=True)
class StartRules:
    """Limits of what may be pressed to begin a game.

    ``pressed`` are labels that were pressed before. ``new`` allows what brings up a new board,
    ``links`` what opens another page. If the address ``names_puzzle``, nothing is pressed that
    names another one.
    """

    pressed: tuple[str, ...] = ()
    new: bool = False
    links: bool = False
    names_puzzle: bool = False


def press_start(page: Page, rules: StartRules) -> str:
    """Press the first control or list that a person would try, and return its label; empty if there
    is none.

    Links to other pages are left for `press_link`.
    """
    label = _press_first(page, rules, opens_page=False)
    return label or (_choose_option(page, rules) if rules.new else "")


def press_link(page: Page, rules: StartRules) -> str:
    """Press the first link to another page that a person would try, and return its label; empty if
    there is none."""
    return _press_first(page, rules, opens_page=True)


def press_beside_board(page: Page, pressed: Sequence[str]) -> str:
    """Press what hides a board, or begins the game of one that is shown, and return its label;
    empty if there is none.

    A tab that is open already is no such control.
    """
    rules = StartRules(pressed=tuple(pressed))
    for control in rank_controls(visible_controls(page), rules):
        kind = kind_of(control)
        is_box = control.covers_page and kind is not None
        is_start = kind == START and not control.is_chosen
        if (is_box or is_start) and not control.opens_page and control.press():
            return control.label
    return ""


def kind_of(control: Control, *, is_only: bool = False) -> int | None:
    """Return the kind of a control; None if it leads to no board. ``is_only`` says that it is the
    only control of a box that hides the page."""
    label = control.label
    if is_forbidden(label):
        return None
    if control.in_box and is_refusal(label):
        return REFUSE
    if rank(label, "dismiss") is not None or (control.in_box and is_close(label)):
        return DISMISS
    if rank(label, "start") is not None:
        return START
    if rank(label, "go_on") is not None:
        return GO_ON
    # "Easy" and "Level" are words for a new board too, but one of several is enough.
    if is_level(label):
        return LEVEL
    if rank(label, "new") is not None or names_another(label):
        return NEW
    if control.is_card:
        return CARD
    if control.in_box and is_agreement(label):
        return AGREE
    return ONLY if is_only else None


def rank_controls(controls: Sequence[Control], rules: StartRules) -> list[Control]:
    """Return the controls that may be pressed, those first that a person tries first."""
    hiding = [control for control in controls if control.covers_page and not control.opens_page]
    groups = {control.group for control in controls if control.label in rules.pressed}
    ranked: list[tuple[tuple[int | bool, ...], Control]] = []
    for number, control in enumerate(controls):
        kind = kind_of(control, is_only=hiding == [control])
        if kind is None or control.label in rules.pressed:
            continue
        if kind in (NEW, LEVEL, CARD) and not rules.new:
            continue
        if kind in CHOICES and control.group in groups:
            continue
        if rules.names_puzzle and names_another(control.label):
            continue
        if control.opens_page and (kind not in LINKS or not rules.links):
            continue
        # A box that hides the page comes first; of any other box only what takes it away.
        is_behind = not (control.covers_page or (control.in_box and kind in OF_BOX | {DISMISS}))
        # A tab that is open already comes last, but the size that is chosen is the page's default.
        is_late = control.is_chosen != (kind == LEVEL)
        place = _place(control.label, kind)
        ranked.append(((is_behind, kind, is_late, place, number), control))
    return [control for _, control in sorted(ranked, key=lambda one: one[0])]


def describe_controls(page: Page, pressed: Sequence[str]) -> tuple[str, str]:
    """Return what could be pressed on a page without a board, and the option for the likeliest;
    both are empty if there is nothing.

    The option repeats what was ``pressed`` to come here.
    """
    controls = visible_controls(page)
    lists = visible_lists(page)
    rules = StartRules(tuple(pressed), new=True, links=True)
    ranked = rank_controls(controls, rules)
    others = [one for one in controls if len(one.label) > 1]
    # Controls below a box are out of reach until the box is gone.
    others.sort(key=lambda one: not one.in_box)
    open_to = [one for one in ranked + others if one.label not in pressed]
    labels = list(dict.fromkeys(control.label for control in open_to))[:MOST_LABELS]
    parts: list[str] = []
    if labels:
        is_covered = any(control.covers_page for control in controls)
        where = "buttons of the box over the page" if is_covered else "buttons"
        parts.append(f"{where}: {', '.join(labels)}")
    if lists:
        parts.append(f"lists: {'; '.join(map(_describe_list, lists[:MOST_LABELS]))}")
    # Of what nothing is known about, a list is likelier than a button, and that than a link.
    likely = [control.label for control in ranked]
    if not likely and not lists:
        harmless = [control for control in open_to if not is_forbidden(control.label)]
        harmless.sort(key=lambda control: control.opens_page)
        likely = [control.label for control in harmless]
    return "; ".join(parts), _option_for(likely, lists, pressed)


def _press_first(page: Page, rules: StartRules, *, opens_page: bool) -> str:
    for control in rank_controls(visible_controls(page), rules):
        if control.opens_page == opens_page and control.press():
            return control.label
    return ""


def _choose_option(page: Page, rules: StartRules) -> str:
    """Choose the first option of a list that asks for a choice, and return both; empty if there is
    none."""
    for one in visible_lists(page):
        label = f"{one.name}={one.options[0]}"
        if not one.is_chosen and label not in rules.pressed and one.choose(one.options[0]):
            return label
    return ""


def _place(label: str, kind: int) -> int:
    """Return the place of a label in the table of its topic, the plainest first."""
    topics = {DISMISS: "dismiss", START: "start", GO_ON: "go_on", NEW: "new"}
    if kind not in topics:
        return 0
    return rank(label, topics[kind]) or 0  # type: ignore[arg-type]


def _describe_list(one: OptionList) -> str:
    options = ", ".join(one.options[:MOST_LABELS])
    return (
        f"{one.name} ({options}, …)"
        if len(one.options) > MOST_LABELS
        else f"{one.name} ({options})"
    )


def _option_for(labels: Sequence[str], lists: Sequence[OptionList], pressed: Sequence[str]) -> str:
    """Return the options that press what was pressed, then the first of the labels, else choose
    from the first list."""
    if labels:
        last = labels[0]
    elif lists:
        last = f"{lists[0].name}={lists[0].options[-1]}"
    else:
        return ""
    return " ".join(map(_describe_option, (*pressed, last)))


def _describe_option(label: str) -> str:
    """Return the option that presses a control, or chooses from a list: "Size=5x5"."""
    return f"{'--select' if '=' in label else '--click'} {shlex.quote(label)}"
