"""The embedder that comes with the package: its vectors, its name and its meaning."""

from __future__ import annotations

import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.code.chunking.chunk import Chunk
from pageful.code.embedding.passage import passage, passage_terms
from pageful.code.embedding.static import StaticEmbedder
from pageful.code.terms import splitting as terms
from pageful.embedding.term_vectors import term_vectors

STATIC = StaticEmbedder()


@given(st.lists(st.text(max_size=200), max_size=5))
def test_any_text_has_a_vector_of_unit_length_or_zero(texts: list[str]) -> None:
    vectors = STATIC.embed(texts)
    lengths = np.linalg.norm(vectors, axis=1)
    assert vectors.shape[0] == len(texts)
    assert vectors.dtype == np.float32
    assert np.all((np.abs(lengths - 1) < 1e-4) | (lengths == 0))


@given(st.lists(st.text("abcdeg _\n.", max_size=80), min_size=1, max_size=6))
def test_texts_embed_alike_together_and_alone(texts: list[str]) -> None:
    alone = np.concatenate([STATIC.embed([text]) for text in texts])
    np.testing.assert_allclose(STATIC.embed(texts), alone, atol=1e-6)


def test_no_texts_have_no_vectors_of_the_usual_length() -> None:
    assert STATIC.embed([]).shape == (0, STATIC.embed(["x"]).shape[1])


def test_a_text_of_unknown_words_has_a_zero_vector() -> None:
    assert not STATIC.embed(["", "  \n", "qzxwvq", "\0\x1b"]).any()


def test_counted_terms_embed_like_the_text_they_were_counted_in() -> None:
    text = "def parse_args(argv):\n    return parser.parse_args(argv)\n"
    counted = terms.chunk_terms("src/cli.py", Chunk(1, 2, text, (), ("parse_args",)))
    np.testing.assert_allclose(
        STATIC.embed_terms([counted.counts]), STATIC.embed([text]), atol=1e-6
    )


@given(st.text("aB_/.x", max_size=30), st.text("get file\n", max_size=60))
def test_a_passage_embeds_alike_as_text_and_as_counted_terms(path: str, text: str) -> None:
    counts: dict[str, int] = {}
    for word in terms.words(text):
        for term in terms.parts(word):
            counts[term] = counts.get(term, 0) + 1
    np.testing.assert_allclose(
        STATIC.embed_terms([passage_terms(path, counts)]),
        STATIC.embed([passage(path, text)]),
        atol=1e-6,
    )


def test_a_passage_is_nearer_to_what_its_path_says() -> None:
    text = "def run(self):\n    return self.value\n"
    asked, here, there = STATIC.embed(
        ["password hashing", passage("auth/hashers.py", text), passage("web/colors.py", text)]
    )
    assert asked @ here > asked @ there


def test_the_order_of_words_does_not_matter() -> None:
    one, other = STATIC.embed(["open the file", "file the open"])
    np.testing.assert_allclose(one, other, atol=1e-6)


@pytest.mark.parametrize(
    ("query", "meant", "other"),
    [
        ("delete a directory", "shutil.rmtree(path)", "json.loads(body)"),
        ("wait for a while before trying again", "time.sleep(backoff)", "sorted(names)"),
        ("log a user in with a password", "def authenticate(credentials):", "def draw(radius):"),
        ("pick a random element", "rng.choice(items)", "socket.close()"),
        ("order items", "names.sort()", "socket.close()"),
        ("remove old entries", "cache.evict(expired)", "sorted(names)"),
    ],
)
def test_what_is_meant_is_nearer_than_something_else(query: str, meant: str, other: str) -> None:
    asked, right, wrong = STATIC.embed([query, meant, other])
    assert asked @ right > asked @ wrong


def test_ordinary_words_of_code_are_known_as_this_package_splits_them() -> None:
    words = "authenticate connection deleting files iterator parsing retries serialized utilities"
    assert STATIC.embed(words.split()).any(axis=1).all()


def test_the_name_tells_the_weights_and_is_the_same_each_time() -> None:
    assert STATIC.name.startswith("static@")
    assert StaticEmbedder().name == STATIC.name


def test_other_weights_have_another_digest() -> None:
    def packed(value: int) -> bytes:
        file = io.BytesIO()
        np.savez(
            file,
            terms=np.frombuffer(b"one\ntwo", np.uint8),
            vectors=np.full((2, 3), value, np.int8),
            scales=np.ones(2, np.float16),
        )
        return file.getvalue()

    first, second = term_vectors(packed(1)), term_vectors(packed(2))
    assert first.digest != second.digest
    assert first.numbers == {"one": 0, "two": 1}
