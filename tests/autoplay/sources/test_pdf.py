"""Pages of PDF documents as pictures: selection, rendering, and invalid documents."""

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pypdfium2
import pytest

from autoplay.errors import ExtraMissing
from autoplay.sources import pdf as pdf_module
from autoplay.sources.pdf import DPI, LONGEST_PX, PdfPage, find_pages
from autoplay.sources.pictures import find_pictures
from solvers.drawing import draw_regions
from vision import read_boards
from vision.errors import BadImage

FIVE = ("AAAAB", "CDAAA", "CCAAA", "CEEAA", "CCEAA")
SIX = ("AABBCC", "ABBBCC", "DDDBCB", "DDBBBB", "DEEBBB", "EEBBFF")


def pdf(*objects, trailer=""):
    """Return a document of these objects, numbered from 1, the first of them its catalogue."""
    data = b"%PDF-1.4\n"
    starts = []
    for number, content in enumerate(objects, 1):
        starts.append(len(data))
        data += f"{number} 0 obj {content} endobj\n".encode()
    table = "".join(f"{start:010} 00000 n \n" for start in starts)
    head = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}"
    end = f"trailer << /Size {len(objects) + 1} /Root 1 0 R {trailer} >>\nstartxref\n{len(data)}\n%%EOF\n"
    return data + (head + end).encode()


def blank(*sizes):
    """Return a document with an empty page of each of these widths and heights in points."""
    kids = " ".join(f"{number} 0 R" for number in range(3, 3 + len(sizes)))
    content = (
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width} {height}] >>"
        for width, height in sizes
    )
    pages_object = f"<< /Type /Pages /Kids [{kids}] /Count {len(sizes)} >>"
    return pdf("<< /Type /Catalog /Pages 2 0 R >>", pages_object, *content)


LOCK = "0" * 64
LOCKED = pdf(
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [] /Count 0 >>",
    f"<< /Filter /Standard /V 1 /R 2 /P -4 /O <{LOCK}> /U <{LOCK}> >>",
    trailer=f"/Encrypt 3 0 R /ID [<{LOCK[:32]}> <{LOCK[:32]}>]",
)


@pytest.fixture(scope="session")
def book(browser, tmp_path_factory):
    """Return a book: three boards on its first page, one on its second, words on its third."""
    path = tmp_path_factory.mktemp("book") / "BOOK.pdf"
    board = "<figure style='display:inline-block; width:30mm; margin:8mm'><b>No. {}</b>{}</figure>"
    five, six = (
        draw_regions(grid).svg().replace("<svg", "<svg style='width:100%;height:auto'", 1)
        for grid in (FIVE, SIX)
    )
    first = "".join(board.format(number, one) for number, one in enumerate((five, six, five), 1))
    new = "<p style='break-before:page'>Every row, column and region holds one star, and no two of them touch.</p>"
    with browser.new_page() as page:
        page.set_content(f"<h1>Star Battle</h1>{first}{new}{board.format(4, six)}{new}")
        page.pdf(path=path, format="Letter")
    return path


def grids(page):
    return [reading.grid for reading in read_boards(page.load())]


def test_every_board_of_a_book_is_read_in_reading_order(book):
    first, second, _ = find_pages(book)
    assert grids(first) == [FIVE, SIX, FIVE]
    assert grids(second) == [SIX]


def test_page_resolution_and_poster_size_are_limited():
    sheet, poster = find_pages(blank((360, 720), (7200, 3600)))
    assert sheet.load().shape == (720 * DPI // 72, 360 * DPI // 72, 3)
    assert poster.load().shape == (LONGEST_PX // 2, LONGEST_PX, 3)
    assert sheet.load().min() == 255


def test_pdf_pages_are_drawn_one_at_a_time(monkeypatch):
    drawing, most = [], []
    render = pypdfium2.PdfPage.render

    def watched(page, **how):
        drawing.append(page)
        most.append(len(drawing))
        try:
            return render(page, **how)
        finally:
            drawing.remove(page)

    monkeypatch.setattr(pypdfium2.PdfPage, "render", watched)
    sheets = find_pages(blank(*[(400, 400)] * 24))
    with ThreadPoolExecutor(8) as threads:
        assert {sheet.shape for sheet in threads.map(PdfPage.load, sheets)} == {(1112, 1112, 3)}
    assert most == [1] * 24


def test_a_page_alone_takes_no_others_along(book):
    _, page, *_ = find_pages(book)
    alone = page.alone()
    assert len(alone.document) < book.stat().st_size
    assert (alone.load() == page.load()).all()
    with pytest.raises(BadImage, match="page 2 can't be drawn"):
        PdfPage(blank((72, 72)), 2).alone()


def test_pages_have_their_numbers_in_their_names_and_keys(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("My book.PDF").write_bytes(blank(*[(72, 72)] * 4))
    found = find_pictures(["My book.PDF", "*.PDF"], wanted=[range(1, 3), range(4, 5)])
    expected = [f"My book.PDF#{number}" for number in (1, 2, 4)] * 2
    assert [picture.name for picture in found] == expected
    assert [picture.key for picture in found][:3] == ["My-book-1", "My-book-2", "My-book-4"]
    assert len({picture.key for picture in found}) == 6
    assert all(picture.is_page for picture in found)


@pytest.mark.parametrize(("document", "message"), [
    (b"%PDF-1.7 and then nothing", "not a PDF, or it is damaged"),
    (b"a text", "not a PDF, or it is damaged"),
    (blank((72, 72))[:120], "not a PDF, or it is damaged"),
    (LOCKED, "encrypted"),
    (b"", "empty"),
], ids=["damaged", "text", "broken-off", "encrypted", "empty"])  # fmt: skip
def test_an_unreadable_document_is_refused_with_the_reason(tmp_path, document, message):
    path = tmp_path / "book.pdf"
    path.write_bytes(document)
    (picture,) = find_pictures([str(path)])
    with pytest.raises(BadImage, match=message) as caught:
        picture.load()
    assert caught.value.hint


def test_without_the_extra_one_line_says_how_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "pypdfium2", None)
    with pytest.raises(ExtraMissing) as caught:
        find_pages(blank((72, 72)))
    assert (" install 'pypdfium2>=" in caught.value.hint, caught.value.exit_status) == (True, 2)


def test_folder_includes_documents_if_they_can_be_drawn(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for name in ("a.png", "b.PDF"):
        Path("books", name).parent.mkdir(exist_ok=True)
        Path("books", name).write_bytes(blank((72, 72), (72, 72)))
    expected = ["books/a.png", "books/b.PDF#1", "books/b.PDF#2"]
    assert [Path(picture.name).as_posix() for picture in find_pictures(["books"])] == expected
    assert not capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "pypdfium2", None)
    found = [Path(picture.name).as_posix() for picture in find_pictures(["books"])]
    assert found == ["books/a.png"]
    assert capsys.readouterr().err.startswith("autoplay: 1 PDF skipped: pypdfium2 is not installed")
    (named,) = find_pictures(["books/*.PDF"])
    with pytest.raises(ExtraMissing):
        named.load()


def test_a_document_at_an_address_has_its_pages_too(monkeypatch):
    address, data = "https://books.test/One.pdf?v=2", blank((72, 72), (72, 72))
    monkeypatch.setattr("autoplay.sources.pictures.download", {address: data}.__getitem__)
    found = find_pictures([address])
    assert [picture.name for picture in found] == [f"{address}#1", f"{address}#2"]
    assert {picture.load().pixels.shape for picture in found} == {(DPI, DPI, 3)}


def with_images(*sizes):
    """Return a document with a page that draws images of these sizes, all of them broken off."""
    names = range(5, 5 + len(sizes))
    resources = " ".join(f"/I{number} {number} 0 R" for number in names)
    content = "".join(f"q 50 0 0 50 0 0 cm /I{number} Do Q\n" for number in names)
    properties = "/ColorSpace /DeviceRGB /BitsPerComponent 8 /Length 3"
    return pdf(
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 72 72] /Contents 4 0 R /Resources "
        f"<< /XObject << {resources} >> >> >>",
        f"<< /Length {len(content)} >> stream\n{content}endstream",
        *(
            f"<< /Type /XObject /Subtype /Image /Width {width} /Height {height} {properties} >> stream\nabc\nendstream"
            for width, height in sizes
        ),
    )


@pytest.mark.parametrize("sizes", [[(30_000, 30_000)], [(7000, 7000), (7000, 7000)]])
def test_images_that_would_fill_the_memory_are_refused_before_they_are_drawn(sizes, monkeypatch):
    monkeypatch.setattr(pypdfium2.PdfPage, "render", None)
    (page,) = find_pages(with_images(*sizes))
    with pytest.raises(BadImage, match="page 1 has images of more than 64 megapixels"):
        page.load()


def test_too_many_objects_and_pages_are_refused(monkeypatch):
    monkeypatch.setattr(pdf_module, "OBJECTS", 2)
    (page,) = find_pages(with_images((9, 9), (9, 9), (9, 9)))
    with pytest.raises(BadImage, match="more than 2 objects"):
        page.load()
    monkeypatch.setattr(pdf_module, "PAGES", 2)
    book = blank(*[(72, 72)] * 3)
    with pytest.raises(BadImage, match="these are 3 pages, over 2"):
        find_pages(book)
    assert len(find_pages(book, [range(2, 4)])) == 2
