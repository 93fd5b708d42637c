"""Phrases: a text that has the query's very words in a row goes before one that has them anyhow."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.code.chunking.chunk import Chunk
from pageful.code.ranking.memory import MemoryCorpus
from pageful.code.ranking.phrases import Phrase
from pageful.code.ranking.ranking import Ranking, rank

MESSAGE = 'raise Fault(f"Could not open the journal of {name}")\n'
SHUFFLED = "journal = open(name)  # a journal; could be the journal, open or not open\n"


def ranked(query: str, *texts: str) -> tuple[MemoryCorpus, Ranking]:
    files = [(f"{number}.py", [Chunk(1, 1, text)]) for number, text in enumerate(texts)]
    corpus = MemoryCorpus(files)
    return corpus, rank(query, corpus, text=lambda chunk: corpus.chunks[chunk].text, want=10)


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
