"""Server of the Model Context Protocol: its tools, and one line for each error."""

from __future__ import annotations

import re
import traceback
from functools import partial
from importlib.metadata import version
from inspect import getdoc
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from mcp.server.mcpserver import Image, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import CallToolResult, TextContent, ToolAnnotations
from pydantic import Field, ValidationError

from autoplay.answers import OPTION
from autoplay.browser.start import BrowserOptions
from autoplay.click_options import COLOUR, LOOK, LOOKS
from autoplay.errors import Defect, explain_exception
from autoplay.extras.mcp.captures import Row, draw_answer, give_answer, give_hint
from autoplay.extras.mcp.desk import BadCall, Desk
from autoplay.extras.mcp.page import PuzzlePage
from autoplay.games import AUTO, ReadRequest, parse_game_options
from autoplay.install_hints import PROJECT
from autoplay.output import as_json, escape_controls, print_line
from autoplay.wording import HINT_LEVELS
from solvers.errors import AutoplayError

MOST_CELLS: Final = 625
"""Largest number of cells in a call: those of the largest board."""
LONGEST_LINE: Final = 600
"""Most characters of an error: it may repeat an argument."""
MOST_FAULTS: Final = 3
"""Most arguments that an error names."""
ARGUMENT: Final = re.compile(r"--(puzzle|stars|lit|crop)\b")
"""Options in errors that are arguments of read_board."""
OF_SCREENSHOT: Final = "autoplay read SCREENSHOT.png"
"""Hint of refused pages, which names a command."""
INSTRUCTIONS: Final = """\
Reads boards of Star Battle (Queens), Lights Out and peg solitaire from pixels, solves them, and
presses cells. Call read_board, then solve or hint with the capture that it returns, then press with
the same capture. Cells are [row, column], both from 0."""

Text: TypeAlias = Annotated[
    str, Field(description="The puzzle as text, in place of a capture: rows, one a line.")
]
CaptureName: TypeAlias = Annotated[
    str, Field(description="The capture that read_board or press has returned.")
]
CellPair: TypeAlias = Annotated[list[int], Field(min_length=2, max_length=2)]
Cells: TypeAlias = Annotated[
    list[CellPair],
    Field(min_length=1, max_length=MOST_CELLS, description="[row, column], both from 0."),
]
Level: TypeAlias = Annotated[
    int,
    Field(
        ge=1, le=HINT_LEVELS, description="Give away only so much: 1 where, 2 which, 3 why, 4 what."
    ),
]
PicturePath: TypeAlias = Annotated[str, Field(description="Path of a picture or screenshot.")]
Tab: TypeAlias = Annotated[
    str,
    Field(
        description="Address of a page to open, or with --cdp a part of the title of an open tab."
    ),
]
GameName: TypeAlias = Literal["auto", "star-battle", "lights-out", "pegs"]
Stars: TypeAlias = Annotated[int | None, Field(ge=1, description="Stars per row, if known.")]
Lit: TypeAlias = Annotated[
    str,
    Field(
        pattern=f"^({'|'.join(LOOKS)}|{COLOUR.pattern})$",
        description=f"Which lamps are lit, or are pegs: {LOOK}",
    ),
]
Crop: TypeAlias = Annotated[
    list[int] | None,
    Field(min_length=4, max_length=4, description="[x, y, width, height] to read of a picture."),
]


class PuzzleTools:
    """The tools. Their docstrings and arguments are what a model reads of them."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def read_board(
        self,
        picture: PicturePath = "",
        tab: Tab = "",
        puzzle: GameName = "auto",
        stars: Stars = None,
        lit: Lit = AUTO,
        crop: Crop = None,
    ) -> CallToolResult:
        """Read the board of a picture, or of a page; without either, of the page that is open.

        Returns the grid, the marks, the centre [x, y] of each cell, the confidence with its
        evidence, and a capture for the other tools. Centres are in CSS px of the window, where a
        mouse clicks, or in pixels of the picture. Presses nothing.
        """
        request = take_request(puzzle, stars, lit, crop)
        if picture and tab:
            raise BadCall("a picture and a tab are two boards", hint="one of them")
        if picture:
            return reply_with(
                await self._desk.do_in_turn(partial(self._desk.read_picture, picture, request))
            )
        if crop:
            raise BadCall("crop is for a picture", hint="leave out crop")
        return reply_with(await self._desk.do_in_turn(partial(self._desk.read_page, tab, request)))

    async def solve(self, capture: CaptureName = "", text: Text = "") -> CallToolResult:
        """Solve the board of a capture, or a puzzle as text.

        ``press`` lists the cells to press in their order: the stars that are missing, the lamps,
        or the start and the end of each jump.
        """
        work = partial(self._desk.work_on, give_answer, capture, text)
        return reply_with(await self._desk.do_in_turn(work))

    async def hint(
        self, capture: CaptureName = "", text: Text = "", level: Level = HINT_LEVELS
    ) -> CallToolResult:
        """Give the next step from what is on the board, or name the marks that are wrong.

        The solution is not given away.
        """
        row = await self._desk.do_in_turn(partial(self._desk.work_on, give_hint, capture, text))
        levels = row.pop("levels")[:level]
        if level < HINT_LEVELS:
            row.pop("step", None)
        return reply_with({"levels": levels, **row})

    async def press(self, cells: Cells, capture: CaptureName) -> CallToolResult:
        """Click cells of a captured page in their order, at a person's pace, looking after each.

        Refused if the board has moved or shows something else than in the capture. Returns what
        changed, what the page newly says, and a new capture. Press ``left`` with that next: time
        was over. Some pages need two clicks for a star: look at the marks.
        """
        return reply_with(
            await self._desk.do_in_turn(partial(self._desk.press_cells, cells, capture))
        )

    async def draw(self, capture: CaptureName) -> CallToolResult:
        """Draw the solution on the picture of a captured board, as an image."""
        png = await self._desk.do_in_turn(partial(self._desk.work_on, draw_answer, capture, ""))
        return CallToolResult(content=[Image(data=png, format="png").to_image_content()])


class PuzzleServer(MCPServer[None]):
    """Server whose tools answer every error with one line."""

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Any = None
    ) -> CallToolResult:
        """Return the answer of a tool, or the line that says what is wrong and what to try."""
        try:
            answer = await super().call_tool(name, arguments, context)
        except ToolError as error:
            line = describe_error(error.__cause__ or error)
            return CallToolResult(content=[TextContent(type="text", text=line)], is_error=True)
        assert isinstance(answer, CallToolResult)
        return answer


def make_server(desk: Desk) -> PuzzleServer:
    """Return the server whose tools do their work at a desk."""
    server = PuzzleServer(
        "autoplay", version=version(PROJECT), instructions=INSTRUCTIONS, log_level="WARNING"
    )
    tools = PuzzleTools(desk)
    for tool in (tools.read_board, tools.solve, tools.hint, tools.draw, tools.press):
        how = ToolAnnotations(read_only_hint=tool != tools.press, destructive_hint=False)
        server.add_tool(tool, description=getdoc(tool), annotations=how)
    return server


def serve(folder: Path, browser: BrowserOptions) -> None:
    """Serve on stdin and stdout until they are closed."""
    desk = Desk(folder, PuzzlePage(browser))
    try:
        make_server(desk).run("stdio")
    finally:
        desk.close()


def take_request(puzzle: str, stars: int | None, lit: str, crop: list[int] | None) -> ReadRequest:
    """Return the request to read a board; raise BadCall or BadNotation."""
    options = None
    if stars is not None:
        if puzzle not in (AUTO, "star-battle"):
            raise BadCall(f"stars are not for {puzzle}", hint="leave out stars")
        puzzle = "star-battle"
        options = parse_game_options(puzzle, {"stars": stars})
    if crop is None:
        return ReadRequest(puzzle, lit, options=options)
    x, y, width, height = crop
    if min(x, y) < 0 or min(width, height) < 1:
        raise BadCall(f"{crop} is no part of a picture", hint="[x, y, width, height] in pixels")
    return ReadRequest(puzzle, lit, crop=(x, y, width, height), options=options)


def reply_with(row: Row) -> CallToolResult:
    """Return the answer of a tool, as JSON in a text and as an object."""
    text = as_json(row)
    found = msgspec.json.decode(text)
    return CallToolResult(content=[TextContent(type="text", text=text)], structured_content=found)


def describe_error(error: BaseException) -> str:
    """Return an error of a tool as one line: what is wrong, and what to try."""
    match error:
        case AutoplayError():
            failure = error
        case ValidationError():
            faults = []
            for fault in error.errors(include_url=False, include_input=False)[:MOST_FAULTS]:
                faults.append(f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}")
            failure = BadCall("; ".join(faults), hint="the arguments in the list of tools")
        case ToolError():
            failure = BadCall(str(error), hint="a name in the list of tools")
        case Exception():
            failure = explain_exception(error, "report it with what the server wrote to stderr")
            if isinstance(failure, Defect):
                text = "".join(traceback.format_exception(error))
                print_line(text, to_stderr=True, ends_line=False)
        case _:
            raise error
    hint = fit_hint(failure.hint)
    line = f"{failure.message}. Try: {hint}" if hint else failure.message
    line = escape_controls(" ".join(ARGUMENT.sub(r"\1", line).split()))
    return line if len(line) <= LONGEST_LINE else f"{line[: LONGEST_LINE - 1]}…"


def fit_hint(hint: str) -> str:
    """Return a hint without the parts that name options which are no arguments of a tool."""
    parts = []
    for part in hint.replace(OF_SCREENSHOT, "read_board with picture").split("; "):
        if "autoplay " in part or not OPTION.search(ARGUMENT.sub("", part)):
            parts.append(part)
    return "; ".join(parts)
