"""Search a vault: what a query finds, in order, a page at a time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile

import numpy as np

from pageful.page.calls import Call
from pageful.text.folding import fold_text
from pageful.text.natural_order import natural_key
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError
from pageful.vault.results import Hit, Search, Snippet, Sort, Suggestion
from pageful.vault.search.marking import Place
from pageful.vault.search.matching import Matcher
from pageful.vault.search.query import And, Query, Word, is_plain
from pageful.vault.search.query_parsing import parsed
from pageful.vault.search.ranking import Ranking, band_of, lifted, ranked, sought_words
from pageful.vault.search.snippets import Mark, ShownTerm, marks_of_terms, shown_terms, snippet
from pageful.vault.search.suggestions import suggestions
from pageful.vault.search.term_index import Lexicon
from pageful.vault.search.words import has_unspaced
from pageful.vault.snapshot.snapshot import Moment
from pageful.vault.snapshot.times import iso_8601

FEW = 10
"""With fewer notes than this that hold all words, those that hold a part of them follow."""
LEAST_GAIN = 0.4
"""What such a note is worth at least, as a part of what the best of them is worth."""


def found(moment: Moment, lexicon: Lexicon, query_text: str, caller: Caller) -> frozenset[str]:
    """The files that match a query as it stands.

    Raises:
        ToolError: the query is no query, or takes too long.
        Cancelled: the caller gave up.
    """
    return Matcher(moment, lexicon, caller).paths(parsed(query_text))


def searched(
    moment: Moment,
    lexicon: Lexicon,
    query_text: str,
    *,
    sort: Sort = "relevance",
    page: int = 1,
    page_size: int = 10,
    caller: Caller,
) -> Search:
    """One page of what a query finds: what matches it as it stands, then what does in part.

    Raises:
        ToolError: the query is empty or none, or takes too long.
        Cancelled: the caller gave up.
    """
    query = _query(query_text)
    search = _Searching(moment, lexicon, query, sort, caller)
    total, first = len(search.complete) + len(search.partial), (page - 1) * page_size
    shown = (search.complete + search.partial)[first : first + page_size]
    return Search(
        query=query_text,
        sort=sort,
        page=page,
        page_size=page_size,
        pages=-(-total // page_size),
        total=total,
        complete=len(search.complete),
        first=first + 1,
        results=tuple(map(search.hit, shown)),
        suggestions=search.suggestions(),
        notes=search.notes(),
    )


def _parts(query: Query) -> tuple[Query, ...]:
    return query.parts if isinstance(query, And) else (query,)


def _query(text: str) -> Query:
    if text.strip():
        return parsed(text)
    example = Call("vault_search", {"query": "meeting notes"})
    listing = Call("vault_list", {"recursive": True})
    raise ToolError(
        "The query is empty.",
        f"Give words or operators, for instance {example}; {listing} lists all notes.",
    )


@dataclass(frozen=True)
class _Searching:
    """A query that is put to a moment of a vault."""

    moment: Moment
    lexicon: Lexicon
    query: Query
    sort: Sort
    caller: Caller

    @cached_property
    def complete(self) -> list[str]:
        """What matches the query as it stands."""
        return self._ordered(self._strict)

    @cached_property
    def partial(self) -> list[str]:
        """Notes that hold a large part of the words, where few hold all of them."""
        if len(self._strict) >= FEW or not self._has_parts:
            return []
        gains, paths = self._ranking.gains, self.lexicon.paths
        places = np.flatnonzero((gains > 0) & self.lexicon.alive)
        falling = places[np.argsort(-gains[places], kind="stable")].tolist()
        best = next((place for place in falling if self._may_follow(paths[place])), None)
        if best is None:
            return []
        enough = takewhile(lambda place: gains[place] >= LEAST_GAIN * gains[best], falling)
        return self._ordered(filter(self._may_follow, map(paths.__getitem__, enough)))

    def hit(self, path: str) -> Hit:
        """A file that was found, as a result has it."""
        file, score = self.moment.files[path], self._score(path)
        return Hit(
            path=path,
            title=file.name,
            score=score,
            band=band_of(score),
            snippet=self._snippet(path),
            size=file.size,
            modified=iso_8601(file.modified),
            created=iso_8601(file.created),
        )

    def suggestions(self) -> tuple[Suggestion, ...]:
        """Queries that do match notes, if this one does not."""
        if self.complete:
            return ()
        nothing = not self.partial
        return suggestions(self.query, self._matcher, self.lexicon, looser=nothing)

    def notes(self) -> tuple[str, ...]:
        """What there is to say beside the hits."""
        return (*self._hints(), *self._hidden())

    def _hints(self) -> tuple[str, ...]:
        """What the query may have meant."""
        if not {"AND", "NOT"} & {part.text for part in _parts(self.query) if type(part) is Word}:
            return ()
        return ("AND and NOT are words like others: all words are wanted anyway, -word is not.",)

    def _hidden(self) -> tuple[str, ...]:
        if self.complete or self.partial or not self._ranking.weights:
            return ()
        whole = np.flatnonzero((self._ranking.scores >= 1.0) & self.lexicon.alive).tolist()
        hidden = sum(self.moment.files[self.lexicon.paths[place]].excluded for place in whole)
        if not hidden:
            return ()
        subject = "1 file that matches is" if hidden == 1 else f"{hidden} files that match are"
        return (f"{subject} excluded from search by the vault's settings.",)

    @cached_property
    def _matcher(self) -> Matcher:
        return Matcher(self.moment, self.lexicon, self.caller)

    @cached_property
    def _strict(self) -> frozenset[str]:
        return self._matcher.paths(self.query)

    @cached_property
    def _ranking(self) -> Ranking:
        ranking = ranked(self.query, self.lexicon, self._matcher.deadline)
        matching = [*map(self.lexicon.places.__getitem__, self._strict)]
        return lifted(ranking, self.query, self.lexicon, matching)

    def _score(self, path: str) -> float:
        return float(self._ranking.scores[self.lexicon.places[path]])

    @property
    def _has_parts(self) -> bool:
        """Whether the query is several words, or one of several that no spaces set off."""
        text = " ".join(sought_words(self.query))
        several = len(text.split()) > 1 or (has_unspaced(text) and len(self._ranking.weights) > 1)
        return is_plain(self.query) and several

    def _may_follow(self, path: str) -> bool:
        file = self.moment.files[path]
        return path in self.moment.notes and not file.excluded and path not in self._strict

    def _ordered(self, paths: Iterable[str]) -> list[str]:
        if self.sort == "relevance":
            return self._by_relevance(list(paths))
        files, by_path = self.moment.files, sorted(paths)
        match self.sort:
            case "name":
                return sorted(by_path, key=lambda path: natural_key(files[path].name))
            case "modified":
                return sorted(by_path, key=lambda path: files[path].modified, reverse=True)
            case "created":
                return sorted(by_path, key=lambda path: files[path].created, reverse=True)

    def _by_relevance(self, paths: list[str]) -> list[str]:
        """The best first; of the same worth, by path."""
        places = np.array([*map(self.lexicon.places.__getitem__, paths)], np.int64)
        order = np.lexsort((self.lexicon.ranks[places], -self._ranking.scores[places]))
        return [paths[number] for number in order.tolist()]

    def _snippet(self, path: str) -> Snippet | None:
        if path not in self.moment.notes:
            return None
        return snippet(self._marks(path), self.moment, path)

    def _marks(self, path: str) -> Iterable[Mark]:
        if is_plain(self.query):
            sought = self.lexicon.text(self.lexicon.places[path])
            return marks_of_terms(self._terms, self.moment.text(path), sought)
        lines = self.moment.text(path).split("\n")
        return [
            Mark(place.line, place.start, place.end, _shown(place, lines), 1.0)
            for place in self._matcher.places(self.query, path)
        ]

    @cached_property
    def _terms(self) -> Sequence[ShownTerm]:
        return shown_terms(self._ranking.weights)


def _shown(place: Place, lines: Sequence[str]) -> str:
    """What stands at a place, however it is written."""
    return fold_text(lines[place.line - 1][place.start : place.end])
