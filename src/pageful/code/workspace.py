"""The projects that a server works on: which one is meant, and keeping its index fresh."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TypeVar
from uuid import UUID

from pageful.code.embedding.embedded_query import EmbeddedQuery
from pageful.code.embedding.embedder import Embedder
from pageful.code.index.background import Background
from pageful.code.index.embedding_index import EmbeddingIndex
from pageful.code.index.indexer import Indexer, resolve_root
from pageful.code.index.integrity import check_integrity
from pageful.code.index.lock import write_lock
from pageful.code.index.projects import Project, Projects
from pageful.code.index.reach import Reach
from pageful.code.index.status import status_of
from pageful.code.ranking.ranking import has_meaning
from pageful.code.results import Indexing, IndexStatus, Search
from pageful.code.scan.quoting import quoted
from pageful.code.search.filters import Filters
from pageful.code.search.fresh_search import Files, fresh_search
from pageful.code.search.refreshing import BackgroundIndexing, Freshness, Refresher
from pageful.code.search.searcher import Searcher, Window
from pageful.code.store.catalogs import CatalogCache
from pageful.code.store.contents import is_empty
from pageful.code.store.database import Damaged, open_database, read_transaction, translate_errors
from pageful.code.store.snapshots import SnapshotCache
from pageful.tool.context import Caller
from pageful.tool.errors import Cancelled, ToolError

R = TypeVar("R")


@dataclass(frozen=True)
class Workspace:
    """What a server was set up with: its own repositories, all projects, and an embedder.

    `reach` is what its callers may name; without one, that is any directory. With a `background`
    indexing goes on when a call has been answered.
    """

    own: tuple[Path, ...]
    projects: Projects
    embedder: str
    reach: Reach | None = None
    background: Background | None = None
    catalogs: CatalogCache = field(default_factory=CatalogCache)
    snapshots: SnapshotCache = field(default_factory=SnapshotCache)

    @classmethod
    def of(
        cls,
        repositories: Sequence[Path],
        data: Path | None,
        embedder: str,
        *,
        confined: bool = False,
        background: Background | None = None,
    ) -> Workspace:
        """The workspace of a server's settings; `confined`, to the repositories of that server.

        Raises:
            ToolError: a repository is no directory, or there is no such embedder.
        """
        from pageful.code.embedding.choosing import choose_embedder

        choose_embedder(embedder)
        own = tuple(dict.fromkeys(map(_given, repositories)))
        projects = Projects.at(data)
        reach = Reach(own, projects) if confined else None
        return cls(own, projects, embedder, reach, background)

    def index(
        self, repo_path: Path, project_id: str | None, caller: Caller, *, force: bool
    ) -> Indexing:
        """Index a repository whole.

        Raises:
            ToolError: there is no such directory, or callers may not name it.
        """
        if self.reach:
            self.reach.check_directory(repo_path)
        root = resolve_root(repo_path)
        if self.reach:  # Again, as a link on the way may have been turned elsewhere since.
            self.reach.check_directory(root)
        project = self._home(root, project_id)
        project.register(root)

        def run(connection: sqlite3.Connection) -> Indexing:
            if self.background:  # The caller goes on with what that has not done.
                self.background.stop(project.database)
            with write_lock(project, caller):
                done = self._indexer(project, connection).index_repository(
                    root, caller, force=force
                )
            if not project.database.exists():
                problem = "The index was deleted from the disk while it was written."
                raise ToolError(problem, "Call index_repository again.")
            return done

        result, notes = self._with_index(project, run, caller)
        return replace(result, notes=(*result.notes, *notes))

    def search(
        self,
        query: str,
        caller: Caller,
        *,
        project_id: str | None = None,
        repository_id: str | None = None,
        file_type: str | None = None,
        directory: str | None = None,
        limit: int = 10,
        page: int = 1,
    ) -> Search:
        """Search a project, after its index has been brought up to date where that is quick."""
        if not query.strip():
            raise ToolError("`query` is empty.", "Say what to find: words, a name, a question.")

        def run(searcher: Searcher) -> Search:
            repository = _repository(searcher.connection, repository_id)
            filters = Filters(repository, file_type, directory)
            return searcher.search(query, filters, Window(limit, page))

        return self._searched(project_id, run, caller, query)

    def related(
        self,
        caller: Caller,
        *,
        chunk_id: str | None = None,
        file_path: str | None = None,
        line: int | None = None,
        project_id: str | None = None,
        limit: int = 10,
        page: int = 1,
    ) -> Search:
        """Find what is like a chunk, after the index has been brought up to date."""
        by_place = file_path is not None and line is not None
        if (chunk_id is not None) == by_place or (file_path is None) != (line is None):
            raise ToolError(
                "find_related needs one place.",
                "Give `chunk_id`, or `file_path` and `line` together.",
            )

        def run(searcher: Searcher) -> Search:
            if chunk_id is not None:
                position = searcher.chunk_of_id(chunk_id)
            else:
                assert file_path is not None
                assert line is not None
                position = searcher.chunk_at(file_path, line)
            return searcher.related(position, Window(limit, page))

        return self._searched(project_id, run, caller)

    def status(self, project_id: str | None, caller: Caller) -> IndexStatus:
        """What the index of a project holds, as it is."""
        project = self._meant(project_id)
        for root in self.own if project == self._own_project() else ():
            project.register(root)
        result, notes = self._with_index(project, lambda c: status_of(project, c, caller), caller)
        return replace(result, notes=(*result.notes, *notes))

    def _searched(
        self,
        project_id: str | None,
        run: Callable[[Searcher], Search],
        caller: Caller,
        query: str | None = None,
    ) -> Search:
        project = self._meant(project_id)
        for root in self.own if project == self._own_project() else ():
            project.register(root)

        def refresh_and_run(connection: sqlite3.Connection) -> Search:
            indexer = self._indexer(project, connection)
            refresher = Refresher(indexer, self.own, caller, self._background_indexing(project))
            freshness = _as_fresh_as_can_be(refresher)
            embedder = _embedded(query, indexer.embeddings)
            is_behind = bool(freshness.pending or freshness.coverage)

            def run_once(gone: Files) -> Search:
                with read_transaction(connection):
                    corpus = self.catalogs.current(project.database, connection)
                    return run(Searcher(project, connection, corpus, embedder, gone, is_behind))

            found = fresh_search(refresher, freshness, run_once)
            if found.coverage or not is_empty(connection):
                return found
            where = ", ".join(map(str, project.roots))
            note = f"The index is empty: no file to search was found in {where}."
            return replace(found, notes=(*found.notes, note))

        result, notes = self._with_index(project, refresh_and_run, caller)
        return replace(result, notes=(*result.notes, *notes))

    def _indexer(self, project: Project, connection: sqlite3.Connection) -> Indexer:
        return Indexer(project, connection, self.embedder, self.snapshots)

    def _background_indexing(self, project: Project) -> BackgroundIndexing | None:
        """How a project is indexed without a caller, where this process stays for that."""
        if self.background is None:
            return None
        return BackgroundIndexing(self.background, partial(self._index_all, project))

    def _index_all(self, project: Project, caller: Caller) -> None:
        with _opened(project.database) as connection, write_lock(project, caller):
            for root in project.roots:
                if root.is_dir():  # Of one that is gone, each search says so.
                    self._indexer(project, connection).index_repository(root, caller)

    def _with_index(
        self, project: Project, run: Callable[[sqlite3.Connection], R], caller: Caller
    ) -> tuple[R, tuple[str, ...]]:
        """Do something with a project's index, which is built anew where it can't be read."""
        before = _rebuilt(project)
        try:
            return _done(project.database, run), ()
        except Damaged as damage:
            note = f"The index could not be used ({damage}) and was built anew."
        self._build_anew(project, before, caller)
        try:
            return _done(project.database, run), (note,)
        except Damaged as damage:
            raise ToolError(
                f"The index {project.database} was built anew, and can't be used again: {damage}.",
                "Check the disk, or name another directory with `--data`.",
            ) from damage

    def _build_anew(self, project: Project, before: str, caller: Caller) -> None:
        if self.background:
            self.background.stop(project.database)
        with write_lock(project, caller):
            if _rebuilt(project) != before:
                return  # Someone else was faster.
            roots = project.roots
            for path in project.directory.glob(f"{project.database.name}*"):
                path.unlink(missing_ok=True)
            with suppress(OSError):
                project.rebuild_stamp.write_text(str(time.time_ns()), encoding="ascii")
            with open_database(project.database) as connection:
                for root in roots:
                    project.register(root)
                    if self.background:  # A search begins that, and waits only for a while.
                        continue
                    with suppress(ToolError):  # One that is gone; a search says so.
                        self._indexer(project, connection).index_repository(
                            resolve_root(root), caller
                        )

    def _home(self, root: Path, project_id: str | None) -> Project:
        """The project that a repository is put in."""
        if project_id is not None:
            return self._within_reach(self.projects.by_name(project_id))
        own = self._own_project()
        return own if own and root in self.own else self.projects.for_roots([root])

    def _within_reach(self, project: Project) -> Project:
        if self.reach:
            self.reach.check_project(project)
        return project

    def _here(self) -> tuple[Project, ...]:
        """The projects of the current directory, if that is still there."""
        with suppress(OSError):
            return self.projects.containing(Path.cwd())
        return ()

    def _own_project(self) -> Project | None:
        return self.projects.for_roots(self.own) if self.own else None

    def _meant(self, project_id: str | None) -> Project:
        """The project that a search is about.

        Raises:
            ToolError: nobody named one, and it is not clear which is meant.
        """
        own = self._own_project()
        if project_id is not None:
            if own and own.id == project_id:
                return own
            return self._within_reach(self.projects.find(project_id))
        if own:
            return own
        for candidates in (self._here(), self.projects.all()):
            if len(candidates) == 1:
                return candidates[0]
        problem = "Several projects are indexed." if candidates else "Nothing is indexed yet."
        if candidates:
            raise ToolError(problem, f"Say which with `project_id`. {self.projects.offer()}")
        raise ToolError(problem, "Call index_repository with the `repo_path` of a repository.")


def _embedded(query: str | None, embeddings: EmbeddingIndex) -> Embedder | None:
    """What gives a query's vector without a wait, if the query and the index have one."""
    if query is None or not has_meaning(query):
        return None
    embedder = embeddings.current_embedder()
    return EmbeddedQuery.of(query, embedder) if embedder else None


def _given(repository: Path) -> Path:
    """The root of a repository that the program was started with, which may be relative."""
    is_home = str(repository).startswith("~")
    try:
        return resolve_root(repository if is_home else repository.absolute())
    except ToolError as error:
        raise ToolError(error.problem, f"{error.remedy} It was given with `--repo`.") from None


def _done(database: Path, run: Callable[[sqlite3.Connection], R]) -> R:
    """Do something with an index.

    Raises:
        Damaged: the index is to blame for that it did not work.
    """
    with _opened(database) as connection:
        try:
            return run(connection)
        except (ToolError, Cancelled, Damaged, sqlite3.Error):
            raise
        except Exception:
            check_integrity(connection)
            raise


@contextmanager
def _opened(database: Path) -> Iterator[sqlite3.Connection]:
    with ExitStack() as stack:
        try:
            connection = stack.enter_context(open_database(database))
        except UnicodeDecodeError as error:  # Python's, of an SQLite message that quotes garbage
            raise Damaged("its tables are no text") from error
        yield connection


def _rebuilt(project: Project) -> str:
    """What tells one building anew of an index from the next."""
    try:
        return project.rebuild_stamp.read_text(encoding="ascii", errors="replace")
    except OSError:
        return ""


def _as_fresh_as_can_be(refresher: Refresher) -> Freshness:
    """Bring an index up to date; where that can't be, for want of room for instance, say so.

    Raises:
        ToolError: it can't be, and the index holds nothing to answer from.
    """
    try:
        with translate_errors(refresher.indexer.project.database):
            return refresher.refresh()
    except ToolError as error:
        if is_empty(refresher.indexer.connection):
            raise
        return refresher.report_unwritable(f"The index could not be brought up to date. {error}")


def _repository(connection: sqlite3.Connection, uuid: str | None) -> int | None:
    """The index's number of a repository.

    Raises:
        ToolError: it is no UUID, or no repository of the project has it.
    """
    if uuid is None:
        return None
    rows = connection.execute("SELECT uuid, root, id FROM repository ORDER BY id").fetchall()
    known = "; ".join(f"{each} ({root})" for each, root, _ in rows)
    try:
        wanted = str(UUID(uuid))
    except ValueError:
        raise ToolError(
            f"`repository_id` {quoted(uuid)} is no UUID.",
            f"Repositories of this project: {known}.",
        ) from None
    for each, _, number in rows:
        if each == wanted:
            return int(number)
    raise ToolError(f"This project has no repository {wanted}.", f"Its repositories: {known}.")
