"""The division of an answer's room among places, so that each has its share of it."""

from __future__ import annotations

from collections.abc import Sequence

from pageful.code.choices import NUMBERED
from pageful.code.results.lines import Excerpt
from pageful.code.results.show import ShownPlace
from pageful.lazy.dataclasses import dataclass, replace

PART = 10_000  # characters of a long line in one answer: most of a small answer's room
LONG_LINE = 400  # characters, what a page has of a line before it names the call for the rest
_ROW_COST = 3  # characters of a row beside its text: a blank, its end, a number on every fifth
_NUMBER_COST = 4  # of a number on every row
_HEAD_COST = 30  # of a place's first row beside its path and symbol
_MEMBER_COST = 11  # of a row of an outline beside its text


@dataclass(frozen=True, slots=True)
class Form:
    """A place as a whole, and in outline if it may be shown so where the whole has no room."""

    whole: ShownPlace
    outlined: ShownPlace | None = None


@dataclass(frozen=True, slots=True)
class Layout:
    """The places of an answer, each with what it has room for, and the places of the rest."""

    places: tuple[ShownPlace, ...]
    rest: tuple[str, ...]


def lay_out(forms: Sequence[Form], room: int) -> Layout:
    """Give every place its share of the room, in the order asked; what is left out is the rest.

    What an earlier place shows is not repeated. Outlines take the place of what has no room, the
    largest first, so that as many others as can be are whole.
    """
    repeated = {number for number, form in enumerate(forms) if _repeats(form.whole, forms[:number])}
    while True:
        places = _places(forms, repeated, room)
        lost = {at for at in repeated if not any(_holds(e, forms[at].whole) for e in places[:at])}
        if not lost:
            break
        repeated -= lost
    rest = (each for form, place in zip(forms, places, strict=True) for each in _rest(form, place))
    return Layout(tuple(places), tuple(dict.fromkeys(rest)))


def _places(forms: Sequence[Form], repeated: set[int], room: int) -> list[ShownPlace]:
    chosen = [
        replace(form.whole, excerpt=None, above=True) if number in repeated else form.whole
        for number, form in enumerate(forms)
    ]
    while True:
        costs = list(map(_cost, chosen))
        shares = _shares(costs, room)
        # Of what is cut by half the largest that has an outline gives way; then all are measured
        # again. What is cut by less is worth more than its outline: one more call has the rest.
        cut = [
            number
            for number, form in enumerate(forms)
            if costs[number] > 2 * shares[number] and form.outlined and chosen[number] is form.whole
        ]
        if not cut:
            return list(map(_cut, chosen, shares))
        largest = max(cut, key=lambda number: costs[number])
        chosen[largest] = forms[largest].outlined or chosen[largest]


def _shares(costs: Sequence[int], room: int) -> list[int]:
    """Divide the room evenly; what a small place does not need is for the others."""
    shares = [0] * len(costs)
    for turn, number in enumerate(sorted(range(len(costs)), key=costs.__getitem__)):
        shares[number] = min(costs[number], room // (len(costs) - turn))
        room -= shares[number]
    return shares


def _cost(place: ShownPlace) -> int:
    outline = sum(len(each.text) + _MEMBER_COST for each in place.outline)
    return _head_cost(place) + sum(_row_costs(place)) + outline


def _head_cost(place: ShownPlace) -> int:
    # The path counts twice: the call for the rest may name it again.
    return 2 * len(place.path) + len(place.symbol) + _HEAD_COST


def _row_costs(place: ShownPlace) -> Sequence[int]:
    """Return the characters of each row as a page has it: without the common indentation."""
    rows = place.excerpt.rows if place.excerpt else ()
    if place.column:
        return [len(row) + _ROW_COST for row in rows]
    margin = min((len(row) - len(row.lstrip()) for row in rows if row.strip()), default=0)
    beside = _ROW_COST + (_NUMBER_COST if len(rows) <= NUMBERED else 0)
    return [min(max(0, len(row) - margin), LONG_LINE) + beside for row in rows]


def _cut(place: ShownPlace, share: int) -> ShownPlace:
    """Cut a place to its share of the room; at least one row of it is kept."""
    if _cost(place) <= share:
        return place
    left = share - _head_cost(place)
    kept = 0
    for cost in _row_costs(place):
        left -= cost
        if left < 0 and kept:
            break
        kept += 1
    members = 0
    for member in place.outline:
        left -= len(member.text) + _MEMBER_COST
        if left < 0:
            break
        members += 1
    return replace(
        place,
        excerpt=_first_rows(place.excerpt, kept) if place.excerpt else None,
        outline=place.outline[:members],
        more_members=place.more_members + len(place.outline) - members,
    )


def _first_rows(excerpt: Excerpt, number: int) -> Excerpt:
    return replace(excerpt, rows=excerpt.rows[:number])


def _rest(form: Form, place: ShownPlace) -> list[str]:
    """Return the places of what is wanted and not shown, as they can be asked for."""
    whole, shown = form.whole.excerpt, place.excerpt
    if place.above or whole is None:
        return []
    if place.column:
        end = place.column + sum(map(len, whole.rows))
        return [f"{place.path}:{place.first}:{end}"] if end <= place.characters else []
    first = shown.first + len(shown.rows) if shown else whole.first
    last = whole.first + len(whole.rows) - 1
    return [f"{place.path}:{first}-{last}"] if first <= last else []


def _repeats(place: ShownPlace, earlier: Sequence[Form]) -> bool:
    return not place.column and any(_holds(form.whole, place) for form in earlier)


def _holds(place: ShownPlace, wanted: ShownPlace) -> bool:
    return (
        place.path == wanted.path
        and not place.column
        and place.excerpt is not None
        and wanted.excerpt is not None
        and _within(wanted.excerpt, place.excerpt)
    )


def _within(inner: Excerpt, outer: Excerpt) -> bool:
    end = outer.first + len(outer.rows)
    return outer.first <= inner.first and inner.first + len(inner.rows) <= end
