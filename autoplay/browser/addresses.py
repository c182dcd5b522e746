"""Addresses of pages: which are the same, and what they name."""

from __future__ import annotations

from typing import Final
from urllib.parse import parse_qsl, urldefrag, urlsplit

INDEX: Final = ("index.html", "index.htm", "index.php")
"""Names of the page that a server shows for its folder."""


def is_shallow(url: str) -> bool:
    """Return True for the address of a host alone: it names no puzzle."""
    return not find_path(url) and not has_part(url)


def is_home(url: str) -> bool:
    """Return True for the address of a host alone, or of one folder of it: hobby pages live at
    name.github.io/game/, which names no puzzle unless it has a number."""
    path = find_path(url)
    is_folder = not path or urlsplit(url).path.endswith(("/", *INDEX))
    is_first = path.count("/") <= 1 and not any(map(str.isdigit, path))
    return is_folder and is_first and not has_part(url)


def has_part(url: str) -> bool:
    """Return True for an address that asks for a part of its document."""
    parts = urlsplit(url)
    return bool(parts.query or parts.fragment.strip("/!"))


def is_within(named: str, url: str) -> bool:
    """Return True if an address is the one that is named, or leads deeper into it."""
    one = urlsplit(named)
    other = urlsplit(url)
    is_below = f"{find_path(url)}/".startswith(f"{find_path(named)}/") or not find_path(named)
    asked = set(parse_qsl(one.query, keep_blank_values=True))
    keeps_query = asked <= set(parse_qsl(other.query, keep_blank_values=True))
    keeps_fragment = other.fragment.startswith(one.fragment)
    return is_same_host(named, url) and is_below and keeps_query and keeps_fragment


def is_same_host(one: str, other: str) -> bool:
    """Return True if two addresses have the same host and port."""
    return urlsplit(one).netloc == urlsplit(other).netloc


def is_same_document(one: str, other: str) -> bool:
    """Return True if at most the parts behind "#" of two addresses differ."""
    return urldefrag(one).url == urldefrag(other).url


def is_same_address(one: str, other: str) -> bool:
    """Return True if two addresses lead to the same page; the part after # does not count."""
    return urldefrag(one).url.rstrip("/") == urldefrag(other).url.rstrip("/")


def find_path(url: str) -> str:
    """Return the path of an address without the name of an index page; empty for a host alone."""
    head, _, last = urlsplit(url).path.rpartition("/")
    return head.rstrip("/") if last in INDEX else f"{head}/{last}".rstrip("/")
