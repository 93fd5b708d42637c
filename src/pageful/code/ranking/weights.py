"""The weights of each kind of evidence in a score."""

from __future__ import annotations

from collections.abc import Mapping

from pageful.code.terms.marks import Mark
from pageful.lazy.dataclasses import dataclass, field

_MARKS = {
    Mark.TEST: 0.3,
    Mark.EXAMPLE: 0.3,
    Mark.COMPAT: 0.3,
    Mark.BARREL: 0.5,
    Mark.DECLARATIONS: 0.7,
    Mark.HEADER: 0.9,
    Mark.PRIVATE: 0.85,
    Mark.PROSE: 0.4,
    Mark.MARKUP: 0.7,
    Mark.SUPPORT: 0.7,
    Mark.LOCALE: 0.3,
    Mark.DATA: 0.4,
    Mark.CHANGELOG: 0.5,
    Mark.PLAIN: 0.4,
}


@dataclass(frozen=True, slots=True)
class Weights:
    """The numbers of the ranking, tuned on the development repositories of the benchmark.

    `chunk`, `file`, `name`, `folder`, `named` and `within` weigh shares of the query (see
    `evidence`), `meaning` weighs nearness (see `semantic`), `phrase` the query's very words (see
    `phrases`). `defines` is added to a chunk that defines the symbol asked for, `mentions` for an
    identifier among other words, both times `other_case` where only the case differs, and times
    `out_of_scope` where another definition is in the scope that a qualified name gives; up to
    `extent` more where the definition goes on for several chunks. `capitals` is added for a word
    with a capital, `literal` to a chunk that has a literal of a question as it was typed,
    `whole_name` to the files whose whole name is the symbol. A file's score grows by `size` for
    each e-fold of its length over the mean; each further chunk of a file counts `repeat` times the
    one before; `marks` multiply the scores of marked files. A count reaches half of what it can
    bring at `saturation` (k1) in a chunk or file of mean length; `length` (b) says how far that
    grows with length.
    """

    chunk: float = 1.0
    file: float = 0.8
    name: float = 1.5
    folder: float = 0.3
    named: float = 0.25
    within: float = 0.2
    meaning: float = 0.3
    phrase: float = 0.75
    defines: float = 2.0
    mentions: float = 0.75
    capitals: float = 0.3
    other_case: float = 0.4
    whole_name: float = 0.5
    out_of_scope: float = 0.4
    extent: float = 0.6
    literal: float = 1.5
    size: float = 0.08
    repeat: float = 0.4
    chunk_saturation: float = 1.5
    chunk_length: float = 0.6
    file_saturation: float = 2.0
    file_length: float = 0.5
    marks: Mapping[Mark, float] = field(default_factory=_MARKS.copy)


USUAL = Weights()
"""The weights of the tools."""

FOR_PATHS = Weights(chunk=0.3, file=0.1, name=2.0, folder=1.0, size=0, marks={})
"""The weights for a query that is a path."""

FOR_ERRORS = Weights(file=0.4, name=0.3, folder=0.1, named=0.1)
"""The weights for error messages: texts count more than names."""

LIKENESS = Weights(name=0, folder=0, size=0, repeat=0.7, meaning=1.0, marks={})
"""The weights to find chunks like a chunk, wherever they are."""
