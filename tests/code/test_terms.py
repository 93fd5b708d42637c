"""The terms of a chunk: words, their parts and stems, paths and definitions, in any script."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.code.chunking.chunk import Chunk
from pageful.code.terms import splitting as terms
from pageful.code.terms.splitting import chunk_terms, parts


def _counts(text: str, path: tuple[str, ...] = (), defines: tuple[str, ...] = ()) -> set[str]:
    return set(chunk_terms("src/app/user_store.py", Chunk(1, 1, text, path, defines)).counts)


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("getHTTPResponse", ("get", "http", "respons", "gethttprespons")),
        ("get_http_response", ("get", "http", "respons", "gethttprespons")),
        ("GET_HTTP_RESPONSE", ("get", "http", "respons", "gethttprespons")),
        ("utf8", ("utf", "8", "utf8")),
        ("x", ("x",)),
        ("id", ("id",)),
        ("__init__", ("init",)),
        ("_", ()),
        ("ЧтениеФайла", ("чтение", "файла", "чтениефайла")),
        ("größeÄndern", ("grösse", "ändern", "grösseändern")),
        ("検索器", ("検", "索", "器", "検索", "索器", "検索器")),
    ],
)
def test_a_word_is_split_into_its_parts_and_kept_whole(word: str, found: tuple[str, ...]) -> None:
    assert parts(word) == found


@pytest.mark.parametrize(
    "forms",
    [
        ("serialize", "serializers", "serialized", "serialization", "serializing"),
        ("run", "runs", "running"),
        ("policy", "policies"),
        ("match", "matches", "matching", "matched"),
        ("configure", "configured", "configuring", "configures"),
    ],
)
def test_the_forms_of_a_word_are_one_term(forms: tuple[str, ...]) -> None:
    assert len({parts(form) for form in forms}) == 1


def test_short_words_and_foreign_scripts_are_terms() -> None:
    assert {"os", "c", "привет", "हिन्दी", "ångström"} <= _counts("os.c привет हिन्दी Ångström")


def test_compatible_characters_are_one() -> None:
    assert _counts("ﬁles ＡＢＣ") == _counts("files abc")


def test_definitions_places_and_paths_have_terms_of_their_own() -> None:
    found = _counts("", defines=("getUser",), path=("class UserStore",))
    assert {
        "=getUser",
        "=getuser",
        "+user",
        "+get",
        ">stor",
        ">user",
        "//app",
        "//src",
        "/user",
    } <= found
    assert "/py" not in found


def test_only_the_first_chunk_of_a_file_tells_of_its_path() -> None:
    later = chunk_terms("tests/test_x.py", Chunk(2, 2, "a")).counts
    assert set(later) == {"a"}
    first = chunk_terms("tests/test_x.py", Chunk(1, 1, "a")).counts
    assert {terms.NAME + "x", terms.FOLDER + "test", terms.MARK + "test"} <= set(first)


def test_the_count_of_a_name_word_is_the_number_of_words_in_the_name() -> None:
    assert chunk_terms("a/JsonTreeReader.java", Chunk(1, 1, "")).counts["/json"] == 3
    assert chunk_terms("a/client_ws.py", Chunk(1, 1, "")).counts["/client"] == 2


def test_length_counts_words_and_parts_but_no_facts() -> None:
    assert chunk_terms("a.py", Chunk(1, 1, "getUser x", (), ("getUser",))).length == 4


def test_a_very_long_word_is_cut_the_same_way_everywhere() -> None:
    assert parts("a" * 5000) == parts("a" * 6000)
    assert len(parts("aB" * 5000)) == 1


@given(st.text(), st.text(min_size=1), st.lists(st.text()), st.lists(st.text()))
def test_any_text_has_terms(text: str, path: str, places: list[str], names: list[str]) -> None:
    found = chunk_terms(path, Chunk(1, 1, text, tuple(places), tuple(names)))
    assert all(term and count >= 1 for term, count in found.counts.items())
    plain = {term: n for term, n in found.counts.items() if term[0] not in terms.PREFIXES}
    assert found.length == sum(plain.values())


@given(st.text())
def test_what_a_word_was_indexed_by_is_what_it_is_asked_by(text: str) -> None:
    asked = {term for word in terms.words(text) for term in parts(word)}
    plain = {term for term in _counts(text) if term[0] not in terms.PREFIXES}
    assert asked == plain
