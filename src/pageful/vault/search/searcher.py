"""A search of the vault: the files that a query finds, in order, page by page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, TypedDict

import numpy as np

from pageful.lazy.dataclasses import dataclass, replace
from pageful.page.calls import Call
from pageful.text.folding import fold_text
from pageful.text.natural_order import natural_key
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError
from pageful.vault.choices import Sort
from pageful.vault.results.search import Band, Hit, Search, Snippet, Suggestion
from pageful.vault.search.excerpt import excerpt
from pageful.vault.search.following import Following, follow, notes_with_most, searchable
from pageful.vault.search.marking import LineSpan
from pageful.vault.search.matching import Matcher
from pageful.vault.search.query import And, Query, Word, is_plain
from pageful.vault.search.query_parsing import parse_search
from pageful.vault.search.question_scores import is_question, question_text, score_question
from pageful.vault.search.ranking import Ranking, band_of, query_terms, raise_matches, rank_notes
from pageful.vault.search.snippets import (
    MOST_CHARACTERS,
    Mark,
    ShownTerm,
    marks_of_terms,
    shown_terms,
    snippet,
    worth_at,
)
from pageful.vault.search.term_index import TermIndex
from pageful.vault.search.words import has_unspaced
from pageful.vault.snapshot.snapshot import VaultSnapshot
from pageful.vault.snapshot.times import iso_8601

if TYPE_CHECKING:
    from pageful.vault.meaning.nearness import Nearness
    from pageful.vault.meaning.vault_meaning import VaultMeaning

FEW = 10
"""With fewer complete matches than this, partial ones are told of: ten fill the usual page."""


class _Passage(TypedDict):
    """The part of a hit that tells of a passage near in meaning."""

    snippet: Snippet | None
    heading: str


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
    meaning: VaultMeaning | None = None,
    caller: Caller,
) -> Search:
    """Return one page of the files that match a query.

    With `partial`, and where no file matches, they are notes with some of the words; otherwise
    these are only counted, if few files match. With a `meaning`, those follow that match, and
    beside them notes that are near in meaning to a question.

    Raises:
        ToolError: the query is empty or malformed, or takes too long.
        Cancelled: the caller gave up.
    """
    query = _query(query_text)
    run = _SearchRun(snapshot, term_index, query, sort, caller, partial, meaning)
    only_following = partial or not run.complete
    found = run.following.paths if only_following else run.found
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
        partial=len(run.following.paths) - len(run.following.near),
        near=len(run.following.near),
        shows_partial=only_following,
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
    meaning: VaultMeaning | None = None

    @cached_property
    def complete(self) -> list[str]:
        """The files that match the whole query, in order."""
        return self._sort(self._strict)

    @property
    def found(self) -> tuple[str, ...]:
        """The files that match the whole query, and what follows where meaning takes part."""
        if self._near is None:
            return tuple(self.complete)
        return (*self.complete, *self.following.paths)

    @cached_property
    def following(self) -> Following:
        """The notes after those that match: where few have all words, or asked for."""
        if not self._may_have_following:
            return Following()
        among = searchable(self.snapshot, self.term_index).copy()
        among[[*map(self.term_index.doc_ids.__getitem__, self._strict)]] = False
        if self.is_question:
            scores = score_question(self.query, self.term_index, self._matcher.deadline)
            return follow(scores, self._near, self.term_index, among)
        numbers = notes_with_most(self._ranking.gains, among)
        return Following(tuple(self._sort(map(self.term_index.paths.__getitem__, numbers))))

    @property
    def is_question(self) -> bool:
        """Return whether words and meaning order what follows, and nothing else."""
        return self.sort == "relevance" and is_question(self.query)

    @property
    def _may_have_following(self) -> bool:
        return self._has_parts and (len(self._strict) < FEW or self.asks_partial)

    @property
    def _near(self) -> Nearness | None:
        """The nearness of notes; nothing where meaning takes no part, or can't."""
        return self._nearness[0]

    @cached_property
    def _nearness(self) -> tuple[Nearness | None, str]:
        """The nearness of notes, and what is to be said of it."""
        if self.meaning is None or not (self.is_question and self._may_have_following):
            return None, ""
        return self.meaning.ask(question_text(self.query), self.snapshot, self.caller)

    def hit(self, path: str) -> Hit:
        """Return a file that was found as a hit."""
        file, score = self.snapshot.files[path], self._score(path)
        nearness = self.following.nearness.get(path)
        hit = Hit(
            path=path,
            title=file.name,
            score=score,
            band=band_of(score),
            snippet=None,
            size=file.size,
            modified=iso_8601(file.modified),
            created=iso_8601(file.created),
            nearness=None if nearness is None else round(nearness, 2),
        )
        if path not in self.following.near:
            return replace(hit, snippet=self._snippet(path))
        return replace(hit, band=Band.MEANING, **self._passage(path))

    def _passage(self, path: str) -> _Passage:
        """Return the line of a note that is nearest in meaning, and the heading above it."""
        line = self._near.line(path) if self._near else None
        if line is None:
            return {"snippet": None, "heading": ""}
        text = excerpt(line.text, 0, 0, MOST_CHARACTERS)
        return {"snippet": Snippet(text, line.line), "heading": line.heading}

    def suggestions(self) -> tuple[Suggestion, ...]:
        """Return queries that do match notes, if this one does not."""
        if self.complete:
            return ()
        nothing = not self.following.paths
        from pageful.vault.search.suggestions import suggestions

        return suggestions(self.query, self._matcher, self.term_index, looser=nothing)

    def notes(self) -> tuple[str, ...]:
        """Return remarks beside the hits."""
        said = filter(None, (self._nearness[1],))
        return (*self._hints(), *said, *self._hidden_matches_note())

    def _hints(self) -> tuple[str, ...]:
        """Return a hint if words of the query look like operators of other languages."""
        if not {"AND", "NOT"} & {part.text for part in _parts(self.query) if type(part) is Word}:
            return ()
        return ("AND and NOT are words like others: all words are wanted anyway, -word is not.",)

    def _hidden_matches_note(self) -> tuple[str, ...]:
        if self.complete or self.following.paths or not self._ranking.weights:
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
        if path in self.following.scores:
            return self.following.scores[path]
        return float(self._ranking.scores[self.term_index.doc_ids[path]])

    @property
    def _has_parts(self) -> bool:
        """Return whether the query is several words, in a script without spaces too."""
        text = " ".join(query_terms(self.query))
        several = len(text.split()) > 1 or (has_unspaced(text) and len(self._ranking.weights) > 1)
        return is_plain(self.query) and several

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
