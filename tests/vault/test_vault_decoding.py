"""What the index has of a note is what is shown of it, in any encoding."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from folders import fill
from pageful.tool.context import Caller
from pageful.vault.reading.text_file import text_file
from pageful.vault.snapshot.vault import Vault
from thoroughness import examples

_MARKS = (b"", b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\xff\xfe\0\0", b"\0\0\xfe\xff")


@settings(deadline=None, max_examples=examples(60))
@given(st.builds(lambda mark, rest: mark + rest, st.sampled_from(_MARKS), st.binary(max_size=40)))
def test_the_index_holds_the_text_that_is_shown(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    place = tmp_path_factory.mktemp("place")
    root = fill(place / "vault", {"Note.md": content})
    snapshot = Vault(root, cache=place / "cache").scan(Caller())
    assert snapshot.text("Note.md") == text_file("Note.md", content).text.removeprefix("\ufeff")
