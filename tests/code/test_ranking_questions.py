"""The measure of the ranking benchmark, on answers whose figure is known."""

from __future__ import annotations

import json
import sys
from math import log2
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

from code_questions import Place, ndcg, questions, repositories


def test_the_first_place_is_worth_most() -> None:
    answer = [Place("a.py")]
    assert ndcg([Place("a.py", 1, 9), Place("b.py", 1, 9)], answer) == 1
    assert ndcg([Place("b.py", 1, 9), Place("a.py", 1, 9)], answer) == pytest.approx(1 / log2(3))
    assert ndcg([Place("b.py", 1, 9)] * 10 + [Place("a.py", 1, 9)], answer) == 0


def test_two_answers_share_the_ideal() -> None:
    found = [Place("a.py", 1, 9), Place("c.py", 1, 9), Place("b.py", 1, 9)]
    ideal = 1 + 1 / log2(3)
    assert ndcg(found, [Place("a.py"), Place("b.py")]) == pytest.approx(1.5 / ideal)


def test_lines_must_overlap_where_an_answer_gives_them() -> None:
    answer = [Place("a.py", 10, 20)]
    assert ndcg([Place("a.py", 21, 30), Place("a.py", 5, 10)], answer) == pytest.approx(1 / log2(3))


def test_a_path_matches_by_its_end() -> None:
    assert ndcg([Place("src/XMonad/Core.hs", 1, 2)], [Place("Core.hs")]) == 1
    assert ndcg([Place("src/XMonad/MyCore.hs", 1, 2)], [Place("Core.hs")]) == 0


def test_annotations_are_read(tmp_path: Path) -> None:
    asked = [
        {
            "query": "how",
            "category": "semantic",
            "relevant": ["x/a.py"],
            "secondary": [{"path": "b.py", "start_line": 3, "end_line": "5"}],
        }
    ]
    (tmp_path / "demo.json").write_text(json.dumps(asked))
    (tmp_path / "checkouts" / "demo").mkdir(parents=True)
    listed = tmp_path / "repos" / "list.json"
    listed.parent.mkdir()
    listed.write_text(json.dumps([{"name": "demo", "benchmark_root": "x"}]))
    (found,) = repositories(tmp_path / "checkouts", tmp_path, listed, [])
    assert found.path("a.py") == "x/a.py"
    (question,) = questions(tmp_path, "demo")
    assert question.answers == (Place("x/a.py"), Place("b.py", 3, 5))
