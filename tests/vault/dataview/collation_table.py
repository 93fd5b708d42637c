"""Writes the table of `pageful.vault.values.collation` from ICU's root collation.

    python collation_table.py ../../../src/pageful/vault/values/collation.bin

Needs PyICU, and pyuca for the list of letters that are written with several characters.
"""

from __future__ import annotations

import sys
import unicodedata
import zlib
from pathlib import Path
from typing import Any

Element = tuple[int, int, int]
Elements = tuple[Element, ...]

ENTRY, SECTION = "\U0010ffff", "\U0010fffe"
FIRST = 0x10
CONTINUES = 0xC0


def elements(text: str, collator: Any) -> Elements:
    """The collation elements of a text: primary, secondary and tertiary weight."""
    found = list[Element]()
    for packed in collator.createCollationElementIterator(text):
        high, middle, low = (packed >> 16) & 0xFFFF, (packed >> 8) & 0xFF, packed & 0x3F
        if packed & CONTINUES == CONTINUES and found:
            primary, secondary, tertiary = found[-1]
            found[-1] = (primary | high, secondary | middle, tertiary | low)
        elif packed:
            found.append((high << 16, middle << 8, low << 8))
    return tuple(found)


def is_listed(code: int, icu: Any) -> bool:
    """Whether a code point needs an entry: it has weights of its own that no rule tells."""
    if 0xD800 <= code < 0xE000 or 0xAC00 <= code < 0xD7A4:
        return False
    if icu.Char.charType(code) in (0, icu.UCharCategory.PRIVATE_USE_CHAR):
        return False
    if icu.Char.hasBinaryProperty(code, icu.UProperty.UNIFIED_IDEOGRAPH):
        return False
    return unicodedata.normalize("NFD", chr(code)) == chr(code)


def contraction_candidates() -> set[str]:
    """Sequences that may have weights of their own."""
    import pyuca  # type: ignore[import-not-found,import-untyped,unused-ignore]

    file = Path(pyuca.__file__).parent / "allkeys-10.0.0.txt"
    lines = (line for line in file.read_text().splitlines() if line[:1] not in {"", "#", "@"})
    heads = (line.partition(";")[0].split() for line in lines)
    texts = ("".join(chr(int(code, 16)) for code in head) for head in heads if len(head) > 1)
    return {unicodedata.normalize("NFD", text) for text in texts}


def table() -> tuple[dict[str, Elements], dict[str, Elements]]:
    """Single characters and contractions with their elements."""
    import icu  # type: ignore[import-not-found,import-untyped,unused-ignore]

    collator = icu.Collator.createInstance(icu.Locale.getRoot())
    singles = {
        chr(code): elements(chr(code), collator) for code in range(0x110000) if is_listed(code, icu)
    }
    contractions = dict[str, Elements]()
    for text in sorted(contraction_candidates()):
        own = elements(text, collator)
        if own != tuple(e for c in text for e in singles.get(c) or elements(c, collator)):
            contractions[text] = own
    return singles, contractions


def ranks(all_elements: list[Elements], level: int) -> dict[int, str]:
    """One character for each weight of a level, in the order of the weights."""
    weights = {element[level] for found in all_elements for element in found} - {0}
    return {weight: chr(FIRST + rank) for rank, weight in enumerate(sorted(weights))}


def packed() -> bytes:
    """The table as the package has it."""
    singles, contractions = table()
    entries = [*singles.items(), *contractions.items()]
    sections = [ENTRY.join(singles), ENTRY.join(contractions)]
    for level in range(3):
        rank = ranks([found for _, found in entries], level)
        keys = ["".join(rank[e[level]] for e in found if e[level]) for _, found in entries]
        if level == 0:
            sections.append(ENTRY.join(keys))
            continue
        usual = max(set(keys), key=keys.count)
        odd = [(str(n), key) for n, key in enumerate(keys) if key != usual]
        sections += [usual, ENTRY.join(n for n, _ in odd), ENTRY.join(key for _, key in odd)]
    return zlib.compress(SECTION.join(sections).encode(), 9)


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(packed())
