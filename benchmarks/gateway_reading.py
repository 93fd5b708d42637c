"""Does a model still answer? Tasks for readers of pages or of JSON, and a check of their answers.

`gateway_reading.py tasks DIRECTORY --out PLACE` writes `page.md`, `json.md` and `truth.json`; a
reader gets one of the first two and nothing else. `gateway_reading.py check PLACE/truth.json
ANSWERS…` counts the right answers of each file. No model is called here.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from gateway_made_results import made_results
from gateway_questions import Question, questions_of
from gateway_results import recorded
from pageful.anything.json_text import write_json
from pageful.gateway.showing import show
from tables import table
from tokens import ENCODINGS, tokens

_LARGEST = 21_000
"""Characters of a result's JSON: all results of a task together are still read with care."""
_OF_A_RESULT = 3
"""Questions about one result at most, each of another kind."""

INTRODUCTION = """\
Below are results of tools, each followed by questions about it. Answer by reading alone: run no
program over this text. Write the answers to a file, a line for each question:

    7: answer

The answer is the value alone, as the data has it, without quotes and without a sentence. Where
several values are asked for, put commas between them. Where the result does not say it, answer ?.
"""


@dataclass(frozen=True, slots=True)
class Asked:
    """A result in both forms, and the questions about it."""

    name: str
    page: str
    compact: str
    questions: tuple[Question, ...]


def choose(results: Iterable[tuple[str, Any]], count: int) -> list[Asked]:
    """Choose questions about results whose page is no JSON; kinds that are rare come first."""
    every: dict[str, tuple[str, str, list[Question]]] = {}
    tools = set()
    for name, data in results:
        tool = re.sub(r"-[0-9]+", "", name)
        shown = show(data)
        compact = write_json(data)
        if shown.text == compact or len(compact) > _LARGEST or tool in tools:
            continue
        if questions := questions_of(name, data):
            tools.add(tool)
            every[name] = shown.text, compact, questions
    taken: dict[str, list[Question]] = {name: [] for name in every}
    kinds: Counter[str] = Counter()
    for _ in range(_OF_A_RESULT):
        for name, (_page, _compact, questions) in every.items():
            open_ones = [each for each in questions if each not in taken[name]]
            if kinds.total() < count and open_ones:
                rarest = min(open_ones, key=lambda each: kinds[each.kind])
                taken[name].append(rarest)
                kinds[rarest.kind] += 1
    return [
        Asked(name, page, compact, tuple(taken[name]))
        for name, (page, compact, _) in every.items()
        if taken[name]
    ]


def write_task(asked: Sequence[Asked], form: str) -> str:
    """Write what a reader of one form gets."""
    parts, number = [INTRODUCTION], 0
    for place, each in enumerate(asked, 1):
        text = each.page if form == "page" else each.compact
        tool = re.sub(r"^.*-[0-9]+-", "", each.name)
        parts.append(f"## Result {place} of {len(asked)}, of the tool `{tool}`\n\n{_framed(text)}")
        lines = []
        for question in each.questions:
            number += 1
            lines.append(f"{number}. {question.text}")
        parts.append(f"### Questions about result {place}\n\n" + "\n".join(lines))
    return "\n\n".join(parts) + "\n"


def _framed(text: str) -> str:
    """Put a result between lines that are not in it."""
    rule = "=" * 20
    return f"{rule} result begins {rule}\n{text}\n{rule} result ends {rule}"


def truth_of(asked: Sequence[Asked]) -> dict[str, dict[str, Any]]:
    """The answers by the questions' numbers."""
    every = [(each.name, question) for each in asked for question in each.questions]
    return {
        str(number): {"result": name, **asdict(question)}
        for number, (name, question) in enumerate(every, 1)
    }


# > 7: answer
_ANSWER = re.compile(r"^\s*(?:[-*] )?\**([0-9]+)\**[:.)]\**[ \t]*(.*?)\s*$", re.MULTILINE)


def read_answers(text: str) -> dict[str, str]:
    """Read the lines of a file of answers."""
    return dict(_ANSWER.findall(text))


def is_right(answer: str, truth: Sequence[str]) -> bool:
    """Tell whether an answer has exactly the values of the truth, in any order."""
    if len(truth) == 1:
        return _plain(answer) == _plain(truth[0])
    return Counter(map(_plain, answer.split(","))) == Counter(map(_plain, truth))


def _plain(value: str) -> str:
    """Take off what a reader may write around a value, and the commas within a number."""
    bare = value.strip().strip("`\"'*").strip().removesuffix(".")
    if re.fullmatch(r"-?[0-9]{1,3}(,[0-9]{3})+", bare):
        bare = bare.replace(",", "")
    return re.sub(r"\s+", " ", bare)


def check(truth: Mapping[str, Mapping[str, Any]], files: Sequence[Path]) -> Iterator[str]:
    """Yield a table of right answers, and every wrong one."""
    kinds = list(dict.fromkeys(each["kind"] for each in truth.values()))
    rows, wrong = [], []
    for file in files:
        answers = read_answers(file.read_text(encoding="utf-8"))
        right = Counter(
            each["kind"] for number, each in truth.items()
            if is_right(answers.get(number, ""), each["answer"])
        )  # fmt: skip
        of = Counter(each["kind"] for each in truth.values())
        cells = [f"{right[kind]}/{of[kind]}" for kind in kinds]
        rows.append([file.stem, f"{right.total()} of {len(truth)}", *cells])
        for number, each in truth.items():
            given = answers.get(number, "(none)")
            if not is_right(given, each["answer"]):
                expected = ", ".join(each["answer"])
                wrong.append(f"{file.stem} {number} ({each['kind']}): {given} — not {expected}")
    yield table(["answers", "right", *kinds], rows)
    yield from wrong


def main() -> int:
    """Write tasks, or check answers."""
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    tasks = commands.add_parser("tasks", help="write the tasks of both forms, and the answers")
    tasks.add_argument("directory", type=Path, nargs="?", help="where `results.jsonl` is")
    tasks.add_argument("--questions", type=int, default=30, help="about its results (30)")
    tasks.add_argument("--made", type=int, default=12, help="about results made here (12)")
    tasks.add_argument("--out", type=Path, required=True, help="an existing directory")
    checks = commands.add_parser("check", help="count right answers")
    checks.add_argument("truth", type=Path)
    checks.add_argument("answers", type=Path, nargs="+")
    given = parser.parse_args()
    if given.command == "check":
        truth = json.loads(given.truth.read_text(encoding="utf-8"))
        print("\n".join(check(truth, given.answers)))
        return 0
    asked = choose(made_results(), given.made)
    if given.directory:
        asked += choose(recorded(given.directory), given.questions)
    for form in ("page", "json"):
        (given.out / f"{form}.md").write_text(write_task(asked, form), encoding="utf-8")
    truth = json.dumps(truth_of(asked), ensure_ascii=False, indent=1)
    (given.out / "truth.json").write_text(truth, encoding="utf-8")
    kinds = Counter(each.kind for one in asked for each in one.questions)
    print(f"{kinds.total()} questions about {len(asked)} results: {dict(kinds)}")
    for form, texts in (
        ("page", [each.page for each in asked]), ("json", [each.compact for each in asked]),
    ):  # fmt: skip
        print(f"{form}: {sum(tokens(text, ENCODINGS[0]) for text in texts):,} tokens of results")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
