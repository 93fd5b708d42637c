"""The web page of results in a real Chromium."""

from __future__ import annotations

import struct
import zlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from behind import PAGEFUL, gateway
from chromium import PROGRAM, Browser, browser
from pageful.gateway.keeping import DirectoryStore
from viewing import view, write_result

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(PROGRAM is None, reason="no chromium (Debian: apt-get install chromium)"),
]


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browser(tmp_path_factory.mktemp("profile")) as opened:
        yield opened


def test_the_page_shows_tokens_json_and_page_side_by_side(tab: Browser, tmp_path: Path) -> None:
    with view(str(write_result(tmp_path))) as url:
        tab.open(url)
        text = tab.text()
        assert "tokens instead of" in text
        assert "% less" in text
        assert "What each rule saved" in text
        assert '"login":"ada"' in text
        rows = "document.querySelectorAll('.right .t0 tbody tr').length"
        assert tab.value(rows) == 5 + 24
        boxes = "[...document.querySelectorAll('.pane')].map(e => e.getBoundingClientRect())"
        left, right = tab.value(f"{boxes}.map(b => [b.left, b.right, b.top])")
        assert left[1] <= right[0]
        assert left[2] == right[2]
        assert tab.complaints == []
        assert all(each.startswith((url, "about:")) for each in tab.asked_for)


def test_raw_and_rendered_and_the_encodings_are_chosen_by_a_click(
    tab: Browser, tmp_path: Path
) -> None:
    with view(str(write_result(tmp_path))) as url:
        tab.open(url)
        assert "|number|title|" not in tab.text()
        tab.click("label[for=right-1]")
        assert "|number|title|" in tab.text()
        before = tab.value("document.querySelector('.sum.in-o200k').checkVisibility()")
        tab.click("label[for=in-cl100k]")
        after = tab.value("document.querySelector('.sum.in-o200k').checkVisibility()")
        assert (before, after) == (True, False)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_screenshot_is_light_or_dark_and_full(tab: Browser, tmp_path: Path, scheme: str) -> None:
    with view(str(write_result(tmp_path))) as url:
        tab.open(url)
        tab.prefer(scheme)
        colours = _colours(tab.screenshot())
        back, _ = colours.most_common(1)[0]
        assert (sum(back) > 3 * 200) == (scheme == "light")
        # Bars, tables and text: a page without its style would have a handful of greys.
        assert len(colours) > 100
        green = sum(n for (r, g, b), n in colours.items() if g > r + 60 and g > b + 20)
        assert green > 2_000


def test_text_of_a_result_stays_text(tab: Browser, tmp_path: Path) -> None:
    hostile = "<img src=x onerror=document.title='gone'><script>document.title='gone'</script>"
    rows = [{"name": hostile, hostile: n, "url": f"javascript:{n}"} for n in range(9)]
    with view(str(write_result(tmp_path, rows, tool=hostile))) as url:
        tab.open(url)
        assert hostile in tab.text()
        assert tab.value("document.title").endswith("· pageful")
        assert tab.value("document.querySelectorAll('main img, main script, main a').length") == 0
        assert tab.complaints == []


def test_a_result_that_is_cut_appears_on_the_open_page(tab: Browser, tmp_path: Path) -> None:
    store = tmp_path / "kept"
    DirectoryStore(store)
    with view("--store", str(store), "--budget", "1500") as url:
        tab.open(url)
        assert "No result has been cut" in tab.text()
        server = [*PAGEFUL[:1], str(Path(__file__).parent / "view_server.py")]
        with gateway("--store", str(store), "--budget", "1500", server=server) as client:
            shown = client.text(1, "issues")
        tab.wait_for("document.body?.innerText.includes('instead of')")
        assert "% less on the first page" in tab.text()
        assert shown.rsplit("\n", 1)[1] in tab.text()


def _colours(png: bytes) -> Counter[tuple[int, int, int]]:
    """Count the colours of a picture."""
    data, at, width, height, kind = b"", 8, 0, 0, 0
    while at < len(png):
        (length,), name = struct.unpack(">I", png[at : at + 4]), png[at + 4 : at + 8]
        chunk = png[at + 8 : at + 8 + length]
        if name == b"IHDR":
            width, height, _, kind = struct.unpack(">IIBB", chunk[:10])
        elif name == b"IDAT":
            data += chunk
        at += length + 12
    size = {2: 3, 6: 4}[kind]
    rows, stride = zlib.decompress(data), width * size + 1
    counted: Counter[tuple[int, int, int]] = Counter()
    above = bytes(stride - 1)
    for row in range(height):
        line = rows[row * stride : (row + 1) * stride]
        above = _unfilter(line[0], line[1:], above, size)
        counted.update(zip(above[::size], above[1::size], above[2::size], strict=True))
    return counted


def _unfilter(how: int, line: bytes, above: bytes, size: int) -> bytes:
    done = bytearray(line)
    for n in range(len(line)):
        left = done[n - size] if n >= size else 0
        corner = above[n - size] if n >= size else 0
        near = min((left, above[n], corner), key=lambda each: abs(left + above[n] - corner - each))
        done[n] = (line[n] + (0, left, above[n], (left + above[n]) // 2, near)[how]) & 255
    return bytes(done)
