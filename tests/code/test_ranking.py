"""Ranking: order, prefixes, filters, totals and similarities, for any query."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pageful.code.chunking.chunk import Chunk
from pageful.code.ranking.query import Kind, kind_of
from pageful.code.ranking.ranking import find_related, rank
from pageful.code.store.memory import MemoryReader, memory_corpus
from pageful.code.terms.splitting import chunk_terms
from thoroughness import examples

_WORDS = ["session", "cookie", "parse", "token", "HttpClient", "store", "the", "读取", "x"]
_texts = st.lists(st.sampled_from(_WORDS), max_size=8).map(" ".join)
_queries = st.one_of(_texts.filter(bool), st.text(max_size=60))
_files = st.lists(
    st.tuples(
        st.sampled_from(["src/session.py", "tests/test_token.py", "lib/HttpClient.java", "a.md"]),
        st.lists(st.tuples(_texts, st.lists(st.sampled_from(_WORDS), max_size=2)), min_size=1),
    ),
    max_size=6,
)


def _corpus(files: Sequence[tuple[str, Sequence[tuple[str, Sequence[str]]]]]) -> MemoryReader:
    return memory_corpus(
        (
            f"{number}/{path}",
            [Chunk(n, n, text, (), tuple(names)) for n, (text, names) in enumerate(chunks, 1)],
        )
        for number, (path, chunks) in enumerate(files)
    )


def _plain(*files: tuple[str, str]) -> MemoryReader:
    return memory_corpus((path, [Chunk(1, 9, text)]) for path, text in files)


def _found(corpus: MemoryReader, query: str, want: int = 10) -> list[str]:
    ranked = rank(query, corpus, want=want)
    return [corpus.layout.paths[corpus.layout.files[chunk]] for chunk in ranked.chunks]


class _Letters:
    """Embeds a text as how often it has each of three letters."""

    name = "letters"

    def embed(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        counts = np.array([[text.count(c) for c in "aeo"] for text in texts], np.float32)
        lengths = np.linalg.norm(counts, axis=1, keepdims=True)
        return (counts / np.where(lengths, lengths, 1)).astype(np.float32)


@given(_files, _queries, st.integers(1, 12))
def test_a_shorter_answer_is_the_beginning_of_a_longer_one(
    files: list[tuple[str, list[tuple[str, list[str]]]]], query: str, want: int
) -> None:
    corpus = _corpus(files)
    long, short = rank(query, corpus, want=50), rank(query, corpus, want=want)
    assert short.chunks.tolist() == long.chunks[:want].tolist()
    assert short.scores.tolist() == long.scores[:want].tolist()
    assert short.total == long.total


@given(_files, _queries)
def test_similarity_lies_between_0_and_1_and_never_rises(
    files: list[tuple[str, list[tuple[str, list[str]]]]], query: str
) -> None:
    ranked = rank(query, _corpus(files), want=50)
    assert ((ranked.scores > 0) & (ranked.scores <= 1)).all()
    assert (np.diff(ranked.scores) <= 0).all()


@given(_files, _queries)
def test_total_is_how_many_can_be_had(
    files: list[tuple[str, list[tuple[str, list[str]]]]], query: str
) -> None:
    ranked = rank(query, _corpus(files), want=10_000)
    assert ranked.total == len(ranked.chunks) == len(set(ranked.chunks.tolist()))


@given(_files, _queries)
def test_the_same_question_has_the_same_answer(
    files: list[tuple[str, list[tuple[str, list[str]]]]], query: str
) -> None:
    corpus = _corpus(files)
    first, second = rank(query, corpus, want=50), rank(query, corpus, want=50)
    assert first.chunks.tolist() == second.chunks.tolist()
    assert first.scores.tolist() == second.scores.tolist()


@given(_files, _queries)
def test_a_filter_is_heeded(
    files: list[tuple[str, list[tuple[str, list[str]]]]], query: str
) -> None:
    corpus = _corpus(files)
    among = np.arange(len(corpus.layout.lengths)) % 2 == 0
    every, some = rank(query, corpus, want=999), rank(query, corpus, among=among, want=999)
    assert among[some.chunks].all()
    # Of fewer chunks the best is no better, so that all which matched among all still do.
    assert set(some.chunks.tolist()) >= {c for c in every.chunks.tolist() if among[c]}
    assert some.total == len(some.chunks)


@settings(max_examples=examples(30))
@given(_files, _queries)
def test_meaning_keeps_all_promises_too(
    files: list[tuple[str, list[tuple[str, list[str]]]]], query: str
) -> None:
    plain = _corpus(files)
    corpus = memory_corpus(
        (
            (path, plain.contents((file,))[file].chunks())
            for file, path in enumerate(plain.layout.paths)
        ),
        _Letters() if len(plain.layout.files) else None,
    )
    long = rank(query, corpus, embedder=_Letters(), want=999)
    short = rank(query, corpus, embedder=_Letters(), want=3)
    assert short.chunks.tolist() == long.chunks[:3].tolist()
    assert long.total == len(long.chunks)
    assert ((long.scores > 0) & (long.scores <= 1)).all()
    assert (np.diff(long.scores) <= 0).all()


@given(_files.filter(bool))
def test_a_chunk_is_not_related_to_itself(
    files: list[tuple[str, list[tuple[str, list[str]]]]],
) -> None:
    corpus = _corpus(files)
    counts = chunk_terms(corpus.layout.paths[0], corpus.chunk(0)).counts
    ranked = find_related(0, counts, corpus, want=999)
    assert 0 not in ranked.chunks
    assert ranked.total == len(ranked.chunks)


def test_a_chunk_with_the_same_words_is_related() -> None:
    corpus = _plain(
        ("a.py", "parse cookie header"),
        ("b.py", "paint the window"),
        ("c.py", "cookie header parser"),
    )
    counts = chunk_terms("a.py", corpus.chunk(0)).counts
    assert find_related(0, counts, corpus, want=5).chunks.tolist() == [2]


def test_a_definition_comes_before_uses() -> None:
    corpus = memory_corpus(
        [
            ("a.py", [Chunk(1, 9, "Session() Session() Session()")]),
            ("b.py", [Chunk(1, 9, "class Session: pass and much more", (), ("Session",))]),
            ("c.py", [Chunk(1, 9, "Session Session Session Session")]),
        ]
    )
    assert _found(corpus, "Session")[0] == "b.py"


def test_a_file_name_counts() -> None:
    corpus = _plain(
        ("middleware/logger.go", "func New(next Handler) Handler"),
        ("middleware/strip.go", "func New(next Handler) Handler"),
    )
    assert _found(corpus, "request logging")[0] == "middleware/logger.go"


def test_a_file_whose_name_alone_matches_is_found() -> None:
    corpus = _plain(("fsevents.c", "int main"), ("other.c", "int main"))
    assert _found(corpus, "fsevents") == ["fsevents.c"]


def test_tests_step_back() -> None:
    corpus = _plain(("tests/test_cookie.py", "parse cookie"), ("src/cookie.py", "parse cookie"))
    assert _found(corpus, "parse cookie") == ["src/cookie.py", "tests/test_cookie.py"]


def test_other_files_come_before_more_of_the_same() -> None:
    corpus = memory_corpus(
        [
            ("a.py", [Chunk(n, n, "cookie jar cookie jar") for n in range(1, 4)]),
            ("b.py", [Chunk(1, 1, "cookie jar and many other words in between")]),
        ]
    )
    assert _found(corpus, "cookie jar")[:2] == ["a.py", "b.py"]


def test_a_path_finds_its_file() -> None:
    corpus = _plain(
        ("src/app/store.py", "x"), ("src/web/store.py", "x"), ("src/app/web.py", "store app py")
    )
    assert _found(corpus, "app/store.py:12")[0] == "src/app/store.py"


def test_stop_words_alone_are_words() -> None:
    corpus = _plain(("a.py", "if this then that"), ("b.py", "x"))
    assert _found(corpus, "this that") == ["a.py"]


@pytest.mark.parametrize("query", ["", " ", "?!...", "\x00\x1b[31m", "__", "\ud800", "\n\n"])
def test_a_query_without_words_matches_nothing(query: str) -> None:
    corpus = _plain(("a.py", "if this then that"), ("b.py", "x"))
    ranked = rank(query, corpus, want=10)
    assert (ranked.total, len(ranked.chunks)) == (0, 0)


def test_a_query_of_100_kilobytes_is_answered() -> None:
    corpus = _plain(("a.py", "cookie jar"), ("b.py", "x"))
    noise = " ".join(f"word{n}" for n in range(12_000))
    assert _found(corpus, "cookie jar " + noise) == ["a.py"]
    assert rank(noise, corpus, want=10).total == 0
    for joint in (".", "::", "/"):
        text = f"cookie{joint}" + joint.join(f"word{n}" for n in range(12_000))
        found = rank(text, corpus, want=10)
        assert found.total <= 1


def test_an_empty_corpus_has_nothing() -> None:
    assert rank("x", _corpus([]), want=10).total == 0


@pytest.mark.parametrize(
    ("query", "kind"),
    [
        ("ClientSession", Kind.SYMBOL),
        ("session.get_user", Kind.SYMBOL),
        ("Sinatra::Base", Kind.SYMBOL),
        ("empty?", Kind.SYMBOL),
        ("src/app/store.py", Kind.PATH),
        ("store.py:12", Kind.PATH),
        ("TypeError: unsupported operand", Kind.ERROR),
        ("Error acquiring the state lock", Kind.ERROR),
        ("Could not open the journal of orders", Kind.ERROR),
        ("The plan file has no changes, so it cannot be applied", Kind.ERROR),
        ("invalid value 7 for size", Kind.ERROR),
        ("how are cookies stored", Kind.WORDS),
        ("why is it that orders cannot be applied", Kind.WORDS),
        ("is a session not found by its token?", Kind.WORDS),
        ("error handling middleware", Kind.WORDS),
        ("missing values", Kind.WORDS),
        ("radix tree", Kind.WORDS),
    ],
)
def test_the_kind_of_a_query_is_recognised(query: str, kind: Kind) -> None:
    assert kind_of(query) is kind
