"""The settings of one family: of the user's file, the project's, and the environment over both."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from pageful.configuration.family_options import (
    STYLE_NAMES,
    FamilyOption,
    family_options,
    variable_prefix,
)
from pageful.configuration.settings_files import (
    SettingsFile,
    find_settings_files,
)
from pageful.files.settings_places import user_settings_place
from pageful.lazy.dataclasses import dataclass, field, replace
from pageful.text.kebab_case import kebab_case
from pageful.tool.errors import ToolError
from pageful.tool.options import Choice, Style
from pageful.tool.tool import Family

GATEWAY = "gateway"
"""The table of the gateway, which reads it itself."""


@dataclass(frozen=True)
class ConfiguredValue:
    """A value of an option, and where it is from: a file's path, or the name of a variable."""

    option: FamilyOption
    value: Any
    origin: str


@dataclass(frozen=True)
class FamilySettings:
    """The configured values of one family, by the names of its settings."""

    values: Mapping[str, ConfiguredValue] = field(default_factory=dict)

    @property
    def settings(self) -> dict[str, Any]:
        """Return the values of the family's settings."""
        return {name: each.value for name, each in self.values.items() if name not in STYLE_NAMES}

    def style(self, style: Style) -> Style:
        """Return a style with what is configured over it."""
        given = {
            STYLE_NAMES[name]: each.value
            for name, each in self.values.items()
            if name in STYLE_NAMES
        }
        return replace(style, **given)


NOTHING = FamilySettings()


def read_family_settings(
    family: Family[Any],
    families: Collection[str],
    choices: Collection[Choice],
    directory: Path | None = None,
) -> FamilySettings:
    """Read what is configured of a family in a directory, by default the one that is worked in.

    `families` are all that a file may name.

    Raises:
        ToolError: a file or a variable says what can't be used.
    """
    files = tuple(find_settings_files(directory))
    prefix = variable_prefix(family.name)
    variables = {name: text for name, text in os.environ.items() if name.startswith(prefix)}
    if not files and not variables:
        return NOTHING
    options = family_options(family, choices)
    found: dict[str, ConfiguredValue] = {}
    for file in files:
        data = file.read()
        check_tables(file, data, families)
        for each in _values_of_file(file, data.get(family.name, {}), family.name, options):
            found[each.option.parameter.public_name] = each
    for each in _values_of_variables(variables, prefix, options):
        found[each.option.parameter.public_name] = each
    return FamilySettings(found)


def check_tables(file: SettingsFile, data: Mapping[str, Any], families: Collection[str]) -> None:
    """Refuse what no family and no gateway reads.

    Raises:
        ToolError: a table is not known, or a value stands outside of all tables.
    """
    for name, value in data.items():
        if name != GATEWAY and name not in families:
            known = [*families, GATEWAY]
            listed = ", ".join(f"[{each}]" for each in known)
            what = f"table [{name}]" if isinstance(value, dict) else f"key `{name}` outside tables"
            near = _nearest(name, known)
            meant = f"Did you mean [{near}]? " if near else ""
            raise ToolError(f"{file.path} has the unknown {what}.", f"{meant}There are: {listed}.")
        if not isinstance(value, dict):
            raise ToolError(f"{file.path}: `{name}` is no table.", f"Write [{name}].")


def _values_of_file(
    file: SettingsFile,
    table: Mapping[str, Any],
    family: str,
    options: Mapping[str, FamilyOption],
) -> Iterator[ConfiguredValue]:
    from pageful.configuration.secret_words import find_secrets

    for key in find_secrets(table):
        raise ToolError(
            f"{file.path} has a secret in [{family}]: `{key}`.",
            "Secrets are in the environment or in a file of their own: PAGEFUL_HTTP_TOKEN or"
            " `--http-token-file`. Remove it, and replace the secret if others can read that file.",
        )
    for key, value in table.items():
        option = options.get(key)
        if option is None:
            raise _unknown_name(
                f"{file.path} has the unknown key `{key}` in [{family}].", key, options
            )
        if option.is_for_users and file.is_of_project:
            raise ToolError(
                f"{file.path} sets `{key}` in [{family}], which is not a project's to decide.",
                _elsewhere(option),
            )
        yield ConfiguredValue(option, _checked(option, value, file, family), str(file.path))


def _checked(option: FamilyOption, value: object, file: SettingsFile, family: str) -> Any:
    try:
        checked = option.check(value)
    except ToolError as error:
        raise ToolError(f"{file.path}, [{family}]: {error.problem}", "Mend it.") from None
    if not option.is_path or checked is None:
        return checked
    base = file.path.parent
    paths = checked if isinstance(checked, list) else [checked]
    absolute = [base / each.expanduser() for each in paths]
    if file.is_of_project:
        for each in absolute:
            _require_inside(each, file, option)
    return absolute if isinstance(checked, list) else absolute[0]


def _require_inside(path: Path, file: SettingsFile, option: FamilyOption) -> None:
    """Refuse a path that leads out of the project: its file may come from a stranger.

    Raises:
        ToolError: it does.
    """
    base, target = file.path.parent.resolve(), path.resolve()
    if base != target and base not in target.parents:
        raise ToolError(
            f"{file.path}: `{option.name}` leads out of the project, to {target}.",
            _elsewhere(option),
        )


def _elsewhere(option: FamilyOption) -> str:
    places = f"{user_settings_place()}, into {option.variable}, or on the command line"
    return f"Put it into {places}."


def _values_of_variables(
    variables: Mapping[str, str], prefix: str, options: Mapping[str, FamilyOption]
) -> Iterator[ConfiguredValue]:
    for variable, text in variables.items():
        name = kebab_case(variable.removeprefix(prefix).lower())
        option = options.get(name)
        if option is None:
            known = {each.variable: each for each in options.values()}
            raise _unknown_name(f"The variable {variable} is not known.", variable, known)
        try:
            checked = option.check(option.read(text, os.pathsep))
        except ToolError as error:
            raise ToolError(f"{variable}: {error.problem}", f"Mend or unset {variable}.") from None
        yield ConfiguredValue(option, checked, variable)


def _unknown_name(problem: str, name: str, known: Collection[str]) -> ToolError:
    near = _nearest(name, known)
    meant = f"Did you mean `{near}`? " if near else ""
    return ToolError(problem, f"{meant}Known are {', '.join(f'`{each}`' for each in known)}.")


def _nearest(word: str, known: Collection[str]) -> str | None:
    import difflib

    close = difflib.get_close_matches(word, list(known), n=1)
    return close[0] if close else None
