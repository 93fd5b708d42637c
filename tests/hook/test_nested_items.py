"""Items put into any JSON document, and taken out again to the byte."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.clients.document import apply
from pageful.clients.jsonc import parse_jsonc
from pageful.clients.nested_items import WrongShape, append, count_missing, is_tight, remove

_PATH = ("hooks", "Event")
_SCALARS = st.none() | st.booleans() | st.integers() | st.text(max_size=8)
_OBJECTS = st.dictionaries(
    st.text(max_size=6), _SCALARS | st.lists(_SCALARS, max_size=3), max_size=4
)
_ITEM = {"command": "ours", "args": ["a", "ü"]}


@st.composite
def _documents(draw: st.DrawFn) -> str:
    value: dict[str, Any] = {k: v for k, v in draw(_OBJECTS).items() if k not in _PATH}
    depth = draw(st.integers(0, 3))
    if depth:
        value["hooks"] = {k: v for k, v in draw(_OBJECTS).items() if k not in _PATH}
        if depth > 1:
            value["hooks"]["Event"] = draw(st.lists(_SCALARS | _OBJECTS, max_size=3))
    order = draw(st.permutations(list(value)))
    indent = draw(st.sampled_from([None, 0, 1, 2, 4, "\t"]))
    text = json.dumps({key: value[key] for key in order}, indent=indent)
    return (
        draw(st.sampled_from(["", "\ufeff", "\n// first\n"]))
        + text
        + draw(st.sampled_from(["", "\n", "\n\n", " // last"]))
    )


@given(text=_documents(), crlf=st.booleans())
def test_what_was_put_in_is_taken_out_to_the_byte(text: str, crlf: bool) -> None:
    text = text.replace("\n", "\r\n") if crlf else text
    document = parse_jsonc(text)
    missing, tight = count_missing(document, _PATH), is_tight(document, _PATH)
    new = parse_jsonc(apply(text, [append(document, _PATH, _ITEM)]))
    assert new.root.value["hooks"]["Event"][-1] == _ITEM
    path: tuple[str, ...] = _PATH
    position = len(new.root.value["hooks"]["Event"]) - 1
    for _ in range(missing):
        container = new.root.at(path[:-1])
        assert container
        position = [each.key for each in container.members].index(path[-1])
        path = path[:-1]
    assert apply(new.text, [remove(new, path, position, tight=tight)]) == text


@pytest.mark.parametrize("text", ["[]", "7", '{"hooks": 1}', '{"hooks": {"Event": {}}}'])
def test_another_shape_is_refused(text: str) -> None:
    with pytest.raises(WrongShape):
        append(parse_jsonc(text), _PATH, _ITEM)
