"""Lines at one end of an output: of any bytes in any pieces, as `head` and `tail` have them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.typed_command.raw_log import Printer
from pageful.typed_command.viewer import Viewer

_PIECES = st.lists(st.text("a\n\r\0", max_size=6).map(str.encode), max_size=8)


def _print(pieces: Sequence[bytes], viewer: Viewer | None) -> bytes:
    out: list[bytes] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Printer, "_write", lambda _, data: out.append(data))
        printer = Printer(viewer)
        for piece in pieces:
            printer.print(piece)
        printer.finish()
    return b"".join(out)


@given(_PIECES, st.integers(0, 5), st.booleans())
def test_what_is_printed_in_pieces_is_what_a_viewer_shows_of_all(
    pieces: list[bytes], lines: int, is_head: bool
) -> None:
    viewer, output = Viewer(lines, is_head=is_head), b"".join(pieces)
    shown = _print(pieces, viewer)
    assert shown == viewer.excerpt(output)
    assert output.startswith(shown) if is_head else output.endswith(shown)
    assert _count(shown) == min(lines, _count(output))


def _count(output: bytes) -> int:
    """Count lines, the last one also without its end."""
    return output.count(b"\n") + (not output.endswith(b"\n") and bool(output))


@given(_PIECES)
def test_without_a_viewer_all_is_printed(pieces: list[bytes]) -> None:
    assert _print(pieces, None) == b"".join(pieces)
