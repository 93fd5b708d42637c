"""Similar names: those that may have been meant where the wanted one does not exist."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from itertools import islice

from pageful.text.folding import fold_text

_MOST_COMPARED = 3_000  # names, at most 0.1 ms each: an error should come at once
_LONGEST = 100  # characters, as the time grows with the square of the length
_CUTOFF = 0.6  # `difflib`'s own default: at least six letters in ten the same


def find_similar(wanted: str, names: Iterable[str], limit: int = 5) -> list[str]:
    """Return at most `limit` of the names, the likeliest first.

    Those that contain the wanted name or are contained in it come first, then those spelt alike
    (Ratcliff and Obershelp's measure, of at most 3,000 names and their first 100 characters).
    """
    sought = fold_text(wanted)[:_LONGEST]
    forms = {name: fold_text(name)[:_LONGEST] for name in dict.fromkeys(names)}
    if not sought:
        return []
    within = [name for name, form in forms.items() if form and (sought in form or form in sought)]
    if len(within) >= limit:
        return sorted(within, key=lambda name: abs(len(name) - len(wanted)))[:limit]
    spelt = {form: name for name, form in islice(forms.items(), _MOST_COMPARED)}
    close = difflib.get_close_matches(sought, list(spelt), n=limit, cutoff=_CUTOFF)
    return list(dict.fromkeys([*within, *(spelt[form] for form in close)]))[:limit]
