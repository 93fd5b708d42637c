"""All that is configured: each option of each family, and where its value is from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pageful.configuration.family_options import STYLE_NAMES, FamilyOption, family_options
from pageful.configuration.family_settings import (
    GATEWAY,
    check_tables,
    read_family_settings,
)
from pageful.configuration.settings_files import SettingsFile, find_settings_files
from pageful.files.settings_places import FILE_NAME, user_settings_place
from pageful.lazy.dataclasses import dataclass
from pageful.tool.errors import ToolError
from pageful.tool.field import REQUIRED
from pageful.tool.options import Choice
from pageful.tool.settings import placeholder_settings
from pageful.tool.tool import Family

DEFAULT = "default"
"""The origin of a value that nobody has configured."""

DEFAULT_OF_SERVERS = "default of servers"
"""The origin of a style that nobody has configured: a command's pages are concise and shorter."""

Families = Mapping[str, Callable[[], Family[Any]]]
ChoicesOf = Callable[[Family[Any]], Sequence[Choice]]


@dataclass(frozen=True, slots=True)
class OptionValue:
    """An option, the value that counts, the variable that would go over it, and its origin."""

    option: str
    value: object
    origin: str
    variable: str = ""


@dataclass(frozen=True, slots=True)
class SectionReport:
    """The options of one table of the file: of a family, or of the gateway."""

    name: str
    options: tuple[OptionValue, ...]


@dataclass(frozen=True, slots=True)
class ConfigurationReport:
    """The files that were read, those that could be there, and all options.

    `missing` are families that can't be loaded, whose options are not known.
    """

    read: tuple[str, ...]
    absent: tuple[str, ...]
    sections: tuple[SectionReport, ...]
    missing: tuple[str, ...] = ()


def report_configuration(
    families: Families, wanted: Sequence[str], choices_of: ChoicesOf
) -> ConfigurationReport:
    """Read and check everything; sections are those that are wanted, by default all.

    Raises:
        ToolError: a file or a variable says what can't be used, or a family that is wanted can't
            be loaded.
    """
    files = tuple(find_settings_files())
    missing = [] if wanted else [name for name in families if not _is_loaded(families[name])]
    sections = []
    for name in wanted or [*families, GATEWAY]:
        if name == GATEWAY:
            sections.append(SectionReport(GATEWAY, tuple(_gateway_options(files))))
        elif name not in missing:
            family = families[name]()
            options = tuple(_family_options(family, list(families), choices_of(family)))
            sections.append(SectionReport(name, options))
    for file in files:
        check_tables(file, file.read(), families.keys())
    return ConfigurationReport(
        tuple(str(each.path) for each in files),
        tuple(_absent(files)),
        tuple(sections),
        tuple(missing),
    )


def _is_loaded(load: Callable[[], Family[Any]]) -> bool:
    """Tell whether a family can be loaded."""
    try:
        load()
    except ToolError:
        return False
    return True


def _absent(files: Sequence[SettingsFile]) -> Iterator[str]:
    if not any(each.is_of_project for each in files):
        yield str(Path.cwd() / FILE_NAME)
    users = user_settings_place()
    if users and all(each.is_of_project for each in files):
        yield str(users)


def _family_options(
    family: Family[Any], families: Sequence[str], choices: Sequence[Choice]
) -> Iterator[OptionValue]:
    configured = read_family_settings(family, families, choices).values
    for option in family_options(family, choices).values():
        name = option.parameter.public_name
        if found := configured.get(name):
            yield OptionValue(option.name, _plain(found.value), found.origin, option.variable)
        else:
            value, origin = _default(family, option)
            yield OptionValue(option.name, _plain(value), origin, option.variable)


def _default(family: Family[Any], option: FamilyOption) -> tuple[object, str]:
    """Return the value where nothing is configured, and its origin."""
    name = option.parameter.public_name
    if name in STYLE_NAMES:
        return getattr(family.style, STYLE_NAMES[name]), DEFAULT_OF_SERVERS
    settings = placeholder_settings(family.settings)
    is_required = option.parameter.default is REQUIRED
    return None if is_required else getattr(settings, option.parameter.name), DEFAULT


def _plain(value: object) -> object:
    """Return a value as JSON has it."""
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return str(value) if isinstance(value, Path) else value


def _gateway_options(files: Sequence[SettingsFile]) -> Iterator[OptionValue]:
    """Yield what the gateway takes of the file that it reads, the project's before the user's."""
    from pageful.gateway.settings import BUDGET
    from pageful.gateway.views_file import read_views

    defaults: Mapping[str, object] = {"face": "auto", "budget": BUDGET, "store": "memory"}
    for file in files:
        read_views(file.path, "", must_have=False)
    data = [(file.read().get(GATEWAY), file) for file in reversed(files)]
    nothing: tuple[Mapping[str, Any], str] = ({}, DEFAULT)
    table, origin = next(
        ((table, str(file.path)) for table, file in data if table is not None), nothing
    )
    for name, default in defaults.items():
        given = table.get(name)
        yield OptionValue(name, given or default, origin if given else DEFAULT)
    for server in table.get("server", {}):
        yield OptionValue(f"server.{server}", "views", origin)
