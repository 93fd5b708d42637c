"""The embedder of prose that comes along: its vectors, its words and its bounds."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path
from zlib import compress

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.embedding import prose
from pageful.embedding.prose import TABLE, ProseEmbedder
from pageful.embedding.term_vectors import TableError
from thoroughness import size

PROSE = ProseEmbedder()
README = Path(__file__).parent.parent.parent / "training" / "prose" / "README.md"


@given(st.lists(st.text(max_size=200), max_size=5))
def test_any_text_has_a_vector_of_unit_length_or_zero(texts: list[str]) -> None:
    vectors = PROSE.embed(texts)
    lengths = np.linalg.norm(vectors, axis=1)
    assert vectors.shape == (len(texts), PROSE.dimensions)
    assert vectors.dtype == np.float32
    assert np.all((np.abs(lengths - 1) < 1e-4) | (lengths == 0))


WORDS = st.lists(
    st.sampled_from(["bread", "rises", "in", "the", "Gas", "expands;", "why?", "12", "naïve"]),
    max_size=40,
)


@given(st.lists(WORDS, min_size=1, max_size=6))
def test_texts_embed_to_the_same_bytes_together_and_alone(texts: list[list[str]]) -> None:
    joined = [" ".join(words) for words in texts]
    alone = b"".join(PROSE.embed([text]).tobytes() for text in joined)
    assert PROSE.embed(joined).tobytes() == alone


@given(WORDS, st.randoms())
def test_the_order_of_words_changes_no_byte(words: list[str], chance: object) -> None:
    turned = words[::-1]
    one, other = PROSE.embed([" ".join(words), " ".join(turned)])
    assert one.tobytes() == other.tobytes()


def test_sums_are_whole_numbers_and_so_the_same_on_every_platform() -> None:
    scales = PROSE._scales
    assert (scales == np.rint(scales)).all()
    # The longest text there can be has every piece as often as is told apart.
    longest = np.abs(PROSE._table.rows.astype(np.float64)).T @ scales * prose._TIMES[-1]
    assert longest.max() < 2**53


def test_the_bytes_of_a_vector_are_known() -> None:
    """Another table changes them; another platform must not."""
    texts = ["Why does my bread stay flat?", "The loaf rises in the first ten minutes."]
    digest = blake2b(PROSE.embed(texts).tobytes(), digest_size=8).hexdigest()
    assert f"`{digest}`" in README.read_text(encoding="utf-8")


def test_the_readme_says_which_table_this_is_and_its_size_is_bounded() -> None:
    assert f"`{PROSE.name}`" in README.read_text(encoding="utf-8")
    assert len(compress(TABLE.read_bytes())) <= 4_000_000, "as a wheel packs it"


def test_texts_without_letters_say_nothing() -> None:
    nothing = ["", " \n", "123 456", "🍞🍞", "— … !", "面包", "A" * 5000, "\0\x1b"]
    assert not PROSE.embed(nothing).any()


def test_no_texts_have_no_vectors() -> None:
    assert PROSE.embed([]).shape == (0, PROSE.dimensions)


@pytest.mark.parametrize("text", ["bread ", "x", "QUJD/+", "é", "🍞", "a b c d e f g "])
def test_a_very_long_text_is_embedded_as_any_other(text: str) -> None:
    vectors = PROSE.embed([text * (size(2_000_000) // len(text))])
    assert np.isfinite(vectors).all()


def test_words_of_any_number_keep_the_memory_of_pieces_bounded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(prose, "_WORDS", 100)
    embedder = ProseEmbedder()
    embedder.embed([" ".join(f"word{number}" for number in range(1000))])
    assert len(embedder._words) <= 100


@pytest.mark.parametrize(
    ("asked", "meant", "other"),
    [
        (
            "why does my bread stay flat",
            "The loaf rises in the first ten minutes in a hot oven.",
            "The bank raises its rates in autumn.",
        ),
        (
            "how to fall asleep faster",
            "A dark, cool bedroom and no screens help you rest at night.",
            "Tighten the chain until it no longer slips off the gears.",
        ),
        (
            "cheap ways to travel",
            "Night buses and hostels cost little.",
            "Whisk the eggs with sugar.",
        ),
        (
            "my bike makes a noise",
            "Oil the bicycle's chain when it squeaks.",
            "Sonnets have fourteen lines.",
        ),
        (
            "saving money for old age",
            "Put part of your salary into a pension each month.",
            "The river floods the valley in spring.",
        ),
        (
            "remember what I read",
            "Recalling a book's ideas from memory fixes them better than rereading.",
            "The engine needs oil every ten thousand miles.",
        ),
    ],
)
def test_what_is_meant_is_nearer_than_something_else(asked: str, meant: str, other: str) -> None:
    question, right, wrong = PROSE.embed([asked, meant, other])
    assert question @ right > question @ wrong


def test_ordinary_words_are_known_and_those_of_other_languages_mostly_not() -> None:
    assert all(map(PROSE.is_known, ["bread", "oven", "Question", "garden", "money"]))
    assert not any(map(PROSE.is_known, ["Brötchen", "pomodoro", "面包", "qzxwv", "12"]))
    assert PROSE.is_common("the")
    assert not PROSE.is_common("garden")


def test_a_broken_or_missing_table_is_one_kind_of_error(tmp_path: Path) -> None:
    broken = tmp_path / "broken.npz"
    broken.write_bytes(TABLE.read_bytes()[:1000])
    for path in (broken, tmp_path / "none.npz"):
        embedder = ProseEmbedder(path)
        with pytest.raises(TableError):
            embedder.embed(["bread"])
        with pytest.raises(TableError):
            embedder.is_known("bread")
        with pytest.raises(TableError):
            embedder.is_common("bread")


def test_the_name_tells_the_table(tmp_path: Path) -> None:
    other = tmp_path / "other.npz"
    other.write_bytes(TABLE.read_bytes() + b" ")
    assert PROSE.name == ProseEmbedder().name
    assert PROSE.name.startswith("prose@")
    assert ProseEmbedder(other).name != PROSE.name
