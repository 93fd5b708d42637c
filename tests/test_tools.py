"""Calling a tool: page or JSON, errors, cuts and the calls that follow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from pageful import Block, Bullets, Call, Caller, Cancelled, Line, ToolError
from pageful.page.presentation import Detail
from pageful.page.terminal import print_document
from pageful.tool.call_context import CallContext
from pageful.tool.options import Style
from pageful.tool.tool import Shell, Tool, Toolset


@dataclass(frozen=True)
class _Words:
    words: tuple[str, ...]


def list_words(caller: Caller, number: int = 2) -> _Words:
    """List some words."""
    caller.checkpoint()
    if number < 0:
        raise ToolError("Fewer than no words.", "Ask for some.")
    return _Words(tuple(f"word {n}" for n in range(number)))


def _page(result: _Words, detail: Detail) -> Iterator[Block]:
    yield Line(f"{len(result.words)} words, {detail}")
    yield Bullets(result.words, of="word")


def _more(result: _Words, context: CallContext) -> Call:
    return context.again(start=context.hidden[0])


def _data(result: _Words, detail: Detail) -> object:
    return {"words": result.words, "count": 2} if detail == "detailed" else {"count": 2}


def _next(result: _Words, context: CallContext) -> Call | None:
    return context.again(start=2) if result.words else None


_TOOL = Tool(
    list_words,
    view=_page,
    choices=("raw", "response_format", "detail_level"),
    follow_up=_more,
    shell=Shell(exit_code=lambda result: len(result.words)),
)


def _answer(style: Style | None = None, **arguments: Any) -> str:
    return Toolset("words", (_TOOL,), style=style or Style()).call("list_words", arguments).text


def test_a_call_gives_the_page_of_its_result() -> None:
    assert _answer() == "2 words, concise\n\n- word 0\n- word 1"


@pytest.mark.parametrize("arguments", [{"raw": True}, {"response_format": "json"}])
def test_json_of_the_same_result_is_one_argument_away(arguments: dict[str, Any]) -> None:
    assert _answer(**arguments) == '{"words":["word 0","word 1"]}'


def test_the_caller_chooses_over_the_style() -> None:
    style = Style(format="json", detail="detailed")
    assert _answer(style) == '{"words":["word 0","word 1"]}'
    assert _answer(style, response_format="markdown").startswith("2 words, detailed")
    assert _answer(detail_level="detailed").startswith("2 words, detailed")


@pytest.mark.parametrize(
    "choice", [{"raw": "yes"}, {"response_format": "xml"}, {"detail_level": 1}]
)
def test_a_choice_that_there_is_not_is_refused(choice: dict[str, Any]) -> None:
    assert next(iter(choice)) in _answer(**choice)


def test_a_failure_of_the_tool_is_an_answer_that_says_what_to_do() -> None:
    answer = Toolset("words", (_TOOL,)).call("list_words", {"number": -1})
    assert answer.failed
    assert answer.exit_code == 3
    assert answer.text == "Fewer than no words.\nAsk for some."


def test_an_error_stays_within_what_clients_pass_on() -> None:
    answer = Toolset("words", (_TOOL,)).call("list_words", dict.fromkeys("abcdefgh" * 2, "x"))
    assert answer.failed
    assert len(answer.text) <= 10_000


def test_what_was_cut_is_followed_by_the_call_for_it() -> None:
    text = _answer(Style(budget=500), number=99)
    assert len(text) <= 500
    shown = text.count("- word")
    assert f"- … {99 - shown} more words" in text
    assert text.endswith(f"Tip: for the rest, call `list_words(number=99, start={shown})`")


def test_the_exit_code_is_the_results() -> None:
    assert Toolset("words", (_TOOL,)).call("list_words", {"number": 5}).exit_code == 5


def test_what_a_call_found_is_shown_in_any_form_without_another_run() -> None:
    runs = 0

    def count_words(number: int) -> _Words:
        """Count."""
        nonlocal runs
        runs += 1
        return list_words(Caller(), number)

    outcome = Tool(count_words, view=_page, data=_data, follow_up=_more).run({"number": 99})
    page = outcome.page()
    assert page.text.startswith("99 words, concise")
    small = outcome.page(Style(detail="detailed", budget=500))
    assert small.text.startswith("99 words, detailed")
    assert "call `count_words(number=99, start=" in small.text
    assert outcome.json() == '{"count":2}'
    assert outcome.json("detailed").startswith('{"words":["word 0",')
    shown = Console(file=StringIO(), width=80)
    print_document(page.document, shown)
    assert "• word 98" in shown.file.getvalue()  # type: ignore[attr-defined]
    assert outcome.answer().text == page.text
    assert runs == 1


def test_a_view_or_follow_up_of_another_result_is_a_type_error() -> None:
    def number_page(result: int, _detail: Detail) -> Iterator[Block]:
        yield Line(result + 1)  # type: ignore[arg-type]

    def after(result: int, context: CallContext) -> Call | None:
        return context.again(start=result)

    def code(result: int) -> int:
        return result

    Tool(list_words, view=number_page)  # type: ignore[misc]
    Tool(list_words, view=_page, data=number_page)  # type: ignore[misc]
    Tool(list_words, view=_page, follow_up=after)  # type: ignore[misc]
    Tool(list_words, view=_page, shell=Shell(exit_code=code))  # type: ignore[arg-type]


def test_a_command_is_named_as_its_tool_unless_it_has_a_name() -> None:
    assert Tool(list_words, view=_page).command == "list-words"
    assert Tool(list_words, view=_page, shell=Shell("list")).command == "list"


def test_a_caller_that_gave_up_ends_the_work() -> None:
    caller = Caller()
    caller.cancel()
    with pytest.raises(Cancelled):
        Toolset("words", (_TOOL,)).call("list_words", {}, caller)


_DATA_TOOL = Tool(list_words, view=_page, data=_data, choices=("response_format", "detail_level"))


@pytest.mark.parametrize(
    ("detail", "text"),
    [("concise", '{"count":2}'), ("detailed", '{"words":["word 0","word 1"],"count":2}')],
)
def test_json_says_as_much_as_the_detail_asks_for(detail: Detail, text: str) -> None:
    toolset = Toolset("words", (_DATA_TOOL,), style=Style(format="json"))
    assert toolset.call("list_words", {"detail_level": detail}).text == text


def test_an_answer_in_the_format_of_choice_carries_its_object_too() -> None:
    call = Toolset("words", (_TOOL,)).call
    assert call("list_words", {"response_format": "json"}).data == {"words": ["word 0", "word 1"]}
    assert call("list_words", {}).data is None
    assert call("list_words", {"number": -1, "response_format": "json"}).data is None


def test_raw_json_is_text_alone() -> None:
    tool = Tool(list_words, view=_page)
    assert Toolset("words", (tool,)).call("list_words", {"raw": True}).data is None


def test_the_schema_has_the_defaults_of_the_style() -> None:
    properties = _TOOL.schema(Style(format="json", detail="detailed"))["properties"]
    assert list(properties) == ["number", "raw", "response_format", "detail_level"]
    assert properties["response_format"]["default"] == "json"
    assert properties["detail_level"]["default"] == "detailed"
    assert "response_format" not in Tool(list_words, view=_page).schema(Style())["properties"]


def test_a_whole_page_ends_with_the_call_that_goes_on() -> None:
    tool = Tool(list_words, view=_page, next_call=_next, follow_up=_more)
    toolset = Toolset("words", (tool,), style=Style(budget=500))
    text = toolset.call("list_words", {}).text
    assert text.endswith("- word 1\n\nTip: for more, call `list_words(start=2)`")
    assert "Tip" not in toolset.call("list_words", {"number": 0}).text
    cut = toolset.call("list_words", {"number": 99}).text
    assert cut.count("Tip: ") == 1
    assert "Tip: for the rest, call `list_words(number=99, start=" in cut
