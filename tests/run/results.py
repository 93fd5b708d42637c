"""The results of the differential: a line for each pair, and a table of them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Results:
    """The results of pairs: a JSON line each in a file, which several processes may add to."""

    file: Path | None = None
    rows: list[dict[str, Any]] = field(default_factory=list)

    def add(self, facts: Mapping[str, str], differences: Sequence[str]) -> None:
        """Add a pair by its name, project and Maven, and print what is different."""
        row = {**facts, "differences": [*differences]}
        self.rows.append(row)
        if self.file:
            with self.file.open("a", encoding="utf-8") as lines:
                lines.write(json.dumps(row) + "\n")
        if differences:
            print(f"{facts['pair']}:", *differences, sep="\n  ", flush=True)

    def has(self, pair: str) -> bool:
        """Tell whether the pair of that name has been run."""
        return pair in {row["pair"] for row in self._all()}

    def print(self, places: Sequence[str]) -> bool:
        """Print how many pairs each project has with each Maven; tell whether all are equal."""
        rows = self._all()
        mavens = list(dict.fromkeys(row["maven"] for row in rows))
        print(
            _row("project", [f"Maven {name}" for name in mavens]),
            f"|---|{'---:|' * len(mavens)}",
            sep="\n",
        )
        for place in places:
            print(_row(place, [_counts(rows, place, maven) for maven in mavens]))
        print(_row("all", [_counts(rows, None, maven) for maven in mavens]))
        wrong = sum(bool(row["differences"]) for row in rows)
        print(f"\n{len(rows)} pairs, {wrong} with a difference")
        return not wrong

    def _all(self) -> list[dict[str, Any]]:
        if self.file is None:
            return self.rows
        text = self.file.read_text(encoding="utf-8") if self.file.exists() else ""
        return [json.loads(line) for line in text.splitlines()]


def _row(name: str, cells: Sequence[str]) -> str:
    return f"| {' | '.join([name, *cells])} |"


def _counts(rows: Sequence[Mapping[str, Any]], place: str | None, maven: str) -> str:
    """Count the pairs of a project with a Maven; of all projects where none is named."""
    run = [row for row in rows if row["maven"] == maven and place in (None, row["place"])]
    wrong = sum(bool(row["differences"]) for row in run)
    return f"{len(run)}, of which {wrong} differ" if wrong else str(len(run))
