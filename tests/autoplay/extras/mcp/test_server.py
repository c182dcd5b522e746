"""`autoplay mcp` as clients start it: in a process of its own, over stdin and stdout."""

import asyncio
import json
import os
import sys

import pytest
from mcp import Client, StdioServerParameters, stdio_client
from playwright.async_api import async_playwright

import autoplay.browser.start
from autoplay.browser.start import start_browser
from autoplay.practice import serve
from tests.autoplay.browser.test_start import free_port
from tests.autoplay.cli.processes import rest

HELLO = {
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
}
STARS = "/?wait=20&size=1&seed=1&submit=ajax"
CANVAS = "/?wait=20&size=1&seed=2&skin=canvas&submit=ajax"


def test_what_is_no_message_costs_nothing_and_the_end_of_input_ends_it(begin):
    server = begin("mcp")

    def say(number, **message):
        message = {"jsonrpc": "2.0", "id": number, **message}
        print(json.dumps(message), file=server.stdin, flush=True)

    def call(number, **arguments):
        say(number, method="tools/call", params={"name": "solve", "arguments": arguments})
        while True:
            answer = json.loads(server.stdout.readline())
            if answer.get("id") == number:
                return answer["result"]

    say(1, **HELLO)
    print("nonsense", file=server.stdin)
    # Half a character, which no JSON text may hold.
    say(2, method="tools/call", params={"name": "solve", "arguments": {"text": "\ud800"}})
    assert call(3, text="5x5")["structuredContent"]["solvable"]
    assert call(4, text="AAB")["isError"]
    server.stdin.close()
    out, err = rest(server)
    assert (server.returncode, out, err) == (0, "", "")


@pytest.mark.parametrize(("words", "hint"), [
    (("--tab", "x"), "Try: give both"),
    (("--headed", "--cdp", "http://127.0.0.1:1"), "Try: leave out --headed"),
    (("--folder", "nowhere"), "nowhere"),
])  # fmt: skip
def test_unusable_option_is_one_line(run, words, hint):
    done = run("mcp", *words)
    assert (done.status, done.out) == (2, "")
    assert hint in done.complaint


def test_without_the_extra_it_says_how_to_install_it(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "mcp.server.mcpserver", None)
    monkeypatch.delitem(sys.modules, "autoplay.extras.mcp.server", raising=False)
    done = run("mcp")
    assert (done.status, done.out) == (2, "")
    assert "it comes with the extra mcp" in done.complaint
    assert " install 'mcp>=" in done.complaint


def test_an_agent_solves_a_page_of_its_browser_and_a_canvas(playwright, elsewhere, monkeypatch):
    """One test, since all of it takes a browser: the tab that the agent drives itself, and a page
    that the server opens, which moves."""
    port = free_port()
    flags = (f"--remote-debugging-port={port}",)
    monkeypatch.setattr(autoplay.browser.start, "QUIET_FLAGS", flags)
    cdp = f"http://127.0.0.1:{port}"
    with start_browser(playwright) as browser, serve() as site:
        browser.new_context()
        elsewhere(asyncio.run, play(cdp, site))
    assert [(sent.reply, sent.robot) for sent in site.submissions] == [("right", True)] * 2


async def play(cdp, site):
    """Solve two pages of the practice site as an agent does, with two tools at one browser."""
    how = StdioServerParameters(
        command=sys.executable, args=["-m", "autoplay", "mcp", "--cdp", cdp], env=dict(os.environ)
    )
    async with async_playwright() as own, Client(stdio_client(how)) as client:

        async def call(name, **arguments):
            done = await client.call_tool(name, arguments)
            return done.content[0].text if done.is_error else done.structured_content

        window = (await own.chromium.connect_over_cdp(cdp)).contexts[0]
        mine = await window.new_page()
        await mine.goto(site.url + STARS)
        seen = await call("read_board", tab=await mine.title())
        x, y = seen["centres"][0][0]
        assert await mine.evaluate(
            "([x, y]) => document.elementFromPoint(x, y).matches('.cell')", [x, y]
        )
        async with mine.expect_popup() as opening:
            await mine.evaluate("() => { open('about:blank') }")
        other = await opening.value
        await mine.bring_to_front()
        todo = (await call("solve", capture=seen["capture"]))["press"]
        done = await call("press", cells=todo, capture=seen["capture"])
        assert not other.is_closed()
        assert "Congratulations!" in done["page_says"]
        assert [mark[:2] for mark in done["marks"]] == done["changed"] == todo

        async with window.expect_page() as opening:
            seen = await call("read_board", tab=site.url + CANVAS)
        canvas = await opening.value
        await canvas.evaluate("document.body.style.paddingTop = '40px'")
        todo = (await call("solve", capture=seen["capture"]))["press"]
        assert "the board has moved" in await call("press", cells=todo, capture=seen["capture"])
        seen = await call("read_board")
        done = await call("press", cells=todo, capture=seen["capture"])
        assert "Congratulations!" in done["page_says"]
        seen = await call("read_board")  # what the page says may move its board
        assert (
            "every star is in its place" in (await call("hint", capture=seen["capture"]))["message"]
        )
