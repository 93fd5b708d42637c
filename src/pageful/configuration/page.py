"""The page of what is configured."""

from __future__ import annotations

from collections.abc import Iterator

from pageful.configuration.report import ConfigurationReport, OptionValue
from pageful.page.blocks import Block, Bullets, Heading, Table
from pageful.page.presentation import Detail
from pageful.text.single_line import name


def configuration_page(report: ConfigurationReport, _detail: Detail) -> Iterator[Block]:
    """Show the files, then the options of each section in a table."""
    yield Heading("Configuration", 1)
    read = [f"Read: {name(file)}" for file in report.read]
    absent = [f"Not there: {name(file)}" for file in report.absent]
    missing = [f"Not installed: {each}" for each in report.missing]
    yield Bullets((*read, *absent, *missing))
    for section in report.sections:
        yield Heading(f"[{section.name}]", 2)
        rows = tuple((each.option, _value(each), name(each.origin)) for each in section.options)
        yield Table(("option", "value", "from"), rows, of="option")


def _value(each: OptionValue) -> str:
    match each.value:
        case None | []:
            return "–"
        case bool():
            return "true" if each.value else "false"
        case list():
            return ", ".join(name(str(item)) for item in each.value)
        case _:
            return name(str(each.value))
