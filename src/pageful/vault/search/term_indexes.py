"""The lexicon of a vault, moment after moment: only what changed is read anew."""

from __future__ import annotations

from pathlib import Path

from pageful.files.latest import Latest
from pageful.tool.context import Caller
from pageful.vault.search.term_index import Lexicon
from pageful.vault.search.term_index_cache import LexiconCache
from pageful.vault.snapshot.snapshot import Moment


class Lexicons:
    """The latest lexicon, and the moment that it is of; kept in `file` for the next start.

    Safe to use from any thread.
    """

    def __init__(self, file: Path | None = None) -> None:
        self._cache = LexiconCache(file)
        self._latest: Latest[Moment, Lexicon] = Latest()

    def of(self, moment: Moment, caller: Caller) -> Lexicon:
        """The lexicon of the vault at a moment.

        Raises:
            Cancelled: the caller gave up.
        """
        return self._latest.get(moment, lambda last: self._next(last, moment, caller))

    def _next(self, last: tuple[Moment, Lexicon] | None, moment: Moment, caller: Caller) -> Lexicon:
        before = last[1] if last else self._cache.load(moment)
        lexicon = Lexicon.of(moment, before, caller)
        self._cache.keep(lexicon, moment)
        return lexicon
