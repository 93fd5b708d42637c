"""Matches: totals count what a reader would, and the fullest definition goes first."""

from __future__ import annotations

import pytest

from pageful.code.chunking import chunk_text
from pageful.code.chunking.chunk import Chunk
from pageful.code.ranking.ranking import rank
from pageful.code.store.memory import MemoryReader, memory_corpus

_LINES = "    val replicas = given + limit  // more of them\n" * 16
_METHODS = "".join(
    f"  def step{n}(given: Int): Int = {{\n{_LINES}    given\n  }}\n" for n in range(4)
)
_SCALA = f"""package replicas

object Replicas {{
  // Replicas, Replicas and Replicas
  val Limit = 5
  def of(n: Int): Replicas = {{
{_LINES}    new Replicas(n)
  }}
}}

class Replicas(val config: Config, val metrics: Metrics, val time: Time) {{
  private val lock = new Object
{_METHODS}}}
"""
_SERVER = "trait Server {\n  def replicas: Replicas\n}\n"


def corpus_of(*files: tuple[str, str]) -> MemoryReader:
    return memory_corpus((path, chunk_text(text, "scala")) for path, text in files)


def first_place(corpus: MemoryReader, query: str) -> str:
    best = int(rank(query, corpus, want=1).chunks[0])
    return corpus.chunk(best).path[0]


@pytest.mark.parametrize("query", ["Replicas", "replicas/Replicas.scala"])
def test_a_class_goes_before_the_object_beside_it(query: str) -> None:
    corpus = corpus_of(("replicas/Replicas.scala", _SCALA), ("Server.scala", _SERVER))
    assert first_place(corpus, query) == "class Replicas"


def test_a_symbol_has_as_many_matches_as_chunks_have_it() -> None:
    files = [(f"{n}.py", [Chunk(1, 9, f"replica of a manager, number {n}")]) for n in range(60)]
    defining = ("r.py", [Chunk(1, 9, "class ReplicaManager: pass", (), ("ReplicaManager",))])
    using = ("u.py", [Chunk(1, 9, "ReplicaManager()")])
    corpus = memory_corpus([*files, defining, using])

    assert rank("ReplicaManager", corpus, want=10).total == 2


def test_words_that_are_everywhere_do_not_make_everything_a_match() -> None:
    common = [(f"src/{n}.py", [Chunk(1, 9, f"the server, part {n}")]) for n in range(300)]
    meant = [(f"src/{n}x.py", [Chunk(1, 9, "the server renews a lease")]) for n in range(3)]
    corpus = memory_corpus([*common, *meant])
    found = rank("how does the server renew a lease", corpus, want=10)

    assert {corpus.layout.paths[corpus.layout.files[chunk]] for chunk in found.chunks[:3]} == {
        path for path, _ in meant
    }
    assert found.total == len(meant)


def test_a_question_never_comes_to_as_much_as_the_definition_of_a_name() -> None:
    text = "lease lease renew renew server server " * 5
    corpus = memory_corpus([("lease/renew_server.py", [Chunk(1, 9, text, (), ("renew_server",))])])

    assert rank("renew the lease server", corpus, want=1).scores[0] < 0.7
    assert rank("renew_server", corpus, want=1).scores[0] > 0.7
