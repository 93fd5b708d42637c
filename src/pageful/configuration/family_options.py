"""The options of a family that can be configured: their names, and the check of their values."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin

from pageful.lazy.dataclasses import dataclass
from pageful.page.limits import check_budget
from pageful.text.kebab_case import kebab_case
from pageful.tool.errors import ToolError
from pageful.tool.field import Field, Parameter, without_none
from pageful.tool.options import CHOICES, Choice
from pageful.tool.parameters import Parameters
from pageful.tool.tool import Family

STYLE_NAMES: Mapping[str, str] = {
    "budget": "budget",
    "response_format": "format",
    "detail_level": "detail",
}
"""The names of options that say what answers look like, with those that a style has for them."""

_BUDGET = Annotated[int, Field(description="The largest page, in characters.")]


@dataclass(frozen=True)
class FamilyOption:
    """An option of `pageful FAMILY …`: its name there, and what is known of it."""

    family: str
    parameter: Parameter
    is_for_users: bool = False
    """True where a project's file must leave it alone."""

    @property
    def name(self) -> str:
        """Return the name as the option has it, without dashes before it."""
        return kebab_case(self.parameter.public_name)

    @property
    def variable(self) -> str:
        """Return the environment variable of the option."""
        return variable_prefix(self.family) + self.name.replace("-", "_").upper()

    @property
    def is_path(self) -> bool:
        """Tell whether the value is a path, or a list of paths."""
        kind = without_none(self.parameter.kind)
        return kind is Path or (get_origin(kind) is list and get_args(kind)[0] is Path)

    def check(self, value: object) -> Any:
        """Return a value as the option has it: of its type, within its limits.

        Raises:
            ToolError: it is none.
        """
        name = self.parameter.public_name
        parameters = Parameters(self.family, (self.parameter,))
        try:
            (checked,) = parameters.validate({name: self._with_paths(value)}).values()
            return check_budget(checked) if name == "budget" else checked
        except ValueError as error:
            raise ToolError(f"`{self.name}`: {error}.") from None
        except ToolError as error:
            raise ToolError(error.problem.replace(f"`{name}`", f"`{self.name}`")) from None

    def _with_paths(self, value: object) -> object:
        """Return a list of paths with each text made one: the check takes a single path as text."""
        if not (self.is_path and isinstance(value, list)):
            return value
        return [Path(each) if isinstance(each, str) else each for each in value]

    def read(self, text: str, separator: str) -> object:
        """Read a value from the text of a variable, whose lists are parted by `separator`."""
        kind = without_none(self.parameter.kind)
        if get_origin(kind) is list:
            return [each for each in text.split(separator) if each]
        if kind is bool and text.strip() in ("0", "1"):
            return text.strip() == "1"
        name = self.parameter.public_name
        return Parameters(self.family, (self.parameter,)).parse({name: text})[name]


def family_options(family: Family[Any], choices: Collection[Choice]) -> Mapping[str, FamilyOption]:
    """Return a family's options by name; `choices` are those of form that its tools offer."""
    parameters = Parameters.of(family.settings, family.name)
    found = list(parameters.fields.values())
    found.append(Parameter("budget", _BUDGET))
    found += [Parameter(name, CHOICES[name][0]) for name in _list_choices(choices)]
    options = [
        FamilyOption(family.name, each, each.public_name in family.for_users) for each in found
    ]
    return {each.name: each for each in options}


def _list_choices(choices: Collection[Choice]) -> list[Choice]:
    """List the choices that are options: a detail is one of every command."""
    always: list[Choice] = ["detail_level"]
    return [*(["response_format"] if "response_format" in choices else ()), *always]


def variable_prefix(family: str) -> str:
    """Return the beginning of the variables of a family."""
    return f"PAGEFUL_{family.replace('-', '_').upper()}_"
