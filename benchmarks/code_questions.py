"""Questions about repositories and the files that answer them: annotations, and NDCG@10."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

CUT = 10


@dataclass(frozen=True, slots=True)
class Place:
    """A stretch of a file, or all of it; the path is relative to the repository."""

    path: str
    start: int | None = None
    end: int | None = None

    def is_met_by(self, other: Place) -> bool:
        """Whether a chunk's place answers where this one does."""
        if not _same_file(other.path, self.path):
            return False
        if None in {self.start, self.end, other.start, other.end}:
            return True
        return (other.end or 0) >= (self.start or 0) and (other.start or 0) <= (self.end or 0)


@dataclass(frozen=True, slots=True)
class Question:
    """A query, of a category, and the places that answer it."""

    repository: str
    query: str
    category: str
    answers: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Repository:
    """A checkout: what of it is indexed, and where that is in the repository."""

    name: str
    root: Path
    inside: str

    def path(self, file: str) -> str:
        """The path in the repository of a file of the part that is indexed."""
        return f"{self.inside}/{file}" if self.inside else file


def repositories(
    directory: Path, annotations: Path, specification: Path | None, only: Sequence[str]
) -> Iterator[Repository]:
    """The checkouts `directory/<name>` that have annotations `annotations/<name>.json`.

    `specification` is a list of objects with `name` and `benchmark_root`, the directory that is
    indexed of each.
    """
    listed = json.loads(specification.read_text("utf-8")) if specification else []
    inside = {each["name"]: each.get("benchmark_root") or "" for each in listed}
    for file in sorted(annotations.glob("*.json")):
        root = directory / file.stem
        if root.is_dir() and (not only or file.stem in only):
            within = inside.get(file.stem, "")
            yield Repository(file.stem, root / within, within)


def questions(annotations: Path, repository: str) -> list[Question]:
    """The questions of `annotations/<repository>.json`: primary and secondary answers alike."""
    listed = json.loads((annotations / f"{repository}.json").read_text("utf-8"))
    return [
        Question(
            repository,
            each["query"],
            each["category"],
            tuple(_place(answer) for answer in each["relevant"] + each.get("secondary", [])),
        )
        for each in listed
    ]


def ndcg(found: Sequence[Place], answers: Sequence[Place]) -> float:
    """NDCG@10 of the places found, best first.

    Each answer counts once, at the first place that meets it; answers met by the same place count
    as one. Every answer has the gain 1.
    """
    met = {_first(found[:CUT], answer) for answer in answers} - {None}
    ideal = sum(_discount(rank) for rank in range(min(CUT, len(answers))))
    return sum(_discount(rank) for rank in met if rank is not None) / ideal


def _first(found: Sequence[Place], answer: Place) -> int | None:
    return next((rank for rank, place in enumerate(found) if answer.is_met_by(place)), None)


def _discount(rank: int) -> float:
    return 1 / math.log2(rank + 2)


def _same_file(one: str, other: str) -> bool:
    return one == other or one.endswith("/" + other) or other.endswith("/" + one)


def _place(written: str | Mapping[str, object]) -> Place:
    if isinstance(written, str):
        return Place(written)
    lines = [written.get(key) for key in ("start_line", "end_line")]
    start, end = (int(str(line)) if line is not None else None for line in lines)
    return Place(str(written["path"]), start, end)
