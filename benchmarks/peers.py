"""Pageful beside its peers on the same work: writes the tables of docs/peers.md.

`peers.py [--project MAVEN_PROJECT]… [--repository CHECKOUT]… [--vault VAULT]… [--only NAME]…`

Without a project, repository or vault: the tests' Maven project, this checkout, and a vault that is
made. Each peer is installed from PyPI, npm or crates.io in the version that is printed, in a place
of its own below `--cache`; what is built from source only is run where it is on the PATH. A run
replaces the rows of the peers that it ran, and keeps the others with their date. A peer that cannot
be had, or fails, is a row that says so.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import anyio

import peer_code
import peer_maven
import peer_questions
import peer_vault
import peer_vault_tasks
from peer import Cache, Peer, PeerFailedError
from peer_document import UNKNOWN, dated, put
from peer_install import PATIENCE, NotInstalledError
from real import EVERY
from vault_trees import written

HOME = Path(__file__).resolve().parents[1]
DOCUMENT = HOME / "docs" / "peers.md"
CACHE = Path.home() / ".cache" / "pageful-peers"
NOTES = 500
"""Notes of the vault that is made: enough for every task, and quick to write."""


@dataclass(frozen=True)
class Work:
    """What some peers do: a section of the document, its tables, and what gives a row of each."""

    section: str
    peers: Sequence[Peer]
    tables: Sequence[tuple[str, Sequence[str]]]
    rows: Callable[[Peer], Awaitable[Sequence[Sequence[str]]]]


class Report:
    """The document, written after every peer, so that a run that is stopped keeps what it has."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._day = f"{datetime.now(UTC):%Y-%m-%d}"

    def put(self, section: str, heading: str, columns: Sequence[str], row: Sequence[str]) -> None:
        """Put a row below a heading, and print it."""
        text = self._path.read_text("utf-8") if self._path.exists() else "# Beside its peers\n"
        newer = dated(columns, [row], self._day)
        self._path.write_text(put(text, section, heading, newer), "utf-8")
        print(f"{heading}: {newer.text.splitlines()[-1]}", flush=True)


async def measure(work: Work, wanted: Sequence[str], report: Report) -> None:
    """Run the peers of a piece of work, one after the other."""
    for peer in work.peers:
        if wanted and peer.name not in wanted:
            continue
        print(f"{peer.name}: {peer.package.pinned}", flush=True)
        found = await _rows(work, peer)
        for at, (heading, columns) in enumerate(work.tables):
            if isinstance(found, str):
                cells = {"peer": peer.name, "version": version(peer), "lacks": f"not run: {found}"}
                report.put(
                    work.section,
                    heading,
                    columns,
                    [cells.get(column, UNKNOWN) for column in columns],
                )
            else:
                first = [peer.name, version(peer)] if "version" in columns else [peer.name]
                report.put(work.section, heading, columns, [*first, *found[at]])


async def _rows(work: Work, peer: Peer) -> Sequence[Sequence[str]] | str:
    """Return the rows of a peer, or why there are none."""
    if peer.missing:
        return peer.missing
    try:
        return await work.rows(peer)
    except Exception as error:
        why = first_cause(error)
        print(f"{peer.name}: {why!r}", file=sys.stderr, flush=True)
        if isinstance(why, NotInstalledError | PeerFailedError):
            return str(why)
        return f"it failed ({type(why).__name__})"


def first_cause(error: BaseException) -> BaseException:
    """Take an error out of the groups that clients' tasks put it into."""
    return first_cause(error.exceptions[0]) if isinstance(error, BaseExceptionGroup) else error


def version(peer: Peer) -> str:
    """The version of a peer, as far as it is known."""
    return peer.package.version or f"of the {peer.package.ecosystem}"


@contextmanager
def maven_work(name: str, source: Path, given: argparse.Namespace) -> Iterator[Work]:
    """Build a project in three states."""
    with tempfile.TemporaryDirectory(prefix="peers-") as directory:
        builds = peer_maven.variants(source, Path(directory).resolve())

        async def rows(peer: Peer) -> Sequence[Sequence[str]]:
            return [
                await peer_maven.row(peer, builds, Cache(given.cache, given.patience), given.rounds)
            ]

        for build in builds:
            print(f"{name}, {build.name}: {len(build.facts)} facts", flush=True)
        yield Work(
            "Builds", peer_maven.PEERS, [(f"Builds: {name}", peer_maven.columns(builds))], rows
        )


@contextmanager
def code_work(name: str, root: Path, given: argparse.Namespace) -> Iterator[Work]:
    """Ask a repository the questions that are drawn of it."""
    repository = peer_code.Repository(name, root, peer_questions.draw(root))

    async def rows(peer: Peer) -> Sequence[Sequence[str]]:
        return await peer_code.rows(peer, repository, Cache(given.cache, given.patience))

    print(f"{name}: {len(repository.questions)} questions", flush=True)
    tables = (
        (f"Code: {name}", peer_code.ANSWER_COLUMNS),
        (f"Code, costs: {name}", peer_code.COST_COLUMNS),
    )
    yield Work("Code", peer_code.PEERS, tables, rows)


@contextmanager
def vault_work(name: str, root: Path, given: argparse.Namespace) -> Iterator[Work]:
    """Give the tasks that are drawn of a vault."""
    vault = peer_vault.VaultCopy(name, root, peer_vault_tasks.draw(root))

    async def rows(peer: Peer) -> Sequence[Sequence[str]]:
        return await peer_vault.rows(peer, vault, Cache(given.cache, given.patience))

    print(f"{name}: {peer_vault_tasks.summary(vault.tasks)}", flush=True)
    tables = ((f"Vault: {name}", vault.columns), (f"Vault, costs: {name}", peer_vault.COST_COLUMNS))
    yield Work("Vaults", peer_vault.PEERS, tables, rows)


def _named(root: Path) -> str:
    """What a set is called: its directory, with its commit if it is a checkout."""
    if not (root / ".git").exists():
        return root.name
    command = ("git", "-C", str(root), "rev-parse", "--short=7", "HEAD")
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    return f"{root.name} {ran.stdout.strip()}"


def arguments() -> argparse.ArgumentParser:
    """The options."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--project", type=Path, action="append", help="a Maven project")
    parser.add_argument("--repository", type=Path, action="append", help="a git checkout")
    parser.add_argument("--vault", type=Path, action="append", help="a vault of Markdown notes")
    parser.add_argument("--only", action="append", help="a peer to run, by name")
    parser.add_argument("--rounds", type=int, default=1, help="how often each build is run")
    parser.add_argument("--cache", type=Path, default=CACHE, help="where peers are installed")
    parser.add_argument(
        "--patience", type=float, default=PATIENCE, help="seconds that an installation may take"
    )
    parser.add_argument("--document", type=Path, default=DOCUMENT)
    return parser


def works(given: argparse.Namespace, made: Path) -> Iterator[AbstractContextManager[Work]]:
    """What is measured: all that is given, or one thing of each family that is made."""
    given_any = given.project or given.repository or given.vault
    if not given_any:
        yield maven_work("the tests' project", EVERY["green"].write(made / "shop"), given)
        yield code_work("this checkout", HOME, given)
        written(made / "vault", NOTES)
        yield vault_work(f"{NOTES} made notes", made / "vault", given)
    for makers, roots in (
        (maven_work, given.project),
        (code_work, given.repository),
        (vault_work, given.vault),
    ):
        for root in roots or ():
            yield makers(_named(root.resolve()), root.resolve(), given)


def main() -> int:
    """Measure, and write the document."""
    given = arguments().parse_args()
    report = Report(given.document)
    print(
        f"Python {platform.python_version()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
    )
    with tempfile.TemporaryDirectory(prefix="peers-") as made:
        for work in works(given, Path(made).resolve()):
            with work as each:
                anyio.run(measure, each, given.only or (), report)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
