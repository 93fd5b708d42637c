"""Questions in readers' words about public vaults, and about forty short notes: `vault_asked/`."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

FOLDER = Path(__file__).parent / "vault_asked"
ENGLISH = (
    "faculorca/thenotegarden",
    "LesleyLai/digital-garden",
    "MadisonEvans94/Zettelkasten",
    "swyxio/brain",
)
_WITHIN = {"LesleyLai/digital-garden": "content"}
"""The folder of a repository that is the vault."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, the repository that it is about, and the note that answers it."""

    repository: str
    note: str
    question: str

    @property
    def is_sealed(self) -> bool:
        """Return whether it is among those that nothing was chosen by."""
        name = f"{_NAMES.get(self.repository, self.repository)} {self.note}"
        return blake2b(name.encode(), digest_size=4).digest()[0] % 2 == 1


_NAMES = dict(zip(ENGLISH, ("garden", "lesley", "madison", "swyx"), strict=True))
"""The names by which the hash was taken."""


def readers() -> Iterator[Asked]:
    """Yield the questions about public vaults, with paths as they are within the vault."""
    for row in _rows("readers.tsv"):
        within = _WITHIN.get(row["repository"], "")
        note = row["note"].removeprefix(f"{within}/") if within else row["note"]
        yield Asked(row["repository"], note, row["question"])


def vault_of(clones: Path, repository: str) -> Path:
    """Return the vault in a folder of clones called `owner+name`."""
    return clones / repository.replace("/", "+") / _WITHIN.get(repository, "")


def short_notes(folder: Path) -> Iterator[Asked]:
    """Write the short notes to a folder, and yield the questions about them."""
    for row in _rows("short_notes.tsv"):
        (folder / f"{row['title']}.md").write_text(f"{row['text']}\n", encoding="utf-8")
        yield Asked("short notes", f"{row['title']}.md", row["question"])


def _rows(name: str) -> Iterator[dict[str, str]]:
    with (FOLDER / name).open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
