"""Begins the game of a page that shows no board: when it presses something, and where that may
lead."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page

from autoplay.browser.activity import PageActivity
from autoplay.browser.addresses import (
    find_path,
    has_part,
    is_home,
    is_same_document,
    is_same_host,
    is_shallow,
    is_within,
)
from autoplay.browser.navigation import open_url
from autoplay.player.play_request import PlayRequest
from autoplay.sites import PageResult, Site
from autoplay.sites.phrases import is_refusal
from autoplay.sites.start_controls import StartRules, describe_controls
from solvers.errors import AutoplayError
from vision.errors import BoardNotFound
from vision.reading import Box

MOST_STARTS: Final = 5
"""Maximum number of controls that are pressed to begin a game: a box, three choices and a start are
the longest way that was met."""
LINK_S: Final = 2.0
"""Time for which a page must have been quiet before a link to another page is pressed: boards that
came by themselves were there within 1.5 s."""
COUNTS_S: Final = 1.3
"""Time without any change after which no clock counts down to the game: clocks change each
second."""
NOTHING_TO_PRESS: Final = "--headed to see the page, or --wait-for SECONDS if its board comes later"
BACK_MS: Final = 5000
"""Maximum time for the page before to come back."""


@dataclass(frozen=True, slots=True)
class BoardlessPage:
    """State of a page without a readable board.

    ``is_bare`` is True if nothing looks like a board, ``is_searched`` once it was looked for
    everywhere, ``goes_on`` if it was not, and the page or a part of it can be scrolled. The page
    has looked the same for ``still_s`` seconds, and come to rest ``rests`` times.
    """

    is_bare: bool
    is_searched: bool
    still_s: float
    goes_on: bool = False
    rests: int = 0

    @property
    def is_empty(self) -> bool:
        """True if nothing looks like a board, or what does could not be read anywhere."""
        return self.is_bare or self.is_searched


class GameStarter:
    """Starter of the game of one page, whose board is the one that the address ``named`` names.

    ``started`` are the labels of the controls that were pressed to begin it.

    What the page does without a board decides what is pressed:

    - it asks its server, or adds elements: nothing
    - it is quiet: a control that seems to stay on the page, or in its document if the address
      names no part of that
    - it has been quiet for `LINK_S`, the address is that of a host alone, and nothing was to be
      clicked by request: a link to another page of the host, once
    - it has refused to go on since a box of it was refused: it is loaded again, and the box agreed
      to
    - it has led to another place than the address names: nothing; it is left for the page before
    """

    def __init__(
        self, page: Page, site: Site, request: PlayRequest, activity: PageActivity, named: str
    ) -> None:
        self.page = page
        self.site = site
        self.request = request
        self.activity = activity
        self.named = named
        self.started: tuple[str, ...] = ()
        self.strayed: tuple[str, ...] = ()
        self._pressed_at: list[tuple[str, str]] = []
        self._home: str | None = None
        self._has_led_on = False
        self._has_asked_again = False
        self._tried: tuple[object, ...] = ()

    @property
    def quiet_s(self) -> float:
        """Seconds for which the page has done nothing by itself; negative while it does."""
        return self.activity.quiet_s

    def begin(self, seen: BoardlessPage) -> bool:
        """Press the control that begins the game, if it is time for that; return True if anything
        was pressed.

        Nothing is tried twice on a page that is unchanged.
        """
        if self.keep_to_address():
            return True
        quiet_s = self.quiet_s
        if quiet_s < 0:
            return False
        is_counting = seen.still_s < COUNTS_S
        # Several choices may follow one another, but what was pressed first may only take its time.
        is_new = not self.started or not is_counting
        # Things that can't be read with certainty may still be the board: no link may lead away.
        is_link_due = seen.is_searched and seen.is_bare
        is_link_due = is_link_due and quiet_s >= (2 * LINK_S if is_counting else LINK_S)
        # The board may be further down: another one is asked for once it was looked for there.
        is_new = is_new and not seen.goes_on
        stage = (self.activity.changes, seen.rests, seen.is_empty, is_new, is_link_due)
        if stage == self._tried:
            return False
        self._tried = stage
        if not seen.is_empty:
            return self.start_shown()
        if self._press(StartRules(new=is_new)) or (is_link_due and self._follow_link()):
            return True
        return is_link_due and self._ask_again()

    def start(self, board: Box, *, new: bool) -> bool:
        """Press a control that begins the game of a board that is shown, at once; return True if
        there is one.

        ``new`` also allows one that brings up another board, unless the address names this one; a
        list of levels at ``board``, the place in the window, was never a board.
        """
        is_new = new and is_home(self.named)
        return self._press(StartRules(new=is_new, levels=board if new else None))

    def start_shown(self, board: Box | None = None, *, has_begun: bool = False) -> bool:
        """Press the control that begins the game of a board that is shown, or takes a box off it;
        return True if there is one.

        ``board`` is its place in the window, if that is known. A game that ``has_begun`` is not
        begun again.
        """
        return self._press(StartRules(shown="game" if has_begun else "board", board=board))

    def keep_to_address(self) -> bool:
        """Go back if a press led away from what the address names; return True if it did."""
        if self._home is None or not self._has_strayed(self.page.url):
            return False
        if self.strayed[-1:] == self.started[-1:]:
            return False  # going back has not helped
        self.strayed += self.started[-1:]
        with suppress(PlaywrightError):
            self.page.go_back(wait_until="domcontentloaded", timeout=BACK_MS)
        if self._has_strayed(self.page.url):
            open_url(self.page, self._home)
        self.activity.restart()
        return True

    def judge(self, result: PageResult, played: str) -> PageResult:
        """Return the result of a board that was played at the address ``played``: another one if
        the address names another puzzle."""
        if result.result not in ("solved", "played"):
            return result
        if not self._is_other(played):
            return result
        message = f"{result.message}; but {self.named} names another puzzle than {played}"
        return PageResult("other-puzzle", message, result.confirmed_by)

    def name_controls(self, error: AutoplayError) -> None:
        """Add what could be pressed to an error about a page without a board."""
        if self.started:
            error.message += f", after pressing {' and '.join(map(repr, self.started))}"
        if self.strayed:
            names = " and ".join(map(repr, self.strayed))
            error.message += f"; {names} led to another address, which was left again"
        said, option = describe_controls(self.page, self.started)
        if said:
            error.message += f"; {said}"
        # A board that was noticed, but can't be read, has a better way on than a button.
        if isinstance(error, BoardNotFound):
            error.hint = f"{option}, if that leads to the board" if option else NOTHING_TO_PRESS

    def _follow_link(self) -> bool:
        """Press a link to another page: not from a deep address, and not if a person has said what
        to click."""
        home = self._home or self.page.url
        has_led_on = self._has_led_on or not is_same_document(home, self.page.url)
        if has_led_on or not is_shallow(self.named) or self.request.preparation.clicks:
            return False
        return self._press(StartRules(new=True, links=True))

    def _ask_again(self) -> bool:
        """Load a page again that does not go on because a box of it was refused, so that it can be
        agreed to; return True if it was loaded."""
        if self._has_asked_again or not self.started or not is_refusal(self.started[-1]):
            return False
        self._has_asked_again = True
        with suppress(PlaywrightError):
            self.page.reload(wait_until="domcontentloaded", timeout=BACK_MS)
        self.activity.restart()
        return True

    def _press(self, rules: StartRules) -> bool:
        """Press a control by the rules, to which the rest is added; return True if there is one.

        What was pressed before is not pressed again, except at another address once nothing else is
        left: "Play" may lead to a page with another "Play".
        """
        request = self.request
        if not request.starts or request.dry_run or len(self.started) == MOST_STARTS:
            return False
        before = self.page.url
        here = tuple(label for url, label in self._pressed_at if url == before)
        names_puzzle = not is_home(self.named)
        rules = replace(rules, names_puzzle=names_puzzle, routes=not has_part(self.named))
        label = ""
        for pressed in dict.fromkeys((self.started, here)):
            label = label or self.site.start(self.page, replace(rules, pressed=pressed))
        if not label:
            return False
        self.started += (label,)
        self._pressed_at.append((before, label))
        if self._home is None:
            self._home = before
        elif is_shallow(self.named) and not is_same_document(before, self._home):
            # All that followed the press before belongs to it: the one that may lead on.
            self._has_led_on = True
            self._home = before
        self.activity.restart()
        return True

    def _has_strayed(self, url: str) -> bool:
        """Return True if presses have led to an address other than they may."""
        assert self._home is not None
        if is_shallow(self.named) and not self._has_led_on:
            return not is_same_host(self._home, url)
        return not is_within(self._home, url)

    def _is_other(self, played: str) -> bool:
        """Return True if a press, or the page itself, has left what the address names.

        A page may forget the rest of an address that it has understood, but not its path.
        """
        if self._home is not None and self._has_strayed(played):
            return True
        has_lost_path = bool(find_path(self.named)) and not find_path(played)
        return has_lost_path and is_same_host(self.named, played)
