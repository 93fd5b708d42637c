"""Phrases: a text that has the query's very words in a row goes before one that has them anyhow."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.code.chunking.chunk import Chunk
from pageful.code.ranking.phrases import Phrase
from pageful.code.ranking.ranking import Ranking, rank
from pageful.code.store.memory import MemoryReader, memory_corpus

MESSAGE = 'raise Fault(f"Could not open the journal of {name}")\n'
SHUFFLED = "journal = open(name)  # a journal; could be the journal, open or not open\n"


def ranked(query: str, *texts: str) -> tuple[MemoryReader, Ranking]:
    files = [(f"{number}.py", [Chunk(1, 1, text)]) for number, text in enumerate(texts)]
    corpus = memory_corpus(files)
    return corpus, rank(query, corpus, want=10)


def test_a_message_is_found_where_it_is_made() -> None:
    _, found = ranked("could not open the journal of orders", SHUFFLED, MESSAGE)

    assert found.chunks.tolist() == [1, 0]


def test_a_few_words_of_an_error_in_a_row_are_enough() -> None:
    _, found = ranked(
        "Fault: Could not open the journal of orders\n  at main:7 in the middle of everything else",
        SHUFFLED,
        MESSAGE,
    )

    assert found.chunks[0] == 1


@pytest.mark.parametrize("query", ["Error acquiring the state lock", "acquiring the state lock"])
def test_all_words_in_a_row_go_before_whatever_else_has_them(query: str) -> None:
    whole = ("tests/z.md", f"{'and so on, ' * 80}error Acquiring the\n  state_lock? State lock.")
    row = ("tests/y.md", f"{'and so on, ' * 80}it says: Error\n  acquiring the state lock!")
    files = [
        (f"state/lock{n}.py", "state lock error: acquiring the lock of the state")
        for n in range(40)
    ]
    corpus = memory_corpus((path, [Chunk(1, 9, text)]) for path, text in [*files, whole, row])
    found = rank(query, corpus, want=10)

    assert corpus.layout.paths[corpus.layout.files[found.chunks[0]]] == "tests/y.md"
    assert found.scores[0] > 0.88 > 0.7 > found.scores[1]


def test_further_chunks_of_a_file_with_all_words_in_a_row_go_before_others() -> None:
    message = 'log("Lease of the broker has expired")'
    near = "lease expired: the broker of the lease has a lease that has expired"
    files = [("a.py", [message] * 4), *((f"lease/broker{n}.py", [near]) for n in range(20))]
    corpus = memory_corpus(
        (path, [Chunk(n, n, text) for n, text in enumerate(texts, 1)]) for path, texts in files
    )
    found = rank(
        "lease of the broker has expired",
        corpus,
        want=10,
    )

    assert sorted(found.chunks[:4].tolist()) == [0, 1, 2, 3]


def test_a_question_is_not_sought_as_a_quotation() -> None:
    listed = ("questions.md", "A list of them: how is the journal opened")
    answer = ("journal/open.py", "open the journal: it is opened by the journal's opener")
    corpus = memory_corpus((path, [Chunk(1, 9, text)]) for path, text in [listed, answer])
    found = rank("how is the journal opened?", corpus, want=2)

    assert corpus.layout.paths[corpus.layout.files[found.chunks[0]]] == "journal/open.py"


@pytest.mark.parametrize("query", ["journal", "the journal", "of the in", ""])
def test_too_few_telling_words_are_no_phrase(query: str) -> None:
    assert Phrase.of(query, is_error=False) is None


def test_words_that_stand_apart_are_no_run() -> None:
    phrase = Phrase.of("could not open the journal", is_error=False)

    assert phrase
    assert phrase.share(MESSAGE) == 1
    assert phrase.share(SHUFFLED) == 0


@given(st.text(max_size=60), st.text(max_size=200), st.booleans())
def test_a_share_is_a_share_whatever_the_texts(query: str, text: str, is_error: bool) -> None:
    phrase = Phrase.of(query, is_error=is_error)

    if phrase:
        assert 0 <= phrase.share(text) <= 1
        assert phrase.share(f"{text} {' '.join(phrase.words)}") == 1
