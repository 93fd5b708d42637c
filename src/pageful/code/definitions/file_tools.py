"""The tools that read files as they are on the disk, without an index."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from pageful.code.definitions.code_access import CodeTools
from pageful.code.definitions.parameters import ProjectId, Within
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError
from pageful.tool.field import Field

if TYPE_CHECKING:
    from pageful.code.results.find import Find
    from pageful.code.results.lines import FileClass
    from pageful.code.results.show import Show


class FileTools(CodeTools):
    """The tools that find and show lines of files."""

    def find_code(
        self,
        caller: Caller,
        text: Annotated[
            list[str], Field(description="A text, name or expression; of up to 10 any counts.")
        ],
        regex: Annotated[bool, Field(description="They are regular expressions.")] = False,
        ignore_case: Annotated[bool, Field(description="Whatever the case.")] = False,
        word: Annotated[bool, Field(description="Whole words only.")] = False,
        within: Within = None,
        file_type: Annotated[
            list[str] | None, Field(description='Only these extensions: "py".')
        ] = None,
        only: Annotated[
            list[str] | None,
            Field(
                description="Only these, as text: code, docs, tests, data, changelog, locale,"
                " left_out (generated, locks, over 1 MB)."
            ),
        ] = None,
        files: Annotated[bool, Field(description="Only files and their numbers of lines.")] = False,
        context: Annotated[
            int | None,
            Field(ge=0, le=10, description="Lines around each; left out: where there is room."),
        ] = None,
        limit: Annotated[
            int | None,
            Field(ge=1, le=200, description="Lines as text; left out: what there is room for."),
        ] = None,
        page: Annotated[int, Field(ge=1, description="Which page.")] = 1,
        project_id: ProjectId = None,
    ) -> Find:
        """Find every line that has a text or a name: all callers, with the function around each.

        Use it instead of grep. Totals are complete and fresh from the disk; tests are given as
        line numbers, locale and data as counts, unless `only` asks for them.
        """
        from pageful.code.find.finder import Finder, Form
        from pageful.code.find.path_scope import PathScope
        from pageful.code.find.pattern import Query

        workspace = self.code.workspace
        query = Query(tuple(text), regex, ignore_case, word)
        form = Form(_file_classes(only or ()), limit, page, context, files)
        finder = Finder(workspace.roots(project_id), self.code.files)
        return finder.find(
            query, PathScope(tuple(within or ()), tuple(file_type or ())), form, caller
        )

    def show_code(
        self,
        caller: Caller,
        places: Annotated[
            list[str],
            Field(
                description="`file:line` (its whole symbol), `file:from-to`, `file::Symbol`,"
                " `file`, `Symbol`, `file:line:column` (of a long line), a hit's id; up to 20,"
                " files by any unique end of their path."
            ),
        ],
        uses: Annotated[bool, Field(description="Every use of the symbols too.")] = False,
        project_id: ProjectId = None,
    ) -> Show:
        """Show whole symbols or lines of files, several places in one call, as they are now.

        What has no room is given in outline. Ask for all places that you need at once:
        `show_code(places=["cart.py::add_item", "store.py:40-60"])`.
        """
        from pageful.code.show.shower import Shower

        workspace = self.code.workspace
        named = [workspace.resolve_hit_id(place, project_id, caller) for place in places]
        shower = Shower(workspace.roots(project_id), self.code.files, self.code.budget)
        return shower.show(named, caller, uses=uses)


def _file_classes(names: Sequence[str]) -> tuple[FileClass, ...]:
    """Read the names of classes of files.

    Raises:
        ToolError: there is no such class.
    """
    from pageful.code.results.lines import FileClass

    known = {each.value: each for each in FileClass}
    for name in names:
        if name not in known:
            raise ToolError(f"`only` {name!r} is no class of files.", f"Give {', '.join(known)}.")
    return tuple(known[name] for name in names)
