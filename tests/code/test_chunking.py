"""Chunks are whole lines that add up to the text, whatever the text, and end where they should."""

from __future__ import annotations

import subprocess
import sys
import threading
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.code.chunking import AIM, chunk_text, grammars
from pageful.code.chunking.chunk import Chunk
from pageful.code.chunking.syntax import PARSED
from thoroughness import size

_LANGUAGES = [*sorted(PARSED), "markdown", "perl", "json", None]
_SOURCES = {
    case.stem: case.read_text().split("````")[1].partition("\n")[2]
    for case in sorted((Path(__file__).parent / "chunking").glob("*.md"))
}
_ENDS = ["\n", "\r\n", "\r", "\f", "\x0b", "\x85", "\u2028", "\0", "\t", " ", "é", "𝄞", "#"]
_MARKS = ["(", ")", "{", "}", "[", "]", "'", '"', "`", "```\n", "/*", "*/", "//", ":", ";", "<"]
_WORDS = ["class A", "end", "def f", "x = 1", "=>", "do", "# One\n", "Two\n===\n", "<<A\n", "---"]
_TEXTS = st.one_of(
    st.text(), st.lists(st.sampled_from([*_ENDS, *_MARKS, *_WORDS]), max_size=80).map("".join)
)


def _adds_up(text: str, chunks: tuple[Chunk, ...]) -> None:
    assert "".join(chunk.text for chunk in chunks) == text
    lines = text.count("\n") + (not text.endswith("\n")) if text else 0
    assert [chunk.start for chunk in chunks[:1]] == [1] * bool(text)
    assert (chunks[-1].end if chunks else 0) == lines
    for chunk, below in pairwise(chunks):
        assert below.start == chunk.end + 1
        assert chunk.text.count("\n") == chunk.end - chunk.start + 1
        assert chunk.text.endswith("\n")
    assert all(chunk.text and chunk.start <= chunk.end for chunk in chunks)


@given(_TEXTS, st.sampled_from(_LANGUAGES), st.sampled_from([5, 40, AIM]))
def test_any_text_adds_up(text: str, language: str | None, aim: int) -> None:
    chunks = chunk_text(text, language, aim=aim)
    _adds_up(text, chunks)
    assert chunk_text(text, language, aim=aim) == chunks


@given(st.sampled_from(sorted(_SOURCES)), st.data())
def test_broken_code_adds_up(language: str, data: st.DataObject) -> None:
    source = _SOURCES[language]
    first, end = sorted(data.draw(st.tuples(*[st.integers(0, len(source))] * 2)))
    text = source[:first] + data.draw(_TEXTS) + source[end:]
    _adds_up(text, chunk_text(text, language, aim=data.draw(st.sampled_from([10, 60, AIM]))))


def test_an_empty_file_has_no_chunks() -> None:
    assert chunk_text("", "python") == ()


def test_a_file_of_blank_lines_is_kept() -> None:
    _adds_up("\n\n\n", chunk_text("\n\n\n", "python"))


def test_only_a_line_feed_ends_a_line() -> None:
    text = "a\fb\x0bc\x85d\u2028e\rf\r\ng"
    (chunk,) = chunk_text(text, None)
    assert (chunk.start, chunk.end, chunk.text) == (1, 2, text)


def test_one_very_long_line_is_one_chunk() -> None:
    text = "x = [" + "1, " * 300_000 + "]"
    assert len(chunk_text(text, "python")) == 1


def test_chunks_keep_to_the_size_aimed_at() -> None:
    text = "".join(f"def f{n}():\n    return {n}\n\n\n" for n in range(500))
    chunks = chunk_text(text, "python", aim=300)
    assert all(200 <= len(chunk.text) <= 300 for chunk in chunks[:-1])
    assert len(chunks[-1].text) <= 300


def test_a_definition_of_up_to_twice_the_aim_stays_whole() -> None:
    body = "".join(f"    step_{n}()\n" for n in range(100))
    text = f"import a\n\n# Why.\n@wrapped\ndef long():\n{body}\n\ndef short():\n    pass\n"
    chunk = next(one for one in chunk_text(text, "python") if "long" in one.defines)
    assert (chunk.start, chunk.path) == (1, ("def long",))
    assert "step_99" in chunk.text


def test_every_part_of_a_long_method_keeps_its_path() -> None:
    body = "".join(f"        step_{n}()\n" for n in range(300))
    text = f"class Foo:\n    def bar(self):\n{body}"
    chunks = chunk_text(text, "python")
    assert len(chunks) > 3
    assert {chunk.path for chunk in chunks[1:]} == {("class Foo", "def bar")}


def test_a_long_value_without_definitions_keeps_its_path() -> None:
    text = "TABLE = {\n" + "".join(f"    {n}: 'entry',\n" for n in range(300)) + "}\n"
    assert {chunk.path for chunk in chunk_text(text, "python")} == {("variable TABLE",)}


def test_a_nested_function_is_found_where_the_outer_one_is_cut() -> None:
    body = "".join(f"  step{n}();\n" for n in range(200))
    text = f"function outer() {{\n{body}  function inner() {{}}\n}}\n"
    assert "inner" in chunk_text(text, "javascript")[-1].defines


def test_local_values_define_nothing() -> None:
    body = "".join(f"  const v{n} = {n};\n" for n in range(200))
    chunks = chunk_text(f"function outer() {{\n{body}}}\n", "javascript")
    assert [name for chunk in chunks for name in chunk.defines] == ["outer"]


@pytest.mark.slow
@pytest.mark.parametrize("opening", ["(", "{", "[", "if x:", "class A {", "do", "<"])
@pytest.mark.parametrize("language", sorted(PARSED))
def test_deep_nesting_overflows_nothing(language: str, opening: str) -> None:
    distinct = "".join(f"{opening} // {n}\n" for n in range(400))
    repeated = f"{opening}\n" * 50_000
    for text in (distinct, repeated):
        _adds_up(text, chunk_text(text, language))


def test_deeply_nested_code_is_cut() -> None:
    text = "".join("  " * depth + f"if (x{depth}) {{\n" for depth in range(150))
    text += "".join("  " * depth + f"}} // {depth}\n" for depth in reversed(range(150)))
    chunks = chunk_text(text, "java")
    _adds_up(text, chunks)
    assert len(chunks) > 10


def test_text_that_no_one_wrote_is_cut_by_lines() -> None:
    for text in ("a=>\n" * 20_000, "\0\n" * 20_000):
        _adds_up(text, chunk_text(text, "c"))


def test_a_long_chain_of_calls_takes_no_time_squared() -> None:
    text = "x" + "".join(f"\n  .step{n}(a)" for n in range(size(20_000)))
    for language in ("elixir", "javascript", "java", "ruby"):
        _adds_up(text, chunk_text(text, language))


def test_a_parse_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "".join(f"def f{n}():\n    return {n}\n\n" for n in range(200))
    parsed = chunk_text(text, "python")
    monkeypatch.setattr(grammars, "_SECONDS", -1.0)
    given_up = chunk_text(text, "python")
    _adds_up(text, given_up)
    assert "f7" in given_up[0].defines
    monkeypatch.undo()
    assert chunk_text(text, "python") == parsed


def test_without_its_grammar_a_language_is_cut_by_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tree_sitter_lua", None)
    monkeypatch.setattr(grammars, "_languages", {})
    monkeypatch.setattr(grammars, "_local", threading.local())
    (chunk,) = chunk_text("function foo()\nend\n", "lua")
    assert (chunk.path, chunk.defines) == (("function foo",), ("foo",))


@pytest.mark.parametrize("steps", range(20, 60))
def test_neither_a_head_nor_a_rest_is_a_chunk_of_its_own(steps: int) -> None:
    body = "".join(f"        step_{n:02}()\n" for n in range(steps))
    text = f"class A:\n    def long(self):\n{body}\n    def other(self):\n        pass\n"
    chunks = chunk_text(text, "python", aim=200)
    assert all(40 <= len(chunk.text) <= 440 for chunk in chunks[:-1])
    assert chunks[-1].path == ("class A", "def other")


def test_front_matter_and_fences_hold_no_headings() -> None:
    text = "---\n# no\n---\n\n# Yes\n\n~~~\n# no\n~~~\n\n```a`b\n# Also\n"
    paths = {label for chunk in chunk_text(text, "markdown", aim=5) for label in chunk.path}
    assert paths == {"Yes", "Also"}


def test_a_fence_of_markdown_stays_whole() -> None:
    code = "".join(f"line {n}\n\n" for n in range(100))
    text = f"# A\n\n{'word ' * 150}\n\n```\n{code}```\n\n{'word ' * 150}\n"
    assert any(chunk.text.count("```") == 2 for chunk in chunk_text(text, "markdown"))


def test_loading_the_chunker_loads_no_parser() -> None:
    code = (
        "import sys, pageful.code.languages.detection, pageful.code.chunking as chunking\n"
        "chunking.chunk_text('# a', 'markdown')\n"
        "assert not [name for name in sys.modules if name.startswith('tree_sitter')]"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
