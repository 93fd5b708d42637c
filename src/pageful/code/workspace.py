"""The projects that a server works on: the choice of one, and keeping its index fresh."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from pageful.code.index.projects import Project, Projects, RebuildNeeded, SeveralProjects
from pageful.code.index.reach import Reach, working_repository
from pageful.code.index.roots import resolve_root
from pageful.code.results.indexing import Indexing, IndexMove, IndexStatus
from pageful.code.results.search import Search
from pageful.code.scan.watched_changes import WatchedChanges
from pageful.code.scan.work_tree import WorkTree
from pageful.code.store.choosing import store_address, store_at
from pageful.lazy.dataclasses import dataclass, field, replace
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError

if TYPE_CHECKING:
    from pageful.code.index.background import Background
    from pageful.code.index.indexer import Indexer
    from pageful.code.search.refreshing import BackgroundIndexing
    from pageful.code.search.requests import Request
    from pageful.code.store.protocol import Index

_WORDS = ("local", "store")
"""The store in a directory of this machine, and the one that the program was started with."""

# What indexes and searches is loaded with the first call that does: to find a text needs neither.

P = ParamSpec("P")
R = TypeVar("R", Indexing, IndexStatus, Search)


def _rebuild_if_damaged(
    method: Callable[Concatenate[Workspace, P], R],
) -> Callable[Concatenate[Workspace, P], R]:
    """Wrap a method of a workspace so that it is called again after it found an index damaged.

    The index is rebuilt first, and a note says so.

    Raises:
        ToolError: the index is damaged again.
    """

    @wraps(method)
    def call(workspace: Workspace, /, *args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return method(workspace, *args, **kwargs)
        except RebuildNeeded as damage:
            first = damage
        try:
            workspace.rebuild(first)
            result: R = method(workspace, *args, **kwargs)
        except RebuildNeeded as again:
            place = again.project.store.location(again.project.database_name)
            raise ToolError(
                f"The index {place} was built anew, and can't be used again: {again}.",
                "Check the disk, or name another directory with `--data`.",
            ) from again
        note = f"The index could not be used ({first}) and was built anew."
        return replace(result, notes=(*result.notes, note))

    return call


@dataclass(frozen=True)
class Workspace:
    """The setting of a server: its own repositories, all projects, and the choice of an embedder.

    `reach` limits the directories that its callers may name; without one, they may name any. With a
    `background` indexing goes on when a call has been answered, and the system is asked what has
    changed. A command `in_shell` means the repository that it is run in, as if it had been given,
    where no project has it yet.
    """

    own: tuple[Path, ...]
    projects: Projects
    embedder: str
    reach: Reach | None = None
    background: Background | None = None
    watched: WatchedChanges = field(default_factory=WatchedChanges)
    in_shell: bool = False

    @classmethod
    def of(
        cls,
        repositories: Sequence[Path],
        data: Path | None,
        embedder: str,
        *,
        confined: bool = False,
        background: Background | None = None,
        in_shell: bool = False,
        store: str = "",
    ) -> Workspace:
        """Set a server up by its settings; `confined` to the repositories of that server.

        Raises:
            ToolError: a repository is no directory, or there is no such embedder or store.
        """
        from pageful.code.embedding.choosing import check_choice

        check_choice(embedder)
        own = tuple(dict.fromkeys(map(_resolve_given, repositories)))
        projects = Projects.at(data, store)
        reach = Reach(own, projects) if confined else None
        if in_shell and not own:
            own = _unindexed_work_tree(projects)
        return cls(own, projects, embedder, reach, background, in_shell=in_shell)

    @_rebuild_if_damaged
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
        project = self._project_of_repository(root, project_id)
        project.register(root)
        with project.open(caller) as index:
            if self.background:  # The caller goes on with what that has not done.
                self.background.stop(project.directory)
            with project.write_lock(caller):
                done = self._indexer(project, index).index_repository(root, caller, force=force)
            if not project.store.exists(project.database_name):
                problem = "The index was deleted from the disk while it was written."
                raise ToolError(problem, "Call index_repository again.")
            return done

    def search(
        self,
        query: str,
        caller: Caller,
        *,
        project_id: str | None = None,
        repository_id: str | None = None,
        file_types: Sequence[str] = (),
        directory: str | None = None,
        within: Sequence[str] = (),
        lines: bool = False,
        limit: int = 10,
        page: int = 1,
    ) -> Search:
        """Search a project, after its index has been brought up to date where that is quick."""
        if not query.strip():
            raise ToolError("`query` is empty.", "Say what to find: words, a name, a question.")
        from pageful.code.search.requests import QueryRequest
        from pageful.code.search.searcher import Window

        window = Window(limit, page)
        request = QueryRequest(
            query, window, repository_id, tuple(file_types), directory, tuple(within), lines
        )
        return self._find(request, project_id, caller)

    def find_related(
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
        """Find chunks like a chunk, after the index has been brought up to date."""
        from pageful.code.search.requests import RelatedRequest
        from pageful.code.search.searcher import Window

        request = RelatedRequest(Window(limit, page), chunk_id, file_path, line)
        return self._find(request, project_id, caller)

    def roots(self, project_id: str | None) -> tuple[Path, ...]:
        """Return the repositories that are searched for a text, indexed or not.

        Those of the project that is meant; where the current directory is in none, the git work
        tree around it, and where nothing is indexed, that directory.

        Raises:
            ToolError: it is not clear which project is meant, or its repositories are gone.
        """
        if project_id is None and self.own:
            return self.own
        here = () if project_id is not None or _around(self.projects) else working_repository()
        if here and (WorkTree.at(here[0]) or not self.projects.all()):
            return here
        return self._project_of_call(project_id).roots

    def resolve_hit_id(self, place: str, project_id: str | None, caller: Caller) -> str:
        """Return a place by its file and lines, where it is the id of a hit.

        Raises:
            ToolError: there is no such hit any more.
        """
        # A search needs none of this, and does not wait until it is loaded.
        from pageful.code.show.chunk_places import chunk_id, place_of_chunk

        wanted = chunk_id(place)
        if wanted is None:
            return place
        try:
            with self._project_of_call(project_id).open(caller) as index, index.reading() as reader:
                return place_of_chunk(reader, wanted, caller)
        except RebuildNeeded as damage:
            problem = f"The index can't be read: {damage}."
            raise ToolError(problem, "Search again, which builds it anew.") from damage

    @_rebuild_if_damaged
    def status(self, project_id: str | None, caller: Caller) -> IndexStatus:
        """Report what the index of a project holds, without updating it.

        Raises:
            SeveralProjects: it is not clear which is meant.
        """
        from pageful.code.index.status import status_of

        project = self._project_of_call(project_id)
        with project.open(caller) as index:
            return status_of(project, index, caller)

    def move(self, project_id: str, source: str | None, to: str, caller: Caller) -> IndexMove:
        """Copy the index of a project from one store to another.

        Raises:
            ToolError: there is no such project or store, or that has an index of it already.
        """
        from pageful.code.index.index_copy import copy_index

        if source is None and to in _WORDS:
            source = _WORDS[1 - _WORDS.index(to)]
        before = self._projects_at(source, "--source") if source is not None else self.projects
        after = self._projects_at(to, "--to")
        return copy_index(before.find(project_id), after.store, caller)

    def _projects_at(self, place: str, option: str) -> Projects:
        """Return the projects of a store: `store` or `local`, an address, or a directory."""
        if place == "store":
            return self.projects
        if place == "local":
            return replace(self.projects, store=store_at(self.projects.data))
        if "://" in place:
            address = store_address(place, option)
            return replace(self.projects, store=store_at(self.projects.data, address))
        return Projects.at(Path(place))

    def rebuild(self, damage: RebuildNeeded) -> None:
        """Rebuild an index, unless somebody else has done so since it was found damaged.

        Raises:
            RebuildNeeded: the new index is damaged again.
            ToolError: the index can't be written.
        """
        project, caller = damage.project, damage.caller
        if self.background:
            self.background.stop(project.directory)
        with project.write_lock(caller):
            if project.store.incarnation(project.database_name) != damage.incarnation:
                return
            roots = project.roots
            project.store.delete(project.database_name)
            with project.open(caller) as index:
                for root in roots:
                    project.register(root)
                    if self.background:  # A search begins that, and waits only for a while.
                        continue
                    with suppress(ToolError):  # One that is gone; a search says so.
                        indexer = self._indexer(project, index)
                        indexer.index_repository(resolve_root(root), caller)

    @_rebuild_if_damaged
    def _find(self, request: Request, project_id: str | None, caller: Caller) -> Search:
        from pageful.code.search.fresh_search import fresh_search
        from pageful.code.search.refreshing import Refresher

        project = self._project_of_call(project_id)
        with project.open(caller) as index:
            indexer = self._indexer(project, index)
            continued = self._background_indexing(project)
            return fresh_search(Refresher(indexer, self.own, caller, continued), request)

    def _indexer(self, project: Project, index: Index) -> Indexer:
        from pageful.code.index.indexer import Indexer

        watched = self.watched if self.background else None
        return Indexer(project, index, self.embedder, watched)

    def _background_indexing(self, project: Project) -> BackgroundIndexing | None:
        """Return the indexing of a project that needs no caller, if this process stays for that."""
        if self.background is None:
            return None
        from pageful.code.search.refreshing import BackgroundIndexing

        return BackgroundIndexing(self.background, partial(self._index_all, project))

    def _index_all(self, project: Project, caller: Caller) -> None:
        with project.open(caller) as index, project.write_lock(caller):
            for root in project.roots:
                elsewhere = index.other_machine(index.register(root))
                if root.is_dir() and not elsewhere:  # Of one that is gone, each search says so.
                    self._indexer(project, index).index_repository(root, caller)

    def _project_of_repository(self, root: Path, project_id: str | None) -> Project:
        """Return the project that a repository is put in."""
        if project_id is not None:
            return self._within_reach(self.projects.by_name(project_id))
        own = self._server_project()
        return own if own and root in self.own else self.projects.for_roots([root])

    def _within_reach(self, project: Project) -> Project:
        if self.reach:
            self.reach.check_project(project)
        return project

    def _server_project(self) -> Project | None:
        return self.projects.for_roots(self.own) if self.own else None

    def _project_of_call(self, project_id: str | None) -> Project:
        """Return the project that a call is about; the server's own is registered with its roots.

        Raises:
            ToolError: the call names none, and several may be meant.
        """
        project = self._choose_project(project_id)
        for root in self.own if project == self._server_project() else ():
            project.register(root)
        return project

    def _choose_project(self, project_id: str | None) -> Project:
        own = self._server_project()
        if project_id is not None:
            if own and own.id == project_id:
                return own
            return self._within_reach(self.projects.find(project_id))
        if own:
            return own
        around = _around(self.projects)
        for candidates in (around, self._own_alone(around), self.projects.all()):
            if len(candidates) == 1:
                return candidates[0]
        if candidates:
            raise SeveralProjects(candidates)
        problem = "Nothing is indexed yet."
        raise ToolError(problem, "Call index_repository with the `repo_path` of a repository.")

    def _own_alone(self, around: Sequence[Project]) -> Sequence[Project]:
        """Return which of several projects around a command is that of the one repository."""
        return [each for each in around if len(each.roots) == 1] if self.in_shell else ()


def _around(projects: Projects) -> tuple[Project, ...]:
    """Find the projects of the current directory, if that is still there."""
    with suppress(OSError):
        return projects.containing(Path.cwd())
    return ()


def _unindexed_work_tree(projects: Projects) -> tuple[Path, ...]:
    """Return the git work tree around the current directory, if no project has it."""
    here = () if _around(projects) else working_repository()
    return here if here and WorkTree.at(here[0]) else ()


def _resolve_given(repository: Path) -> Path:
    """Resolve the root of a repository that the program was started with, which may be relative."""
    is_home = str(repository).startswith("~")
    try:
        return resolve_root(repository if is_home else repository.absolute())
    except ToolError as error:
        raise ToolError(error.problem, f"{error.remedy} It was given with `--repo`.") from None
