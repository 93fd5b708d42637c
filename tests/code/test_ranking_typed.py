"""Pasted texts and sole definitions: what stands somewhere as it was typed goes first."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.code.chunking import chunk_text
from pageful.code.chunking.chunk import Chunk
from pageful.code.languages.detection import language_of
from pageful.code.ranking.exact_text import find_exact_text
from pageful.code.ranking.query_corpus import QueryCorpus
from pageful.code.ranking.ranking import MODERATE, rank
from pageful.code.search.hits import best_line
from pageful.code.store.memory import MemoryReader, memory_corpus

LEAST_OF_AN_ANSWER = MODERATE / (1 + MODERATE)

FILES = {
    "app/command.py": 'def run():\n    option("--exchange")\n    say("Task State.")\n',
    "app/exchange.py": '"""The exchange of a task: its state, an exchange of the exchange."""\n',
    "app/state.py": "class TaskState:\n    def task_state(self):\n        return self.state\n",
    "app/local.py": "class Localizer:\n    def use(self):\n        localize(self, localize)\n",
    "app/time.py": "def localize(moment, zone):\n    return moment\n",
    "app/localize.py": "def other():\n    pass\n",
    "app/page.py": 'def page():\n    show("buttonText")\n',
    "app/button.py": "def draw(text):\n    return text.button_text + button_text\n",
    "tests/test_time.py": "def test_localize():\n    assert localize(1, 2) == localize(3, 4)\n",
}


def corpus_of(files: Mapping[str, str]) -> MemoryReader:
    return memory_corpus(
        (path, chunk_text(text, language_of(path, text))) for path, text in sorted(files.items())
    )


def found(query: str, files: Mapping[str, str] = FILES) -> list[tuple[str, float]]:
    corpus = corpus_of(files)
    ranked = rank(query, corpus, want=10)
    paths = [corpus.layout.paths[corpus.layout.files[chunk]] for chunk in ranked.chunks]
    return list(zip(paths, ranked.scores.tolist(), strict=True))


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ("--exchange", "app/command.py"),
        ("Task State.", "app/command.py"),
        ('"Task State."', "app/command.py"),
        ("`moment, zone`", "app/time.py"),
        ("./no/such/exchange", "app/exchange.py"),
        ("self, localize", "app/local.py"),
    ],
)
def test_a_pasted_text_is_found_where_it_stands(query: str, path: str) -> None:
    assert found(query)[0][0] == path


def test_two_words_are_a_topic_and_no_text_unless_they_are_a_whole_constant() -> None:
    files = {
        "state.py": "class TaskState:\n    pass\n",
        "note.py": "# see task state below, the task state\nx = 1\n",
    }
    assert found("task state", files)[0][0] == "state.py"
    assert found("task state", files | {"say.py": 'say("task state")\n'})[0][0] == "say.py"
    assert found('"task state"', files)[0][0] == "note.py"


def test_a_question_quotes_nothing() -> None:
    files = {"a.py": "# how is it: stored?\n", "stored.py": "def is_stored():\n    pass\n"}
    assert found("how is it: stored", files)[0][0] == "stored.py"


def test_the_only_definition_goes_before_files_of_that_name_callers_and_tests() -> None:
    ranked = found("localize")
    assert ranked[0][0] == "app/time.py"
    assert ranked[0][1] >= LEAST_OF_AN_ANSWER > ranked[1][1]
    assert ranked[-1][0].startswith("tests/")


def test_a_definition_is_told_from_one_of_other_capitals() -> None:
    files = {
        "amqp.py": "class Producer:\n    def producer_of(self):\n        return Producer()\n",
        "beat.py": "class Beat:\n    @cached\n    def producer(self):\n        return 1\n",
        "producer.py": "def of():\n    return Producer\n",
    }
    assert found("producer", files)[0][0] == "beat.py"
    assert found("Producer", files)[0][0] == "amqp.py"


def test_of_a_name_that_nothing_defines_its_very_spelling_goes_first() -> None:
    assert found("buttonText")[0][0] == "app/page.py"
    assert found("button_text")[0][0] == "app/button.py"


def test_a_beginning_finds_the_name_that_nothing_has_whole() -> None:
    files = {
        "viewer.ts": "class Viewer {\n  closeDocument() {\n    this.done();\n  }\n}\n",
        "doc.ts": "function doc() {\n  return close(doc);\n}\n",
        "close.ts": "function close() {\n  return doc;\n}\n",
    }
    assert found("closeDoc", files)[0][0] == "viewer.ts"
    assert found("closeDoc", files)[0][1] < LEAST_OF_AN_ANSWER


def test_the_told_line_is_the_one_that_holds_the_text() -> None:
    text = "# State of a task, task state\ndef run():\n    say('Task State.')\n"
    assert best_line(Chunk(5, 7, text), {"task", "state"}, "Task State.")[0] == 7
    assert best_line(Chunk(5, 7, text), {"task", "state"})[0] == 5


@given(st.text(max_size=40), st.booleans())
def test_what_is_found_typed_holds_the_text(text: str, quoted: bool) -> None:
    corpus = corpus_of({**FILES, "given.py": f"x = '{text}'\n"})
    typed, constants = find_exact_text(text, QueryCorpus(corpus), quoted=quoted)
    assert set(constants) <= set(typed)
    assert all(text in corpus.chunk(int(chunk)).text for chunk in typed)


@pytest.mark.parametrize("text", ["a" * 10_000, "no such " * 2_000, '["\n', "(((", "\\"])
def test_any_pasted_text_is_taken(text: str) -> None:
    assert found(text) is not None
    assert found(f'"{text}"') is not None
