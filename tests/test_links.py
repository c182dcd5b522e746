"""Links in the documents: files, anchors and pictures exist, and each page is in the site's navigation once."""

from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.glob("*.md"))
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *PAGES]
MOST_BYTES = 1_500_000
"""Limit for all pictures in the documents together."""
EXAMPLES = {"example.org", "localhost", "127.0.0.1"}
"""Hosts that stand for the reader's own; no link leads there."""


class Site(yaml.SafeLoader):
    """Loader of mkdocs.yml: a value from the environment is its name."""


Site.add_constructor("!ENV", lambda loader, node: loader.construct_scalar(node))
SITE = yaml.load((ROOT / "mkdocs.yml").read_text("utf-8"), Site)


def prose(path):
    """Return the text of a document without code."""
    text = re.sub(r"^( *)```.*?^\1```", "", path.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    return re.sub(r"`[^`\n]*`", "`code`", text)


def links(path):
    """Return the targets of all links and pictures in a document."""
    text = prose(path)
    targets = re.findall(r"\]\(([^)\s]+)(?:\s+\"[^\"]*\")?\)", text)
    found = []
    parser = HTMLParser()
    parser.handle_starttag = lambda _tag, attributes: found.extend(v for k, v in attributes if k in ("href", "src"))
    parser.feed(text)
    return targets + found


def anchors(path):
    """Return the anchors of a document's headings, as both GitHub and the site make them."""
    text = re.sub(r"^( *)```.*?^\1```", "", path.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    plain = [
        re.sub(r"[^\w\s-]", "", heading).strip().lower() for heading in re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    ]
    on_github = {re.sub(r"\s", "-", heading) for heading in plain}
    return on_github & {re.sub(r"[-\s]+", "-", heading) for heading in plain}


def nav():
    """Return the pages in the navigation, in order."""
    return [page for section in SITE["nav"] for pages in section.values() for page in pages]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_internal_links_lead_somewhere(path):
    broken = []
    for link in links(path):
        url = urlsplit(link)
        if url.scheme or url.netloc:
            continue
        target = path.parent / url.path if url.path else path
        if not target.exists() or (url.fragment and url.fragment not in anchors(target)):
            broken.append(link)
    assert broken == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_pages_link_only_to_what_is_on_the_site(path):
    inside = (urlsplit(link) for link in links(path))
    assert [url.path for url in inside if not url.scheme and ".." in Path(url.path).parts] == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_external_links_are_addresses(path):
    for link in links(path):
        url = urlsplit(link)
        if url.scheme or url.netloc:
            assert url.scheme == "https", link
            assert re.fullmatch(r"([\w-]+\.)+[a-z]{2,}", url.netloc), link
            assert url.netloc not in EXAMPLES, link


def test_every_page_is_in_the_navigation_once():
    assert Counter(nav()) == Counter(path.name for path in PAGES)


def test_every_page_is_in_the_list_of_them():
    assert {path.name for path in PAGES} - {"README.md"} <= set(links(DOCS / "README.md"))


def test_every_picture_is_shown_and_small():
    pictures = {path for path in DOCS.rglob("*") if path.suffix in (".png", ".webp")}
    shown = {(path.parent / link).resolve() for path in DOCUMENTS for link in links(path)}
    assert pictures <= shown
    assert sum(path.stat().st_size for path in pictures) <= MOST_BYTES


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_picture_has_a_description(path):
    assert re.findall(r"!\[\s*\]\(.*?\)", prose(path)) == []


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("[a](gone.md)", ["gone.md"]),
        ("[a](b.md#no-such)", ["b.md#no-such"]),
        ("[a](#here) [b](b.md#its-part)\n\n## Here", []),
        ('<img src="gone.png">', ["gone.png"]),
        ("```text\n[a](gone.md)\n```\n`[a](gone.md)`", []),
    ],
)
def test_the_checker_finds_what_is_broken(tmp_path, text, wrong):
    (tmp_path / "a.md").write_text(text)
    (tmp_path / "b.md").write_text("# B\n\n## Its part\n")
    if wrong:
        with pytest.raises(AssertionError, match=re.escape(wrong[0])):
            test_internal_links_lead_somewhere(tmp_path / "a.md")
    else:
        test_internal_links_lead_somewhere(tmp_path / "a.md")
