"""Checks for texts that people mistake for a puzzle, with hints on what to do instead."""

from __future__ import annotations

import re

from solvers.errors import BadNotation

WEB = re.compile(r"https?://\S+", re.IGNORECASE)
PICTURE = re.compile(r"[^?#]*\.(?:png|jpe?g|webp|gif|bmp)(?:[?#].*)?", re.IGNORECASE)
SHORT = re.compile(r"https?://(?:www\.)?(?:tinyurl\.com|bit\.ly|is\.gd|t\.co|goo\.gl)/\S+", re.IGNORECASE)
ENGINE = re.compile(r"(?:\S*/)?p(?:\.html)?\?(\w+)/\S*")
SHOWN = 60
"""Characters of a line that an error quotes."""


def check_comment(text: str) -> None:
    """Raise BadNotation if a text begins with a comment, which looks like a wall."""
    first = text.strip().partition("\n")[0]
    words = first.split()
    if first.startswith("#") and len(words) > 1 and max(map(len, words)) > 1:
        raise BadNotation(f"{first[:SHOWN]!r} is not a row of a board", hint="leave comments out: '#' is a wall here")


def check_address(address: str) -> None:
    """Raise BadNotation if an address does not contain a Star Battle puzzle itself."""
    shown = address[:SHOWN]
    if found := ENGINE.fullmatch(address):
        message = f"{shown} is not a Star Battle puzzle but {found[1]}"
        raise BadNotation(message, hint="an address with starbattle/ in it")
    if not WEB.fullmatch(address):
        return
    if SHORT.fullmatch(address):
        raise BadNotation(f"{shown} is a shortened address", hint="open it and copy the long address")
    if PICTURE.fullmatch(address):
        hint = "download the picture, or open the page with autoplay play"
        raise BadNotation(f"{shown} is the address of a picture", hint=hint)
    raise BadNotation(f"{shown} does not contain a Star Battle puzzle itself", hint="autoplay play ADDRESS")
