"""Tasks that ask whether a model still answers: the truth, and what counts as right."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import gateway_reading
from gateway_made_results import made_results
from gateway_questions import questions_of
from gateway_reading import choose, is_right, read_answers, truth_of, write_task
from pageful.anything import restore


def test_both_forms_ask_the_same_and_hold_the_same_data() -> None:
    asked = choose(made_results(), 12)
    page, compact = write_task(asked, "page"), write_task(asked, "json")
    for each in asked:
        assert restore(each.page) == json.loads(each.compact)
        assert each.page in page
        assert each.compact in compact
        for question in each.questions:
            assert question.text in page
            assert question.text in compact
    assert len(truth_of(asked)) == 12


def test_a_question_is_answered_by_the_data() -> None:
    rows = [
        {"name": each, "kind": "bread", "grams": grams, "code": str(grams)}
        for each, grams in (
            ("rye", 900),
            ("baguette", 250),
            ("bun", 80),
            ("roll", 60),
            ("tin", 750),
        )
    ]
    answers = {each.kind: each.answer for each in questions_of("x", rows)}
    assert answers["largest"] == ("rye",)
    assert answers["rows"] == ("5",)
    assert answers["said once"] == ("bread",)
    assert answers["type"] == ("string",)


def test_the_same_data_are_asked_the_same() -> None:
    assert choose(made_results(), 12) == choose(made_results(), 12)


@pytest.mark.parametrize(
    ("answer", "truth", "right"),
    [
        ("`Bern`", ("Bern",), True),
        ("1,234", ("1234",), True),
        ("1, 2, 3", ("3", "2", "1"), True),
        ("1, 2", ("3", "2", "1"), False),
        ("bern", ("Bern",), False),
        ("", ("Bern",), False),
        ("null", ("missing",), False),
    ],
)
def test_an_answer_is_right_if_it_has_all_values_in_any_order(
    answer: str, truth: tuple[str, ...], right: bool
) -> None:
    assert is_right(answer, truth) is right


def test_answers_are_read_as_readers_write_them() -> None:
    assert read_answers("Here:\n1: a\n2. b c \n**3**: d\n- 4) e") == {
        "1": "a", "2": "b c", "3": "d", "4": "e",
    }  # fmt: skip


def test_the_command_writes_tasks_and_counts_right_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _run(monkeypatch, "tasks", "--out", str(tmp_path))
    truth = json.loads((tmp_path / "truth.json").read_text("utf-8"))
    lines = [f"{number}: {', '.join(each['answer'])}" for number, each in truth.items()]
    (tmp_path / "all.md").write_text("\n".join(lines), "utf-8")
    (tmp_path / "few.md").write_text("\n".join(lines[:3]), "utf-8")
    capsys.readouterr()
    _run(
        monkeypatch, "check", *(str(tmp_path / each) for each in ("truth.json", "all.md", "few.md"))
    )
    said = capsys.readouterr().out
    assert "| all | 12 of 12 |" in said
    assert "| few | 3 of 12 |" in said
    assert "few 4 (count): (none) — not " in said


def _run(monkeypatch: pytest.MonkeyPatch, *argv: str) -> None:
    monkeypatch.setattr("sys.argv", ["gateway_reading.py", *argv])
    assert gateway_reading.main() == 0
