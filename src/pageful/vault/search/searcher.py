"""A search of the vault: the files that a query finds, in order, page by page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import takewhile

import numpy as np

from pageful.lazy.dataclasses import dataclass
from pageful.page.calls import Call
from pageful.text.folding import fold_text
from pageful.text.natural_order import natural_key
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError
from pageful.vault.choices import Sort
from pageful.vault.results.search import Hit, Search, Snippet, Suggestion
from pageful.vault.search.marking import LineSpan
from pageful.vault.search.matching import Matcher
from pageful.vault.search.query import And, Query, Word, is_plain
from pageful.vault.search.query_parsing import parse_search
from pageful.vault.search.question_scores import is_question, score_question
from pageful.vault.search.ranking import Ranking, band_of, query_terms, raise_matches, rank_notes
from pageful.vault.search.snippets import (
    Mark,
    ShownTerm,
    marks_of_terms,
    shown_terms,
    snippet,
    worth_at,
)
from pageful.vault.search.term_index import TermIndex
from pageful.vault.search.term_scores import Floats
from pageful.vault.search.words import has_unspaced
from pageful.vault.snapshot.snapshot import VaultSnapshot
from pageful.vault.snapshot.times import iso_8601

FEW = 10
"""With fewer complete matches than this, partial ones are told of: ten fill the usual page."""
LEAST_GAIN = 0.4
"""The least gain of a partial match, as a part of the best one's.

Chosen by hand: it drops notes that share only frequent words with a long question.
"""


def matching_files(
    snapshot: VaultSnapshot, term_index: TermIndex, query_text: str, caller: Caller
) -> frozenset[str]:
    """Return the files that match a whole query.

    Raises:
        ToolError: the query is no query, or takes too long.
        Cancelled: the caller gave up.
    """
    return Matcher(snapshot, term_index, caller).paths(parse_search(query_text))


def search(
    snapshot: VaultSnapshot,
    term_index: TermIndex,
    query_text: str,
    *,
    sort: Sort = "relevance",
    page: int = 1,
    page_size: int = 10,
    partial: bool = False,
    caller: Caller,
) -> Search:
    """Return one page of the files that match a query.

    With `partial`, and where no file matches, they are notes with some of the words; otherwise
    these are only counted, if few files match.

    Raises:
        ToolError: the query is empty or malformed, or takes too long.
        Cancelled: the caller gave up.
    """
    query = _query(query_text)
    run = _SearchRun(snapshot, term_index, query, sort, caller, partial)
    found = run.partial if partial or not run.complete else run.complete
    total, first = len(found), (page - 1) * page_size
    shown = found[first : first + page_size]
    return Search(
        query=query_text,
        sort=sort,
        page=page,
        page_size=page_size,
        pages=-(-total // page_size),
        total=total,
        complete=len(run.complete),
        partial=len(run.partial),
        shows_partial=found is run.partial,
        first=first + 1,
        results=tuple(map(run.hit, shown)),
        suggestions=run.suggestions(),
        notes=run.notes(),
    )


def _parts(query: Query) -> tuple[Query, ...]:
    return query.parts if isinstance(query, And) else (query,)


def _query(text: str) -> Query:
    if text.strip():
        return parse_search(text)
    example = Call("vault_search", {"query": "meeting notes"})
    listing = Call("vault_list", {"recursive": True})
    raise ToolError(
        "The query is empty.",
        f"Give words or operators, for instance {example}; {listing} lists all notes.",
    )


@dataclass(frozen=True)
class _SearchRun:
    """One search of a snapshot; each step is taken once it is needed."""

    snapshot: VaultSnapshot
    term_index: TermIndex
    query: Query
    sort: Sort
    caller: Caller
    asks_partial: bool = False

    @cached_property
    def complete(self) -> list[str]:
        """The files that match the whole query, in order."""
        return self._sort(self._strict)

    @cached_property
    def partial(self) -> list[str]:
        """The notes with a large part of the words, in order; where few have all, or asked for."""
        if (len(self._strict) >= FEW and not self.asks_partial) or not self._has_parts:
            return []
        gains, paths = self._gains, self.term_index.paths
        doc_ids = np.flatnonzero((gains > 0) & self.term_index.alive)
        falling = doc_ids[np.argsort(-gains[doc_ids], kind="stable")].tolist()
        best = next((doc_id for doc_id in falling if self._may_follow(paths[doc_id])), None)
        if best is None:
            return []
        enough = takewhile(lambda doc_id: gains[doc_id] >= LEAST_GAIN * gains[best], falling)
        following = filter(self._may_follow, map(paths.__getitem__, enough))
        if self.sort != "relevance" or not is_question(self.query):
            return self._sort(following)
        return self._by_gain(list(following))

    @cached_property
    def _gains(self) -> Floats:
        """Scores by the words that each document has: of a question in all their forms."""
        if not is_question(self.query):
            return self._ranking.gains
        return score_question(self.query, self.term_index, self._matcher.deadline).gains

    def hit(self, path: str) -> Hit:
        """Return a file that was found as a hit."""
        file, score = self.snapshot.files[path], self._score(path)
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
        """Return queries that do match notes, if this one does not."""
        if self.complete:
            return ()
        nothing = not self.partial
        from pageful.vault.search.suggestions import suggestions

        return suggestions(self.query, self._matcher, self.term_index, looser=nothing)

    def notes(self) -> tuple[str, ...]:
        """Return remarks beside the hits."""
        return (*self._hints(), *self._hidden_matches_note())

    def _hints(self) -> tuple[str, ...]:
        """Return a hint if words of the query look like operators of other languages."""
        if not {"AND", "NOT"} & {part.text for part in _parts(self.query) if type(part) is Word}:
            return ()
        return ("AND and NOT are words like others: all words are wanted anyway, -word is not.",)

    def _hidden_matches_note(self) -> tuple[str, ...]:
        if self.complete or self.partial or not self._ranking.weights:
            return ()
        whole = np.flatnonzero((self._ranking.scores >= 1.0) & self.term_index.alive).tolist()
        hidden = sum(
            self.snapshot.files[self.term_index.paths[doc_id]].excluded for doc_id in whole
        )
        if not hidden:
            return ()
        subject = "1 file that matches is" if hidden == 1 else f"{hidden} files that match are"
        return (f"{subject} excluded from search by the vault's settings.",)

    @cached_property
    def _matcher(self) -> Matcher:
        return Matcher(self.snapshot, self.term_index, self.caller)

    @cached_property
    def _strict(self) -> frozenset[str]:
        return self._matcher.paths(self.query)

    @cached_property
    def _ranking(self) -> Ranking:
        ranking = rank_notes(self.query, self.term_index, self._matcher.deadline)
        matching = [*map(self.term_index.doc_ids.__getitem__, self._strict)]
        return raise_matches(ranking, self.query, self.term_index, matching)

    def _score(self, path: str) -> float:
        return float(self._ranking.scores[self.term_index.doc_ids[path]])

    @property
    def _has_parts(self) -> bool:
        """Return whether the query is several words, in a script without spaces too."""
        text = " ".join(query_terms(self.query))
        several = len(text.split()) > 1 or (has_unspaced(text) and len(self._ranking.weights) > 1)
        return is_plain(self.query) and several

    def _may_follow(self, path: str) -> bool:
        file = self.snapshot.files[path]
        return path in self.snapshot.notes and not file.excluded and path not in self._strict

    def _sort(self, paths: Iterable[str]) -> list[str]:
        if self.sort == "relevance":
            return self._by_relevance(list(paths))
        files, by_path = self.snapshot.files, sorted(paths)
        match self.sort:
            case "name":
                return sorted(by_path, key=lambda path: natural_key(files[path].name))
            case "modified":
                return sorted(by_path, key=lambda path: files[path].modified, reverse=True)
            case "created":
                return sorted(by_path, key=lambda path: files[path].created, reverse=True)

    def _by_relevance(self, paths: list[str]) -> list[str]:
        """Sort by score, the best first; equal ones by path."""
        doc_ids = np.array([*map(self.term_index.doc_ids.__getitem__, paths)], np.int64)
        order = np.lexsort((self.term_index.ranks[doc_ids], -self._ranking.scores[doc_ids]))
        return [paths[number] for number in order.tolist()]

    def _by_gain(self, paths: list[str]) -> list[str]:
        """Sort by how much of a question they hold, the most first; equal ones by path."""
        doc_ids = np.array([*map(self.term_index.doc_ids.__getitem__, paths)], np.int64)
        order = np.lexsort((self.term_index.ranks[doc_ids], -self._gains[doc_ids]))
        return [paths[number] for number in order.tolist()]

    def _snippet(self, path: str) -> Snippet | None:
        if path not in self.snapshot.notes:
            return None
        return snippet(self._marks(path), self.snapshot, path)

    def _marks(self, path: str) -> Iterable[Mark]:
        if is_plain(self.query):
            sought = self.term_index.text(self.term_index.doc_ids[path])
            return marks_of_terms(self._terms, self.snapshot.text(path), sought)
        lines = self.snapshot.text(path).split("\n")
        return [
            Mark(
                span.line,
                span.start,
                span.end,
                _span_text(span, lines),
                worth_at(lines[span.line - 1], span.start),
            )
            for span in self._matcher.spans(self.query, path)
        ]

    @cached_property
    def _terms(self) -> Sequence[ShownTerm]:
        return shown_terms(self._ranking.weights)


def _span_text(span: LineSpan, lines: Sequence[str]) -> str:
    """Return the folded text of a span."""
    return fold_text(lines[span.line - 1][span.start : span.end])
