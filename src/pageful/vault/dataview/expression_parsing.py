"""The grammar of expressions.

Alternatives are tried in the order of Dataview 0.5.70, and the first that fits is taken for good.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar, cast

from pageful.vault.dataview import lexemes
from pageful.vault.dataview.scanner import Scanner
from pageful.vault.dataview.syntax import (
    Binary,
    Call,
    Expression,
    Index,
    Lambda,
    ListOf,
    Literal,
    Negation,
    ObjectOf,
    Operator,
    Variable,
)
from pageful.vault.values.date_text import scan_date, scan_duration, scan_shorthand
from pageful.vault.values.links import with_embed
from pageful.vault.values.values import Date, Duration

T = TypeVar("T")

KEYWORDS = frozenset({"FROM", "WHERE", "LIMIT", "GROUP", "FLATTEN"})
"""Words that are no variables, in any case; `row.from` reaches a field of that name."""

# > and rating >= 4
_OPERATOR = re.compile(r"[*/%+-]|>=|<=|!=|[><=&|]|and|or", re.IGNORECASE | re.ASCII)
_WORDS: dict[str, Operator] = {"and": "&", "or": "|"}
_TIGHTNESS: dict[Operator, int] = (
    dict.fromkeys(cast(list[Operator], ["*", "/", "%"]), 4)
    | dict.fromkeys(cast(list[Operator], ["+", "-"]), 3)
    | dict.fromkeys(cast(list[Operator], [">", ">=", "<=", "<", "=", "!="]), 2)
    | dict.fromkeys(cast(list[Operator], ["&", "|"]), 1)
)


def expression(scanner: Scanner) -> Expression | None:
    """Parse an expression; without one, return None and read nothing."""
    scanner.enter()
    first = postfix_expression(scanner)
    result = None if first is None else _chain(first, scanner)
    scanner.leave()
    return result


def _chain(first: Expression, scanner: Scanner) -> Expression:
    operands, operators = [first], list[Operator]()
    while following := _operation(scanner):
        operator, operand = following
        _reduce(operands, operators, _TIGHTNESS[operator])
        operators.append(operator)
        operands.append(operand)
    _reduce(operands, operators, 0)
    return operands[0]


def _reduce(operands: list[Expression], operators: list[Operator], tightness: int) -> None:
    while operators and _TIGHTNESS[operators[-1]] >= tightness:
        right = operands.pop()
        operands.append(Binary(operands.pop(), operators.pop(), right))


def _operation(scanner: Scanner) -> tuple[Operator, Expression] | None:
    start = scanner.at
    scanner.skip_space()
    found = scanner.match(_OPERATOR, "an operator")
    if found:
        scanner.skip_space()
        operand = postfix_expression(scanner)
        if operand is not None:
            word = found[0].lower()
            return _WORDS.get(word) or cast(Operator, word), operand
    scanner.at = start
    return None


def postfix_expression(scanner: Scanner) -> Expression | None:
    """Parse an atom with its postfixes: `.name`, `[index]`, `(arguments)`."""
    result = _atom(scanner)
    while result is not None and not scanner.at_end:
        start = scanner.at
        match scanner.text[start]:
            case ".":
                following = _member(result, scanner)
            case "[":
                following = _index(result, scanner)
            case "(":
                following = _call(result, scanner)
            case _:
                break
        if following is None:
            scanner.at = start
            break
        result = following
    return result


def _member(of: Expression, scanner: Scanner) -> Expression | None:
    scanner.at += 1
    name = lexemes.identifier(scanner)
    return None if name is None else Index(of, Literal(name))


def _index(of: Expression, scanner: Scanner) -> Expression | None:
    scanner.at += 1
    scanner.skip_space()
    index = expression(scanner)
    scanner.skip_space()
    return Index(of, index) if index is not None and scanner.take("]") else None


def _call(of: Expression, scanner: Scanner) -> Expression | None:
    scanner.at += 1
    scanner.skip_space()
    arguments: list[Expression] = comma_separated_list(expression, scanner)
    scanner.skip_space()
    return Call(of, tuple(arguments)) if scanner.take(")") else None


def comma_separated_list(part: Callable[[Scanner], T | None], scanner: Scanner) -> list[T]:
    """Parse parts with commas between, none at the end."""
    found = list[T]()
    start = scanner.at
    while (next_part := part(scanner)) is not None:
        found.append(next_part)
        start = scanner.at
        scanner.skip_space()
        if not scanner.take(","):
            break
        scanner.skip_space()
    scanner.at = start
    return found


def _atom(scanner: Scanner) -> Expression | None:
    if scanner.at_end:
        scanner.miss("an expression")
        return None
    start = scanner.at
    missed = list(scanner.expected) if scanner.furthest == start else []
    for alternative in _BEGINNINGS.get(scanner.text[start], _OTHERWISE):
        found = alternative(scanner)
        if found is not None:
            return found
        scanner.at = start
    if scanner.furthest == start:
        scanner.expected = missed
    scanner.miss("an expression")
    return None


def _embed(scanner: Scanner) -> Expression | None:
    scanner.at += 1
    link = lexemes.link(scanner)
    return None if link is None else Literal(with_embed(link, embed=True))


def _negation(scanner: Scanner) -> Expression | None:
    scanner.at += 1
    scanner.enter()
    child = postfix_expression(scanner)
    scanner.leave()
    return None if child is None else Negation(child)


def _link(scanner: Scanner) -> Expression | None:
    link = lexemes.link(scanner)
    return None if link is None else Literal(link)


def _list(scanner: Scanner) -> Expression | None:
    scanner.at += 1
    scanner.skip_space()
    elements: list[Expression] = comma_separated_list(expression, scanner)
    scanner.skip_space()
    return ListOf(tuple(elements)) if scanner.take("]") else None


def _object(scanner: Scanner) -> Expression | None:
    scanner.at += 1
    scanner.skip_space()
    read: list[tuple[str, Expression]] = comma_separated_list(_entry, scanner)
    entries = dict(read)
    scanner.skip_space()
    return ObjectOf(tuple(entries.items())) if scanner.take("}") else None


def _entry(scanner: Scanner) -> tuple[str, Expression] | None:
    name = lexemes.identifier(scanner)
    if name is None:
        name = lexemes.string(scanner)
    if name is None:
        return None
    scanner.skip_space()
    if not scanner.take(":"):
        return None
    scanner.skip_space()
    value = expression(scanner)
    return None if value is None else (name, value)


def _lambda(scanner: Scanner) -> Expression | None:
    scanner.skip_space()
    if not scanner.take("("):
        return None
    scanner.skip_space()
    parameters = comma_separated_list(lexemes.identifier, scanner)
    scanner.skip_space()
    if not scanner.take(")"):
        return None
    scanner.skip_space()
    if not scanner.take("=>"):
        return None
    scanner.skip_space()
    body = expression(scanner)
    return None if body is None else Lambda(tuple(parameters), body)


def _parentheses(scanner: Scanner) -> Expression | None:
    scanner.at += 1
    scanner.skip_space()
    inner = expression(scanner)
    scanner.skip_space()
    return inner if inner is not None and scanner.take(")") else None


def _boolean(scanner: Scanner) -> Expression | None:
    value = lexemes.boolean(scanner)
    return None if value is None else Literal(value)


def _number(scanner: Scanner) -> Expression | None:
    value = lexemes.number(scanner)
    return None if value is None else Literal(value)


def _string(scanner: Scanner) -> Expression | None:
    value = lexemes.string(scanner)
    return None if value is None else Literal(value)


def _null(scanner: Scanner) -> Expression | None:
    return Literal(None) if lexemes.null(scanner) else None


def date(scanner: Scanner) -> Expression | None:
    """Parse `date(2021-11-08)` or `date(today)` to the date itself, as of now."""
    return _constructor("date(", date_or_shorthand, scanner)


def date_or_shorthand(scanner: Scanner) -> Date | None:
    """Parse a date literal, or a word such as `today`."""
    text, at, clock = scanner.text, scanner.at, scanner.clock
    return _advance(
        scan_shorthand(text, at, clock) or scan_date(text, at, clock.zone), "date", scanner
    )


def date_literal(scanner: Scanner) -> Date | None:
    """Parse a date literal."""
    return _advance(scan_date(scanner.text, scanner.at, scanner.clock.zone), "date", scanner)


def duration_literal(scanner: Scanner) -> Duration | None:
    """Parse a duration literal."""
    return _advance(scan_duration(scanner.text, scanner.at), "duration", scanner)


def _advance(found: tuple[T, int] | None, name: str, scanner: Scanner) -> T | None:
    if found is None:
        scanner.miss(name)
        return None
    scanner.at = found[1]
    return found[0]


def _duration(scanner: Scanner) -> Expression | None:
    return _constructor("dur(", duration_literal, scanner)


def _constructor(
    opening: str, part: Callable[[Scanner], Date | Duration | None], scanner: Scanner
) -> Expression | None:
    if not scanner.text.startswith(opening, scanner.at):
        return None
    scanner.at += len(opening)
    scanner.skip_space()
    value = part(scanner)
    scanner.skip_space()
    return Literal(value) if value is not None and scanner.take(")") else None


def _variable(scanner: Scanner) -> Expression | None:
    start = scanner.at
    name = lexemes.identifier(scanner)
    if name is None or name.upper() in KEYWORDS:
        scanner.at = start
        return None
    return Variable(name)


_Alternatives = tuple[Callable[[Scanner], Expression | None], ...]
_OTHERWISE: _Alternatives = (_variable,)
_BEGINNINGS: dict[str, _Alternatives] = {
    "!": (_embed, _negation),
    "[": (_link, _list),
    "{": (_object,),
    "(": (_lambda, _parentheses),
    '"': (_string,),
    "n": (_null, _variable),
    "d": (date, _duration, _variable),
    **dict.fromkeys("tfTF", (_boolean, _variable)),
    **dict.fromkeys("-0123456789", (_number, _variable)),
    **dict.fromkeys("\t\n\v\f\r \u00a0\ufeff", (_lambda,)),
}
