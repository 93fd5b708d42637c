"""The card of a vault, kept for the next start: made anew where the vault is another one."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

from pageful.lazy.dataclasses import dataclass
from pageful.vault.snapshot.snapshot import VaultSnapshot

LONGEST = 1_200
"""Characters of a card: about 310 tokens, which every call of a session reads again."""
_VERSION = b"pageful card 1"
_LARGEST = 4 * LONGEST + 200
"""Bytes of a kept card at most: what is larger is no card."""


@dataclass(frozen=True)
class KeptCard:
    """A file with a card and the digest of the files that it is of; `None` keeps nothing."""

    file: Path | None

    def latest(self) -> str:
        """Return the card that was kept last, whatever the vault is now; empty without one."""
        return self._read()[1]

    def of(self, snapshot: VaultSnapshot) -> str:
        """Return the card if it is of the files of a snapshot; else nothing."""
        kept, text = self._read()
        return text if kept == _digest(snapshot) else ""

    def keep(self, snapshot: VaultSnapshot, text: str) -> None:
        """Write the card of a snapshot, if there is a place for it."""
        if self.file is None:
            return
        with suppress(OSError):
            self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=self.file.parent, prefix=".", suffix=".part")
            try:
                with os.fdopen(handle, "wb") as written:
                    written.write(f"{_digest(snapshot)}\n{text}".encode("utf-8", "replace"))
                Path(name).replace(self.file)
            except BaseException:
                Path(name).unlink(missing_ok=True)
                raise

    def _read(self) -> tuple[str, str]:
        if self.file is None:
            return "", ""
        try:
            with self.file.open("rb") as kept:
                digest, _, text = kept.read(_LARGEST).decode().partition("\n")
        except (OSError, ValueError):
            return "", ""
        return digest, text[:LONGEST]


def _digest(snapshot: VaultSnapshot) -> str:
    """Return a hash of what the files of a snapshot are called, and of when they were written."""
    digest = blake2b(_VERSION, digest_size=16)
    for path, file in snapshot.files.items():
        stamp = f"{path}\0{file.size}\0{file.modified}\0{file.excluded}\n"
        digest.update(stamp.encode("utf-8", "surrogatepass"))
    return digest.hexdigest()
