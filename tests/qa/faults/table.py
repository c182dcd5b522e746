"""Faults of real pages, and the right result for a puzzle on a page that has one: a row each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from autoplay.practice.options import PEG_THEMES, THEMES
from tests.qa.faults import page_scripts

STARS = ("star-battle", "queens", "canvas")
LAMPS = ("lights-out", "random lamps")
PEGS = ("pegs",)
SKINS = (*STARS, *LAMPS, *PEGS)
COMMAND = "command line"
COLUMNS = (*SKINS, COMMAND)
BOARDS = {
    "star-battle": "/?size=1&seed=1",
    "queens": "/?skin=queens&size=1&seed=1",
    "canvas": "/?skin=canvas&size=1&seed=1",
    "lights-out": "/lights-out?size=4&seed=1",
    "random lamps": "/lights-out?size=4&seed=1&rule=random&theme=rounded",
    "pegs": "/pegs?pegs=6&seed=1&animate=100",
    COMMAND: "/?size=1&seed=1",
}
FULL_GAME = {"star-battle": 6, "queens": 12, "canvas": 6, COMMAND: 6}
"""Presses that each of the boards needs; on some, each run needs a few more to infer the rule."""
STATUS = {
    "solved": 0,
    "played": 0,
    "unknown": 1,
    "rejected": 1,
    "AnswerRejected": 1,
    "PageUnreachable": 2,
    "SiteNotReached": 2,
    "BoardNotFound": 3,
    "UnsupportedPuzzle": 3,
    "AmbiguousBoard": 3,
    "NoSolution": 4,
    "ManySolutions": 4,
    "PageBlocked": 5,
    "ClickNotConfirmed": 5,
}
"""The exit status of each end."""
UNTOUCHED = frozenset(STATUS) - {
    "solved",
    "played",
    "unknown",
    "rejected",
    "PageUnreachable",
    "SiteNotReached",
    "ClickNotConfirmed",
}
"""Ends before which nothing may be pressed."""
AT_PRESS = 3
"""Press on the board at which an event in the browser happens."""


@dataclass(frozen=True)
class Fault:
    """Row of the table: ``query`` gives the page its fault, ``action`` happens to the browser at a
    press.

    ``settings`` are the user's options, as ``request_for`` takes them. ``ends`` are the right ends
    of the run, and ``again`` is that of a second run in the same browser (or profile) on a page
    with the query ``later``; "" for no second run. ``quick`` is the skin on which the tests always
    play it. ``scripts`` run on the page before its own. ``controls`` are what has to be pressed
    beside the board, in order, on a page that is played without knowledge of its site; on others a
    consent box and the "Done" button may be pressed.
    """

    name: str
    query: str = ""
    ends: tuple[str, ...] = ("solved",)
    skins: tuple[str, ...] = SKINS
    action: str = ""
    again: str = ""
    later: str | None = None
    scale: float = 1
    viewport: tuple[int, int] = (1280, 1000)
    patience_s: float = 8
    command: bool = False
    quick: str = ""
    scripts: tuple[str, ...] = ()
    controls: tuple[str, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_unknown(self) -> bool:
        """True if the page is played without knowledge of its site."""
        return bool(self.settings.get("site") == "generic")

    @property
    def columns(self) -> tuple[str, ...]:
        """Columns of the matrix in which the fault is played."""
        return (*self.skins, COMMAND) if self.command else self.skins

    @property
    def runs(self) -> list[tuple[str, str]]:
        """The query and the action of each run."""
        later = self.query if self.later is None else self.later
        return (
            [(self.query, self.action), (later, "")] if self.again else [(self.query, self.action)]
        )


UNREADABLE = ("UnsupportedPuzzle", "AmbiguousBoard", "BoardNotFound")
STAR_BATTLE, QUEENS, CANVAS = (("star-battle",), ("queens",), ("canvas",))
LOST = ("PageUnreachable",)
SILENT = ("unknown", "PageUnreachable")
"""Ends that are right if an answer gets no response: it may or may not have arrived."""

VARIANTS = (
    Fault("a lamp and all round it", "rule=square", skins=LAMPS[:1]),
    Fault("edges that are joined", "wrap=1", skins=LAMPS[:1]),
    Fault("all lamps on", "target=on", skins=LAMPS[:1], settings={"target": "on"}),
    Fault("all lamps on, as nobody says", "target=on", ("solved", "unknown"), skins=LAMPS[:1]),
    Fault("lamps of three states", "states=3", skins=LAMPS),
    Fault("cells without a lamp", "holes=20&size=5", skins=LAMPS),
    Fault("a rectangle of small lamps", "rows=3&cols=9&zoom=0.6", skins=LAMPS[:1]),
    *(
        Fault(f"{theme} lamps", f"theme={theme}", skins=LAMPS[:1])
        for theme in THEMES
        if theme != "inverted"
    ),
    Fault("inverted lamps", "theme=inverted", skins=LAMPS[:1], settings={"lit": "dark"}),
    Fault(
        "inverted lamps, as nobody says", "theme=inverted", ("solved", "unknown"), skins=LAMPS[:1]
    ),
)
PEG_VARIANTS = (
    *(Fault(f"{theme} pegs", f"theme={theme}", skins=PEGS) for theme in PEG_THEMES),
    *(
        Fault(f"pegs on {board}", f"board={board}&pegs=10", skins=PEGS)
        for board in ("triangle7", "english", "european")
    ),
    Fault("pegs on all holes but one", "pegs=0", skins=PEGS),
    Fault("pegs on all holes of the English board but one", "board=english&pegs=0", skins=PEGS),
    Fault("pegs on all holes", "choose=1&pegs=0", skins=PEGS),
    Fault("pegs that have to be clicked", "gesture=click", skins=PEGS),
    Fault("pegs that have to be dragged", "gesture=drag", skins=PEGS),
    Fault("pegs upside down", "turn=180", skins=PEGS),
    Fault("marks where a peg can jump to", "hints=1&gesture=click&theme=flat", skins=PEGS),
    Fault("a last peg in hole 4", "end=4&pegs=5", skins=PEGS, settings={"end": 4}),
    Fault("no jumps lead to one peg", "none=1&pegs=8", ("NoSolution",), skins=PEGS),
)
LOOKS = (
    Fault("nothing at all", command=True),
    Fault("names that say nothing", "rename=1"),
    Fault("night", "night=1", skins=STAR_BATTLE),
    Fault("names of rows and columns, thick frame", "coords=1&thick=1", skins=STAR_BATTLE),
    Fault("regions by colour only", "lines=0", skins=QUEENS),
    Fault("locked queens", "locked=2", skins=QUEENS),
    Fault("mistakes turn red", "errors=1", skins=STARS),
    Fault("mistakes stay black", "errors=0", skins=STAR_BATTLE),
    Fault("a dark mode that inverts the page", "filter=dark", skins=STARS),
    Fault("a board that begins between two pixels", "subpixel=1", skins=STARS),
    Fault("darker under the mouse", "hover=1"),
    Fault("the page is zoomed to 0.5", "pagezoom=0.5", skins=(*QUEENS, *CANVAS, *LAMPS, *PEGS)),
    # Thin and thick lines look the same there, to people too.
    Fault("the page is zoomed to 0.5", "pagezoom=0.5", UNREADABLE, skins=STAR_BATTLE),
    Fault("the page is zoomed to 0.75", "pagezoom=0.75"),
    Fault("the page is zoomed to 1.25", "pagezoom=1.25", skins=(*QUEENS, *CANVAS, *LAMPS, *PEGS)),
    # A refusal: the reader is not sure of such lines, though people can tell them apart.
    Fault("the page is zoomed to 1.25", "pagezoom=1.25", UNREADABLE, skins=STAR_BATTLE),
    Fault("the page is zoomed to 2", "pagezoom=2"),
    *(Fault(f"pixel ratio {scale:g}", scale=scale) for scale in (1.25, 1.5, 3)),
    Fault("pixel ratio 2", scale=2),
    Fault("a small window", viewport=(900, 420)),
)
ADVERTISEMENTS = (
    Fault("an advertisement fixed at the top", "topad=1"),
    Fault("an advertisement that sticks to the bottom", "bottomad=1"),
    Fault("late advertisements", "topad=1&bottomad=1&ad=late&delay=400"),
    Fault("advertisements in mid-game", "topad=1&bottomad=1&event=ad"),
    Fault("an advertisement between look and press", "topad=1&event=ad&moment=move"),
    Fault("advertisements in a small window", "topad=1&bottomad=1&event=ad", viewport=(1000, 620)),
    Fault("a pop-up in mid-game", "event=popup"),
    Fault("a pop-up between look and press", "event=popup&moment=move", quick="queens"),
    Fault(
        "a pop-up that stays",
        "event=popup&stays=60000",
        ("solved", "ClickNotConfirmed"),
        patience_s=2,
    ),
    Fault("a notice about blocked advertisements", "notice=1"),
)
CONSENT = (
    Fault("a consent box", "consent=1"),
    Fault("a consent box with a button to reject", "consent=reject", skins=STARS),
    Fault("a consent box after 3 s", "consent=1&consentdelay=3000&wait=2600", quick="star-battle"),
    Fault("a consent box in a frame", "consent=frame"),
    Fault("a consent box in a frame, after 3 s", "consent=frame&consentdelay=3000&wait=2600"),
)
CLICKS = (
    *(Fault(f"every click of {every} is swallowed", f"swallow={every}") for every in (2, 5)),
    Fault("every click of 3 is swallowed", "swallow=3"),
    Fault("every click of 2 is doubled", "doubled=2", skins=(*STAR_BATTLE, *CANVAS)),
    # Two presses count as three there, and three complete its cycle of X, queen and nothing: a
    # queen is never seen.
    Fault("every click of 2 is doubled", "doubled=2", ("ClickNotConfirmed",), skins=QUEENS),
    Fault("every click of 5 is doubled", "doubled=5"),
    Fault("every click of 3 is doubled", "doubled=3", quick="canvas"),
    Fault(
        "every click is doubled",
        "doubled=1&draw=rotate",
        ("ClickNotConfirmed", "solved"),
        skins=STARS,
    ),
    # Two presses change nothing on lamps with two states.
    Fault("every click of 2 is doubled", "doubled=2", ("solved", "ClickNotConfirmed"), skins=LAMPS),
    Fault("every click is doubled", "doubled=1", ("ClickNotConfirmed",), skins=LAMPS),
    # Drags do: a player that tries them can end the game.
    *(
        Fault(
            f"every click of {n} is doubled",
            f"doubled={n}",
            ("solved", "ClickNotConfirmed"),
            skins=PEGS,
        )
        for n in (1, 2)
    ),
    Fault("every click is doubled, of three states", "doubled=1&states=3", skins=LAMPS),
    Fault("a click does something else in mid-game", "event=cycle", skins=STARS),
    Fault(
        "a click does something else between look and press", "event=cycle&moment=move", skins=STARS
    ),
    Fault("a star, then X", "draw=rotate", skins=STARS),
    Fault("X, then a star", "draw=cross", skins=STARS),
    Fault("a dot, X, then a star", "draw=dot", skins=STARS),
    Fault("a right click", "gesture=right", skins=(*STARS, *LAMPS)),
    Fault("a double click", "gesture=double&draw=black", skins=STARS),
    Fault("a double click of many marks", "gesture=double&draw=dot", skins=STARS),
    Fault("a double click on a lamp", "gesture=double", skins=LAMPS),
    Fault("a drag within the cell", "gesture=drag", skins=STARS),
    Fault("a drag of many marks", "gesture=drag&draw=cross", skins=STARS),
    Fault(
        "a drag that paints the neighbours",
        "gesture=drag&spill=1",
        ("ClickNotConfirmed",),
        skins=STARS,
    ),
    Fault("stars that cross what they rule out", "crosses=1", skins=STARS),
    Fault("crosses, and X before the star", "crosses=1&draw=cross", skins=STARS),
    Fault("no click does anything", "ignore=1", ("ClickNotConfirmed",), command=True),
)
MOTION = (
    *(Fault(f"marks that grow for {ms} ms", f"animate={ms}") for ms in (100, 300)),
    Fault("marks that grow for 800 ms", "animate=800"),
    Fault("every click makes the board anew", "rerender=1"),
    Fault("every click moves the board", "wander=40"),
    Fault(
        "every click makes the board anew, elsewhere and slowly",
        "rerender=1&wander=25&animate=300",
        quick="queens",
    ),
    Fault("the page moves in mid-game", "event=shift"),
    Fault("the page moves between look and press", "event=shift&moment=move"),
    Fault("the window is resized in mid-game", action="resize"),
)
SUBMISSION = (
    Fault("handed in by request", "submit=ajax", skins=STARS),
    Fault("nothing is handed in by itself", "auto=0"),
    Fault("nothing is handed in by itself, by request", "auto=0&submit=ajax", skins=STARS),
    Fault("an answer after 4 s", "slow=4000"),
    Fault("an answer after 10 s", "slow=10000"),
    Fault("an answer after 10 s, by request", "slow=10000&submit=ajax", skins=STARS),
    Fault("one error of the server", "fail=1", SILENT, again="solved", command=True, skins=STARS),
    Fault(
        "one error of the server, by request",
        "fail=1&submit=ajax",
        ("solved", "unknown"),
        again="solved",
        skins=STARS,
    ),
    Fault("errors of the server", "fail=99", SILENT, skins=STARS),
    Fault("errors of the server, by request", "fail=99&submit=ajax", ("unknown",), skins=STARS),
    # The page does not submit restored lamps again: there is no second run.
    Fault("one error of the server, for lamps", "fail=1", ("unknown",), skins=(*LAMPS, *PEGS)),
    Fault("handed in by a form", "submit=post", skins=(*LAMPS, *PEGS), quick="lights-out"),
    Fault(
        "wrong, says the page",
        "deny=1",
        ("rejected",),
        again="AnswerRejected",
        command=True,
        skins=STARS,
    ),
    Fault("wrong, says the page, of lamps", "deny=1", ("rejected",), skins=(*LAMPS, *PEGS)),
    Fault(
        "wrong, says the page, by request",
        "deny=1&submit=ajax",
        ("rejected",),
        again="AnswerRejected",
        skins=STARS,
    ),
    Fault(
        "wrong, says the page when asked",
        "deny=1&auto=0",
        ("rejected",),
        again="AnswerRejected",
        skins=STARS,
    ),
)
BOARD = (
    Fault("an unfinished game", "restore=1", command=True),
    Fault("an unfinished game of three marks", "restore=1&draw=rotate", skins=STARS),
    Fault("no solution", "none=1", ("NoSolution",), skins=STARS, command=True),
    Fault("several solutions", "several=1", ("ManySolutions",), command=True, skins=STARS),
    Fault(
        "another puzzle in mid-game",
        "event=replace",
        ("ClickNotConfirmed",),
        quick="star-battle",
        skins=STARS,
    ),
    Fault(
        "another puzzle between look and press",
        "event=replace&moment=move",
        ("ClickNotConfirmed",),
        skins=STARS,
    ),
    Fault("other lamps in mid-game", "event=replace", ("solved", "ClickNotConfirmed"), skins=LAMPS),
    Fault("other pegs in mid-game", "event=replace", ("solved", "ClickNotConfirmed"), skins=PEGS),
    # It may be lucky.
    Fault("the lamps are shuffled", "shuffle=4", ("ClickNotConfirmed", "solved"), skins=LAMPS),
    Fault("no presses lead there", "none=1", ("NoSolution",), skins=LAMPS),
    Fault("the page loads again in mid-game", "event=reload"),
    Fault("the script of the page breaks", "event=error"),
    Fault(
        "no board", "blank=1", ("BoardNotFound",), skins=STAR_BATTLE, patience_s=0.5, command=True
    ),
)
LOSSES = (
    Fault("the page crashes", action="crash", ends=LOST, again="solved"),
    Fault("the page is closed", action="close", ends=LOST, again="solved"),
    Fault("the browser is killed", action="kill", ends=LOST, again="solved", quick="star-battle"),
    Fault(
        "the network is cut before the answer",
        "cut=1",
        SILENT,
        again="solved",
        later="",
        quick="canvas",
        command=True,
        skins=STARS,
    ),
    Fault("the network is cut in mid-game", action="cut", ends=SILENT, again="solved", skins=STARS),
    Fault(
        "the network is cut, by request",
        "submit=ajax",
        SILENT,
        action="cut",
        again="solved",
        skins=STARS,
    ),
    Fault("the network is cut, for lamps", action="cut", ends=SILENT, skins=(*LAMPS, *PEGS)),
    Fault(
        "the network is cut from the start",
        action="cut at once",
        ends=("SiteNotReached",),
        again="solved",
    ),
    Fault("a challenge", "challenge=1", ("PageBlocked",), again="PageBlocked", command=True),
    Fault("a challenge that a person passes", "challenge=1&passes=1500", action="person"),
    Fault("a challenge that a person fails to pass", "challenge=1&passes=1500", ("PageBlocked",)),
)
NEVER_SEEN = {"site": "generic"}
"""Settings with which a page is played without knowledge of its site."""
BY_ITSELF, ASKED = "submit=ajax", "auto=0&submit=ajax"
"""Queries of pages that submit an answer by themselves, and of those that do so when a button is
pressed."""
NEW_PAGES = (
    Fault("a page never seen", BY_ITSELF, settings=NEVER_SEEN, quick="lights-out"),
    Fault("a page never seen, by a form", "submit=post", settings=NEVER_SEEN),
    Fault(
        "wrong, says a page never seen", "submit=ajax&deny=1", ("rejected",), settings=NEVER_SEEN
    ),
    *(
        Fault(name, BY_ITSELF, scripts=(script,), controls=("start",), settings=NEVER_SEEN)
        for name, script in (
            ("a start button", page_scripts.START),
            ("a countdown after the start button", page_scripts.COUNTDOWN),
            ("a start button over the board", page_scripts.START_BOX),
            ("a board that is locked until a countdown is over", page_scripts.LOCKED),
            ("an editor, and a button to play what it shows", page_scripts.EDITOR),
        )
    ),
    # The page shows no board, and its start button may not be pressed.
    Fault(
        "a start button that may not be pressed",
        BY_ITSELF,
        ("BoardNotFound",),
        scripts=(page_scripts.START,),
        patience_s=1,
        settings={**NEVER_SEEN, "starts": False},
    ),
    Fault(
        "tools above the board",
        f"{BY_ITSELF}&draw=tools",
        controls=("tool",),
        skins=STARS,
        settings=NEVER_SEEN,
    ),
    Fault(
        "tools without names",
        f"{BY_ITSELF}&draw=tools",
        ("played",),
        scripts=(page_scripts.NO_WORDS,),
        controls=("tool",),
        skins=STARS,
        settings=NEVER_SEEN,
    ),
    Fault(
        "a check button",
        ASKED,
        scripts=(page_scripts.CHECK,),
        controls=("done",),
        quick="pegs",
        settings=NEVER_SEEN,
    ),
    Fault(
        "wrong, says a page never seen when asked",
        f"{ASKED}&deny=1",
        ("rejected",),
        scripts=(page_scripts.CHECK,),
        controls=("done",),
        settings=NEVER_SEEN,
    ),
    Fault(
        "a check button that shows nothing",
        ASKED,
        ("played",),
        scripts=(page_scripts.CHECK, page_scripts.SILENT),
        controls=("done",),
        settings=NEVER_SEEN,
    ),
    Fault(
        "a check button that may not be pressed",
        ASKED,
        ("played",),
        scripts=(page_scripts.CHECK,),
        settings={**NEVER_SEEN, "checks": False},
    ),
    Fault(
        "two check buttons",
        ASKED,
        ("played",),
        scripts=(page_scripts.TWO_CHECKS,),
        settings=NEVER_SEEN,
    ),
    Fault(
        "a win box over the board", BY_ITSELF, scripts=(page_scripts.WIN_BOX,), settings=NEVER_SEEN
    ),
    # It may come before the board was seen to show the answer.
    Fault(
        "a win box without words",
        BY_ITSELF,
        ("played", "unknown"),
        scripts=(page_scripts.WIN_PICTURE,),
        settings=NEVER_SEEN,
    ),
    Fault(
        "a late win box without words",
        f"{BY_ITSELF}&slow=4000",
        ("played",),
        scripts=(page_scripts.WIN_PICTURE,),
        settings=NEVER_SEEN,
    ),
    # Lamps that take no more presses are the page's word.
    *(
        Fault(
            name,
            BY_ITSELF,
            ends,
            skins,
            scripts=(page_scripts.NO_WORDS,),
            settings={**NEVER_SEEN, **settings},
        )
        for name, settings in (
            ("a page without a word", {}),
            ("a page without a word, if it has to confirm", {"is_strict": True}),
        )
        for ends, skins in ((("played",), (*STARS, *PEGS)), (("solved",), LAMPS))
    ),
    Fault(
        "errors of the server of a page never seen",
        f"{BY_ITSELF}&fail=99",
        ("unknown",),
        settings=NEVER_SEEN,
    ),
)
DECORATIONS = (
    *(
        Fault(
            f"lit lamps that shine on {theme} neighbours",
            f"theme={theme}",
            skins=LAMPS[:1],
            scripts=(page_scripts.GLOW,),
        )
        for theme in ("flat", "glow", "dark")
    ),
    Fault("neighbours brighter under the mouse", skins=LAMPS, scripts=(page_scripts.HOVER_GLOW,)),
    Fault(
        "pieces that throb",
        skins=("star-battle", "queens", "lights-out", *PEGS),
        scripts=(page_scripts.PULSE,),
    ),
    Fault("pegs that rock", skins=PEGS, scripts=(page_scripts.ROCK,)),
    Fault("a calendar beside the board", scripts=(page_scripts.CALENDAR,)),
    Fault("an empty grid beside the board", scripts=(page_scripts.EMPTY_GRID,)),
    Fault("text that looks like pegs", scripts=(page_scripts.DOTS,)),
)
FAULTS = (
    *(
        *LOOKS,
        *VARIANTS,
        *PEG_VARIANTS,
        *ADVERTISEMENTS,
        *CONSENT,
        *CLICKS,
        *MOTION,
        *SUBMISSION,
        *BOARD,
        *LOSSES,
    ),
    *(*NEW_PAGES, *DECORATIONS),
)
