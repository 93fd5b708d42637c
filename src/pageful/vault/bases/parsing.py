"""The parser of expressions."""

from __future__ import annotations

from functools import lru_cache

from pageful.tool.errors import ToolError
from pageful.vault.bases.errors import ExpressionError
from pageful.vault.bases.syntax import (
    Access,
    Call,
    Chain,
    Expression,
    Item,
    ListOf,
    Literal,
    Member,
    MethodCall,
    Name,
    Operator,
    Step,
    Unary,
)
from pageful.vault.bases.tokens import Token, tokens
from pageful.vault.bases.values import RegExpValue, Value
from pageful.vault.javascript_regex import PatternError, compile_regex

DEEPEST = 48
"""The deepest nesting of parentheses, lists, calls and signs, for Python's recursion limit."""

LONGEST = 100_000
"""Characters of an expression that are read: far more than anybody writes."""

_LEVELS: tuple[tuple[Operator, ...], ...] = (
    ("||",),
    ("&&",),
    ("==", "!=", "<", ">", "<=", ">="),
    ("+", "-"),
    ("*", "/", "%"),
)
"""The operators by precedence, the loosest first."""

_WORDS: dict[str, Value] = {"true": True, "false": False, "null": None}
_JOINING_WORDS = {"and": "&&", "or": "||", "AND": "&&", "OR": "||"}


_SHORT = 2000
"""Characters of an expression that is kept, as the next page of its view needs it again."""


def parse_expression(text: str) -> Expression:
    """Parse a filter or formula.

    Raises:
        ExpressionError: The text is no expression; the error says where and why.
    """
    if len(text) > LONGEST:
        reason = f"The expression has {len(text):,} characters, more than {LONGEST:,}."
        raise ExpressionError(reason, LONGEST)
    return _parse_short(text) if len(text) <= _SHORT else _Parser(text).parse()


@lru_cache(maxsize=1024)
def _parse_short(text: str) -> Expression:
    return _Parser(text).parse()


class _Parser:
    """A parser of one text by precedence climbing."""

    def __init__(self, text: str) -> None:
        self._text = text
        # One by one, so that what follows an error is not read.
        self._tokens = tokens(text)
        self._token = next(self._tokens)
        self._depth = 0

    def parse(self) -> Expression:
        if self._next().kind == "end":
            raise self._failure("The expression is empty.")
        expression = self._binary(0)
        if self._next().kind != "end":
            raise self._failure(self._surplus())
        return expression

    def _next(self) -> Token:
        return self._token

    def _advance(self) -> Token:
        """Read the next token, and return it."""
        token = self._token
        if token.kind != "end":
            self._token = next(self._tokens)
        return token

    def _sign(self, *signs: str) -> str | None:
        """Read one of some signs, if one comes next."""
        token = self._next()
        if token.kind != "sign" or token.text not in signs:
            return None
        self._advance()
        return token.text

    def _binary(self, level: int) -> Expression:
        if level == len(_LEVELS):
            return self._unary()
        first, rest = self._binary(level + 1), list[tuple[Operator, Expression]]()
        while self._next().kind == "sign" and (operator := _operator(self._next().text, level)):
            self._advance()
            rest.append((operator, self._binary(level + 1)))
        return Chain(first, tuple(rest)) if rest else first

    def _unary(self) -> Expression:
        if not (sign := self._sign("!", "-")):
            return self._postfix()
        self._enter()
        operand = self._unary()
        self._depth -= 1
        return Unary("!" if sign == "!" else "-", operand)

    def _postfix(self) -> Expression:
        token = self._next()
        first, steps = self._primary(), list[Step]()
        if token.kind == "number" and self._next().text == ".":
            raise self._failure(f"A number needs parentheses before a point: ({token.text}).")
        while sign := self._sign(".", "["):
            steps.append(self._member() if sign == "." else self._item())
        return Access(first, tuple(steps)) if steps else first

    def _member(self) -> Step:
        name = self._next()
        if name.kind != "name":
            raise self._failure("A point needs the name of a field or function behind it.")
        self._advance()
        if self._sign("("):
            return MethodCall(name.text, self._list(")"), name.position)
        return Member(name.text, name.position)

    def _item(self) -> Step:
        self._enter()
        index = self._binary(0)
        self._expect("]")
        self._depth -= 1
        return Item(index)

    def _primary(self) -> Expression:
        token = self._next()
        if token.kind == "end" or (token.kind == "sign" and token.text not in ("(", "[")):
            raise self._failure(_missing_operand(token))
        self._advance()
        match token.kind:
            case "number":
                return Literal(float(token.text))
            case "string":
                return Literal(token.text)
            case "regex":
                return Literal(self._regex(token))
            case "name":
                return self._name(token)
            case _:
                return self._group() if token.text == "(" else ListOf(self._list("]"))

    def _group(self) -> Expression:
        """Read an expression in parentheses, behind the opening one."""
        self._enter()
        inner = self._binary(0)
        self._expect(")")
        self._depth -= 1
        return inner

    def _name(self, token: Token) -> Expression:
        if self._sign("("):
            return Call(token.text, self._list(")"), token.position)
        if token.text in _WORDS:
            return Literal(_WORDS[token.text])
        return Name(token.text, token.position)

    def _list(self, end: str) -> tuple[Expression, ...]:
        """Read expressions with commas between, up to the closing sign."""
        self._enter()
        found = list[Expression]()
        if not self._sign(end):
            found.append(self._binary(0))
            while self._sign(","):
                found.append(self._binary(0))
            self._expect(end)
        self._depth -= 1
        return tuple(found)

    def _regex(self, token: Token) -> RegExpValue:
        try:
            compile_regex(token.text, token.flags)
        except PatternError as error:
            reason = f"The regular expression can't be read. {error.reason}"
            raise ExpressionError(reason, token.position + 1 + error.at, self._text) from None
        except ToolError as error:
            raise ExpressionError(error.problem, token.position, self._text) from None
        return RegExpValue(token.text, token.flags)

    def _expect(self, sign: str) -> None:
        if not self._sign(sign):
            raise self._failure(self._surplus(sign))

    def _enter(self) -> None:
        self._depth += 1
        if self._depth > DEEPEST:
            raise self._failure(f"The expression nests deeper than {DEEPEST} levels.")

    def _surplus(self, expected: str = "") -> str:
        """Say why no operand can come where an operator or a closing sign should."""
        token = self._next()
        if token.kind == "end":
            return f"The expression ends before its {expected}."
        if token.kind == "name" and token.text in _JOINING_WORDS:
            return f"Conditions are joined with {_JOINING_WORDS[token.text]}."
        shown = self._text[token.position : token.end]
        if token.text == "(":
            return "Only a name can be called."
        wanted = f"an operator or {expected}" if expected else "an operator"
        return f"{shown} can't stand here, where {wanted} could."

    def _failure(self, reason: str) -> ExpressionError:
        return ExpressionError(reason, self._next().position, self._text)


def _operator(sign: str, level: int) -> Operator | None:
    return next((operator for operator in _LEVELS[level] if operator == sign), None)


def _missing_operand(token: Token) -> str:
    if token.kind == "end":
        return "The expression ends where a value should come."
    if token.text == "+":
        return "A + needs a value before it, too."
    return f"{token.text} can't stand here, where a value should."
