"""The code peers, and what each finds in a repository."""

from __future__ import annotations

import re
import shutil
import statistics
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from code_sides import percentile
from peer import Cache, Call, Peer, Running, running
from peer_install import OURS, Package
from peer_maven import count
from peer_questions import HOW_MANY, Grade, Question, grade, tracked
from peer_session import LOAD, Answer, load

KINDS = tuple(HOW_MANY)

_NEW_NAME = "peersNewestFunction"
_NEW_FILE = ("peers_newest.py", f"def {_NEW_NAME}(first, second):\n    return first + second\n")


def _every(call: Call, *kinds: str) -> dict[str, tuple[Call, ...]]:
    return dict.fromkeys(kinds or KINDS, (call,))


def _order(action: str) -> tuple[Call, ...]:
    """The tool of jcodemunch that reaches all others."""
    return (("order", {"action": action, "args": {"repo": "{root}", "query": "{query}"}}),)


PEERS = (
    Peer(
        "pageful",
        OURS,
        _every(("search_code", {"query": "{query}"})),
        serve=(
            *("pageful", "serve", "code", "--repo", "{root}"),
            *("--response-format", "markdown", "--detail-level", "concise"),
        ),
        prepare=(("index_repository", {"repo_path": "{root}"}),),
    ),
    Peer(
        "codegraph",
        Package("npm", "@colbymchenry/codegraph", "1.6.1"),
        _every(("codegraph_explore", {"query": "{query}"})),
        serve=("codegraph", "serve", "--mcp", "--path", "{root}"),
        prepare=(("codegraph", "init", "."),),
        environment={"CODEGRAPH_NO_DAEMON": "1", "CODEGRAPH_NO_UPDATE_CHECK": "1"},
    ),
    Peer(
        "jcodemunch",
        Package("PyPI", "jcodemunch-mcp", "1.108.399"),
        {
            "names": _order("search_symbols"),
            "strings": _order("search_text"),
            "meaning": _order("search_symbols"),
        },
        serve=("jcodemunch-mcp",),
        prepare=(
            (
                "order",
                {"action": "index_folder", "args": {"path": "{root}"}, "allow_state_change": True},
            ),
        ),
    ),
    Peer(
        "code-review-graph",
        Package("PyPI", "code-review-graph", "2.3.9"),
        _every(("semantic_search_nodes_tool", {"query": "{query}", "repo_root": "{root}"})),
        serve=("code-review-graph", "serve"),
        prepare=(("code-review-graph", "build"),),
    ),
    Peer(
        "zoekt",
        Package("PATH", "zoekt", ""),
        _every(("zoekt", "-index_dir", "{home}/index", "{regex}"), "names", "strings"),
        prepare=(("zoekt-index", "-index", "{home}/index", "{root}"),),
    ),
    Peer(
        "git grep",
        Package("PATH", "git", ""),
        _every(("git", "grep", "-n", "-F", "-e", "{query}"), "names", "strings"),
    ),
    Peer("semble", Package("PyPI", "semble", "0.7.0"), missing="its model is loaded from a hub"),
)

ANSWER_COLUMNS = (
    "peer",
    "version",
    *(f"{kind}, {of}" for kind in KINDS for of in ("first / in 5 of", "tokens")),
    "lacks",
)
COST_COLUMNS = (
    *(
        "peer",
        "index, wall s",
        "index, processor s",
        "index, MB",
        "start, wall s",
        "start, processor s",
    ),
    *(
        "call, ms (p50)",
        "call, ms (p95)",
        "call, processor ms",
        "a new file is seen",
        "its tools",
        LOAD,
    ),
)


@dataclass
class Figures:
    """What was measured of a peer's answers to all questions."""

    answers: dict[str, list[tuple[Answer, Grade]]] = field(default_factory=dict)

    def add(self, kind: str, answer: Answer, graded: Grade) -> None:
        """Take an answer in."""
        self.answers.setdefault(kind, []).append((answer, graded))

    @property
    def all(self) -> list[tuple[Answer, Grade]]:
        """All answers."""
        return [each for of in self.answers.values() for each in of]

    def cells(self, kind: str) -> list[str]:
        """How many answers of a kind are right, and their median length."""
        if not (found := self.answers.get(kind)):
            return ["–", "–"]
        first = sum(graded.first for _, graded in found)
        five = sum(graded.among_five for _, graded in found)
        length = statistics.median(count(answer.text) for answer, _ in found)
        return [f"{first} / {five} of {len(found)}", f"{length:,.0f}"]

    @property
    def lacks(self) -> str:
        """What the answers do not hold."""
        said = []
        for kind, found in self.answers.items():
            lost = sum(not graded.among_five for _, graded in found)
            untold = sum(graded.among_five and not graded.line for _, graded in found)
            said += [f"{kind}: the file in {lost}"] if lost else []
            said += [f"{kind}: the line in {untold}"] if untold and kind != "meaning" else []
        said += [f"{kind}: no such search" for kind in KINDS if kind not in self.answers]
        return "; ".join(said) or "nothing"


@dataclass(frozen=True)
class Repository:
    """A repository as every peer gets it: its tracked files, in a checkout without a past."""

    name: str
    root: Path
    questions: Sequence[Question]

    def lay(self, target: Path) -> Path:
        """Copy the tracked files and commit them once."""
        for path in tracked(self.root):
            (target / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(self.root / path, target / path, follow_symlinks=False)
        identity = ("-c", "user.name=peers", "-c", "user.email=peers@localhost")
        for command in (
            ("init", "-q"),
            ("add", "-A", "-f"),
            (*identity, "commit", "-q", "-m", "all"),
        ):
            subprocess.run(("git", "-C", str(target), *command), check=True, capture_output=True)
        return target


async def rows(peer: Peer, repository: Repository, cache: Cache) -> tuple[list[str], list[str]]:
    """Ask a peer all questions; return the cells of its answers and of its costs."""
    figures = Figures()
    async with running(peer, cache, repository.lay) as ready:
        files = frozenset(tracked(ready.place.root))
        for question in repository.questions:
            asked = {"query": question.query, "regex": re.escape(question.query)}
            answer = await ready.ask(question.kind, asked)
            if answer:
                figures.add(
                    question.kind, answer, grade(answer.text, question, files, ready.place.root)
                )
        size = ready.written
        seen = await _sees_a_new_file(ready)
        costs = ready.costs
    answered = [*(cell for kind in KINDS for cell in figures.cells(kind)), figures.lacks]
    return answered, _costs(figures, costs.prepared, size, costs.start, costs.definitions, seen)


def _costs(
    figures: Figures,
    prepared: Answer,
    size: int,
    start: tuple[float, float] | None,
    definitions: str,
    seen: str,
) -> list[str]:
    return [
        *(f"{prepared.wall:.1f}", f"{prepared.processor:.1f}", f"{size / 1e6:.1f}"),
        *start_times(start),
        *call_times([answer for answer, _ in figures.all]),
        seen,
        f"{count(definitions):,}" if definitions else "–",
        load(),
    ]


def start_times(start: tuple[float, float] | None) -> list[str]:
    """Wall and processor seconds of a server's start."""
    return [f"{seconds:.2f}" for seconds in start] if start else ["–", "–"]


def call_times(answers: Sequence[Answer]) -> list[str]:
    """Wall milliseconds of calls, and processor milliseconds, in the middle and near the end."""
    wall = [1000 * each.wall for each in answers]
    processor = statistics.median(1000 * each.processor for each in answers)
    return [
        f"{statistics.median(wall):,.0f}",
        f"{percentile(wall, 0.95):,.0f}",
        f"{processor:,.0f}",
    ]


async def _sees_a_new_file(ready: Running) -> str:
    name, text = _NEW_FILE
    (ready.place.root / name).write_text(text, "utf-8")
    subprocess.run(("git", "-C", str(ready.place.root), "add", name), check=True)
    answer = await ready.ask("names", {"query": _NEW_NAME, "regex": _NEW_NAME})
    return "yes" if answer and name in answer.text else "no"
