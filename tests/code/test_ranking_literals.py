"""Literals: a key that stands somewhere as it was typed outweighs a name that it only ends with."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.code.chunking import chunk_text
from pageful.code.languages.detection import language_of
from pageful.code.ranking.literals import MOST_READ, Form, find_literal, likeliest
from pageful.code.ranking.query import Kind
from pageful.code.ranking.query_corpus import QueryCorpus
from pageful.code.ranking.ranking import Ranking, rank
from pageful.code.store.memory import MemoryReader, memory_corpus

BYTES = """package org.broker.utils;

/** Bytes, compared as a fetch of min and max would. */
public class Bytes {
    public static final Bytes EMPTY = new Bytes();

    /** The min of both, for a fetch. */
    public Bytes min(Bytes other) {
        return other;
    }
}
"""
CONFIG = """package org.broker;

public class ConsumerConfig {
    public static final String AUTO_COMMIT_CONFIG = "enable.auto.commit";
    public static final String FETCH_MIN_BYTES_CONFIG = "fetch.min.bytes";
}
"""
SESSION = '''class Session:
    """A session of a user."""

    def close(self) -> None:
        """Close the session."""
'''
WINDOW = '''class Window:
    """Something on the screen."""

    def close(self) -> None:
        """Close the window: close it, close all of it, and close the session too."""
'''
USE = "def end(session: Session) -> None:\n    session.close()\n"


def corpus_of(files: Mapping[str, str]) -> MemoryReader:
    return memory_corpus(
        (path, chunk_text(text, language_of(path, text))) for path, text in sorted(files.items())
    )


def ranked(corpus: MemoryReader, query: str) -> Ranking:
    return rank(query, corpus, want=10)


def paths(corpus: MemoryReader, found: Ranking) -> list[str]:
    return [corpus.layout.paths[corpus.layout.files[chunk]] for chunk in found.chunks]


def score(corpus: MemoryReader, found: Ranking, path: str) -> float:
    return float(found.scores[paths(corpus, found).index(path)])


@pytest.mark.parametrize("query", ["fetch.min.bytes", '"fetch.min.bytes"', "`fetch.min.bytes`"])
def test_a_key_is_found_where_it_stands_and_not_at_a_class_that_it_ends_with(query: str) -> None:
    corpus = corpus_of({"utils/Bytes.java": BYTES, "ConsumerConfig.java": CONFIG})
    found = ranked(corpus, query)

    assert paths(corpus, found)[0] == "ConsumerConfig.java"
    assert found.query.kind is Kind.LITERAL


def test_a_class_that_a_key_only_ends_with_is_not_what_was_asked_for() -> None:
    corpus = corpus_of({"utils/Bytes.java": BYTES})

    assert (ranked(corpus, "fetch.min.bytes").scores < 0.7).all()
    assert ranked(corpus, "Bytes").scores[0] > 0.7


def test_a_key_counts_as_found_where_its_words_are_a_name() -> None:
    used = {"Fetcher.java": "class Fetcher { int n = get(FETCH_MIN_BYTES_CONFIG); }\n"}
    corpus = corpus_of({"utils/Bytes.java": BYTES, "ConsumerConfig.java": CONFIG, **used})
    found = ranked(corpus, "fetch.min.bytes")

    assert paths(corpus, found) == ["ConsumerConfig.java", "Fetcher.java"]
    assert found.total == 2


def test_a_key_in_a_question_is_looked_up_too() -> None:
    files = {f"{name}.java": BYTES.replace("Bytes", name) for name in ("Where", "Configured")}
    corpus = corpus_of({"ConsumerConfig.java": CONFIG, "MinBytes.java": BYTES, **files})

    found = ranked(corpus, "where is fetch.min.bytes configured")
    assert paths(corpus, found)[0] == "ConsumerConfig.java"


@pytest.mark.parametrize("query", ["Session.close", "Session#close", "Session::close()"])
def test_a_method_is_found_in_the_class_that_is_named_before_it(query: str) -> None:
    corpus = corpus_of({"a/window.py": WINDOW, "b/session.py": SESSION, "c/use.py": USE})
    found = ranked(corpus, query)

    assert paths(corpus, found)[0] == "b/session.py"
    assert found.query.kind is Kind.SYMBOL
    assert score(corpus, found, "b/session.py") > 0.7 > score(corpus, found, "a/window.py")


@pytest.mark.parametrize("query", ["Session.all", "session.is", "from.to", "Session.Session"])
def test_names_that_are_english_words_are_names_too(query: str) -> None:
    last = query.rpartition(".")[2]
    defining = f"class Session:\n    def {last}(self) -> None: ...\n"
    corpus = corpus_of({"a/use.py": f"x.{last}()\n" * 9, "b/session.py": defining})

    assert paths(corpus, ranked(corpus, query))[0] == "b/session.py"


def test_a_call_does_not_make_a_name_a_literal() -> None:
    corpus = corpus_of({"a/use.py": USE.replace("session.", "it."), "b/window.py": WINDOW})

    assert ranked(corpus, "it.close").query.kind is Kind.SYMBOL
    assert paths(corpus, ranked(corpus, "it.close"))[0] == "b/window.py"


def test_a_class_and_its_method_stay_a_symbol_where_a_text_names_both() -> None:
    named = 'PLACE = "Session.close"\n'
    corpus = corpus_of({"a/place.py": named, "b/session.py": SESSION})

    assert paths(corpus, ranked(corpus, "Session.close")) == ["b/session.py", "a/place.py"]


def test_a_key_that_is_a_value_is_a_literal_where_such_a_member_is_defined_too() -> None:
    group = "class group:\n    def id(self) -> str:\n        return self._id\n"
    corpus = corpus_of({"a/group.py": group, "b/keys.py": 'GROUP_ID = "group.id"\n'})

    assert paths(corpus, ranked(corpus, "group.id"))[0] == "b/keys.py"


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ('x = "fetch.min"\n', Form.VALUE),
        ("fetch.min=1\n", Form.VALUE),
        ("  fetch.min: 1\n", Form.VALUE),
        ("set fetch.min to 1\n", Form.TYPED),
        ("prefetch.min fetchMin()\n", Form.NAME),
        ("fetch.min(1)\n", Form.NAME),
        ("fetch a min\n", Form.NONE),
    ],
)
def test_a_text_has_a_literal_in_a_form(text: str, form: Form) -> None:
    corpus = corpus_of({"a.txt": f"fetch min {text}"}) if form is Form.NAME else None
    corpus = corpus or corpus_of({"a.txt": text})
    found = find_literal("fetch.min", QueryCorpus(corpus))

    assert found.forms.tolist() == ([] if form is Form.NONE else [form])


def test_of_too_many_chunks_those_are_read_that_define_what_is_so_named() -> None:
    noise = {f"{n}.py": "call(id, group)\nwith(group, by=id)\n" for n in range(2 * MOST_READ)}
    defining = "x = 1  # and\n" * 30 + 'GROUP_ID = "group.id"\n'
    corpus = corpus_of({**noise, "z.py": defining})

    pool = likeliest(["group", "id"], QueryCorpus(corpus))
    assert len(pool) == MOST_READ
    assert paths(corpus, ranked(corpus, "group.id"))[0] == "z.py"


@given(st.text(max_size=40), st.lists(st.text(max_size=60), max_size=5))
def test_any_literal_is_looked_for_in_any_texts(literal: str, texts: list[str]) -> None:
    corpus = corpus_of({f"{n}.txt": text for n, text in enumerate(texts)})
    found = find_literal(literal, QueryCorpus(corpus))

    assert (np.diff(found.chunks) > 0).all()
    assert set(found.at_least(Form.VALUE)) <= set(found.at_least(Form.TYPED)) <= set(found.chunks)


@given(st.text(max_size=60), st.lists(st.text(max_size=60), max_size=5), st.integers(1, 5))
def test_texts_that_are_read_break_no_promise(query: str, texts: list[str], want: int) -> None:
    corpus = corpus_of({f"{n}.txt": text for n, text in enumerate([*texts, query])})
    long = ranked(corpus, query)
    short = rank(query, corpus, want=want)

    assert short.chunks.tolist() == long.chunks[:want].tolist()
    assert long.total >= len(long.chunks)
    assert ((long.scores > 0) & (long.scores < 1)).all()
    assert (np.diff(long.scores) <= 0).all()
