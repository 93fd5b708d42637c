"""An embedder with a model of an Ollama server, by its HTTP interface (`POST /api/embed`)."""

from __future__ import annotations

import http.client
import json
import os
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import cast
from urllib.parse import urlsplit

import numpy as np
import numpy.typing as npt

from pageful.embedding.vectors import scale_to_unit
from pageful.tool.errors import ToolError

BATCH = 32
"""Texts sent at once, as long as the server keeps up: about 8,000 tokens of usual chunks."""
PATIENCE = 120.0
"""Seconds to wait for one answer: for the first, the server may have to load gigabytes."""
TRIES = 3
"""Tries of one text alone before the server is given up, after 1.2 seconds of pauses."""
PAUSE = 0.2
"""Seconds before a try is repeated; each further pause is twice as long."""

_PORT = 11434  # Ollama's own default
_BUSY = frozenset({408, 429, 500, 502, 503, 504})


class OllamaEmbedder:
    """A model of the Ollama server that `OLLAMA_HOST` names, by default the local one."""

    def __init__(self, model: str, host: str | None = None, patience: float = PATIENCE) -> None:
        self._model = model
        self._url = _url_of(host or os.environ.get("OLLAMA_HOST", ""))
        self._patience = patience

    @cached_property
    def name(self) -> str:
        """The model and the digest by which the server knows its present version.

        Raises:
            ToolError: the server does not answer, or has no such model.
        """
        listed = self._ask("/api/tags").get("models")
        wanted = {self._model, f"{self._model}:latest"}
        for entry in listed if isinstance(listed, list) else ():
            if isinstance(entry, dict) and entry.get("name") in wanted:
                return f"ollama:{self._model}@{str(entry.get('digest', ''))[:12]}"
        raise self._missing_model_error()

    def embed(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        """Embed texts, shape (texts, dimensions), each row of unit length or zero.

        The server is never asked about a blank text: its vector is zero. A text longer than the
        model reads is cut by the server.

        Raises:
            ToolError: the server does not answer, has no such model or answers nonsense.
        """
        asked = [i for i, text in enumerate(texts) if text.strip()]
        if not asked:
            return np.zeros((len(texts), self._dimensions), np.float32)
        parts = self._embed_in_batches([texts[i] for i in asked])
        found = np.concatenate(list(parts))
        vectors = np.zeros((len(texts), found.shape[1]), np.float32)
        vectors[asked] = scale_to_unit(found)
        return vectors

    @cached_property
    def _dimensions(self) -> int:
        return int(next(self._embed_in_batches(["dimensions"])).shape[1])

    def _embed_in_batches(self, texts: Sequence[str]) -> Iterator[npt.NDArray[np.float32]]:
        """Yield the vectors of each batch; batches shrink once one was too much for the server."""
        begin, size, failures = 0, BATCH, 0
        while begin < len(texts):
            batch = texts[begin : begin + size]
            try:
                yield self._embed_batch(batch)
            except _OverloadedError:
                failures += len(batch) == 1
                if failures == TRIES:
                    raise
                time.sleep(PAUSE * 2**failures)
                size = max(1, len(batch) // 2)
            else:
                begin, failures = begin + size, 0

    def _embed_batch(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        answer = self._ask("/api/embed", {"model": self._model, "input": list(texts)})
        try:
            vectors = np.array(answer["embeddings"], np.float32)
        except (KeyError, TypeError, ValueError):
            vectors = np.zeros((0, 0), np.float32)
        if vectors.ndim != 2 or len(vectors) != len(texts) or not vectors.shape[1]:
            raise self._fault("did not answer with one vector for each text")
        return vectors

    def _ask(self, path: str, message: object = None) -> dict[str, object]:
        body = None if message is None else json.dumps(message).encode()
        request = urllib.request.Request(  # noqa: S310 — http or https, as `_url_of` made it
            self._url + path, body, {"Content-Type": "application/json"}
        )
        try:
            with urllib.request.urlopen(request, timeout=self._patience) as answer:  # noqa: S310
                return _read_object(answer.read())
        except urllib.error.HTTPError as refusal:
            with refusal:
                raise self._refusal_error(refusal) from refusal
        except TimeoutError as late:
            raise self._fault("did not answer in time", _OverloadedError) from late
        except urllib.error.URLError as failure:
            if isinstance(failure.reason, TimeoutError):
                raise self._fault("did not answer in time", _OverloadedError) from failure
            raise self._fault("can't be reached") from failure
        except (ConnectionError, http.client.HTTPException) as broken:
            raise self._fault("broke off its answer", _OverloadedError) from broken
        except ValueError as nonsense:
            raise self._fault("did not answer with JSON") from nonsense

    def _refusal_error(self, refusal: urllib.error.HTTPError) -> ToolError:
        if refusal.code == 404:
            return self._missing_model_error()
        said = refusal.read(300).decode("utf-8", "replace").strip()
        kind = _OverloadedError if refusal.code in _BUSY else ToolError
        return self._fault(f"refused with status {refusal.code}: {said}", kind)

    def _missing_model_error(self) -> ToolError:
        return ToolError(
            f"The Ollama server at {self._url} has no model {self._model!r}.",
            f"Run `ollama pull {self._model}`, or choose another embedder.",
        )

    def _fault(self, what: str, kind: type[ToolError] = ToolError) -> ToolError:
        return kind(
            f"The Ollama server at {self._url} {what}.",
            "Start it (`ollama serve`) or name its address in OLLAMA_HOST, or choose another "
            "embedder.",
        )


class _OverloadedError(ToolError):
    """A server that is overloaded: asked for less at once, it may answer."""


def _url_of(host: str) -> str:
    """Return the base address for a value of OLLAMA_HOST: scheme and port may be left out."""
    parts = urlsplit(host if "://" in host else f"http://{host}")
    port = parts.port or _PORT
    return f"{parts.scheme}://{parts.hostname or '127.0.0.1'}:{port}"


def _read_object(answer: bytes) -> dict[str, object]:
    found = json.loads(answer)
    if not isinstance(found, dict):
        raise ValueError("The answer is no object.")
    return cast(dict[str, object], found)
