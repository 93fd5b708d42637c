"""Notes that say what a topic is about in other words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from pageful.lazy.dataclasses import replace
from pageful.vault.search.excerpt import excerpt
from pageful.vault.search.following import least_nearness
from pageful.vault.search.question_scores import LEAST_WORDS
from pageful.vault.topics.results import NearPassage, TopicOverview

if TYPE_CHECKING:
    from pageful.vault.meaning.nearness import Nearness

_MOST = 5
"""Notes that are shown: they come beside those with the topic's words."""
_LONGEST = 220
"""Characters of a line, as of another note's best line."""


def may_be_near(about: TopicOverview) -> bool:
    """Return whether a topic is asked for by meaning too: a question, or words that no note has."""
    return len(about.topic.split()) >= LEAST_WORDS or not about.entire


def with_near(
    about: TopicOverview, near: Nearness | None, remark: str, among: frozenset[str]
) -> TopicOverview:
    """Return an overview with the notes, of those given, that are near to the topic in meaning."""
    found = tuple(_passages(about, near, among)) if near else ()
    return replace(about, near=found, remarks=tuple(filter(None, (remark,))))


def _passages(about: TopicOverview, near: Nearness, among: frozenset[str]) -> Iterator[NearPassage]:
    shown = {each.path for each in about.passages} | {each.path for each in about.days}
    shown |= {each.path for each in about.mentions}
    paths, nearness = near.rows.paths, near.of_notes
    order = sorted(
        np.flatnonzero(nearness >= least_nearness(nearness)).tolist(),
        key=lambda number: (-nearness[number], paths[number]),
    )
    wanted = (paths[number] for number in order if paths[number] in among - shown)
    for path, _ in zip(wanted, range(_MOST), strict=False):
        if line := near.line(path):
            yield NearPassage(path, line.line, excerpt(line.text, 0, 0, _LONGEST), line.heading)
