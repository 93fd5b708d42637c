"""Time zones: the computer's own, a fixed offset, or one by its IANA name."""

from __future__ import annotations

import os
import re
from datetime import UTC, datetime, timedelta, tzinfo
from functools import lru_cache
from pathlib import Path
from zoneinfo import ZoneInfo

from pageful.lazy.dataclasses import dataclass

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
# The moments that `datetime` can hold in any zone: from 0001-01-02 to 9999-12-31, in milliseconds.
_FIRST, _LAST = -62_135_510_400_000, 253_402_214_400_000
# 400 years, after which calendar and weekdays repeat.
_CYCLE = 146_097 * 86_400_000
# > UTC+5:30
_OFFSET = re.compile(r"utc(?:([+-]\d{1,2})(?::(\d{2}))?)?", re.ASCII | re.IGNORECASE)
# > PST
_AMERICAN = re.compile("[ECMP][SD]T|AK[SD]T|H[SD]T")
_HALVES = {"S": "Standard Time", "D": "Daylight Time"}
_REGIONS = {"E": "Eastern", "C": "Central", "M": "Mountain", "P": "Pacific"}
_LONG_NAMES = {
    **{f"{r}{h}T": f"{_REGIONS[r]} {_HALVES[h]}" for r in _REGIONS for h in _HALVES},
    "AKST": "Alaska Standard Time",
    "AKDT": "Alaska Daylight Time",
    "HST": "Hawaii-Aleutian Standard Time",
    "UTC": "Coordinated Universal Time",
    "GMT": "Greenwich Mean Time",
    "BST": "British Summer Time",
    "WET": "Western European Standard Time",
    "WEST": "Western European Summer Time",
    "CET": "Central European Standard Time",
    "CEST": "Central European Summer Time",
    "EET": "Eastern European Standard Time",
    "EEST": "Eastern European Summer Time",
    "IST": "India Standard Time",
    "JST": "Japan Standard Time",
}
_LOCALTIME = Path("/etc/localtime")


@dataclass(frozen=True, slots=True)
class Zone:
    """A time zone; two are equal if their names are, not if their clocks agree."""

    name: str
    rules: tzinfo | None = None
    minutes: int = 0
    local: bool = False

    @property
    def is_fixed(self) -> bool:
        """Return whether the zone is an offset alone."""
        return self.rules is None

    def offset(self, millis: float) -> int:
        """Return the offset from UTC at a moment, in milliseconds."""
        if self.rules is None:
            return self.minutes * 60_000
        return _offset(self.rules, int(millis) // 60_000)

    def abbreviation(self, millis: float) -> str:
        """Return the zone's short name at a moment in American English: `EST`, `GMT+1`, `UTC`."""
        if self.rules is None:
            return self.name
        name = _moment(self.rules, int(millis)).tzname() or self.name
        if _AMERICAN.fullmatch(name) or name == "UTC":
            return name
        minutes = self.offset(millis) // 60_000
        return f"GMT{_narrow(minutes)}" if minutes else "GMT"

    def long_name(self, millis: float) -> str:
        """Return the long name, such as `Central European Standard Time`, else the abbreviation."""
        if self.rules is None:
            return self.name
        name = _moment(self.rules, int(millis)).tzname() or ""
        return _LONG_NAMES.get(name) or self.abbreviation(millis)


@lru_cache(maxsize=65_536)
def _offset(rules: tzinfo, minute: int) -> int:
    """Return the offset in milliseconds, in whole minutes as in ECMAScript, at all times."""
    offset = _moment(rules, minute * 60_000).utcoffset() or timedelta()
    return int(offset.total_seconds() / 60) * 60_000


def _moment(rules: tzinfo, millis: int) -> datetime:
    """Return the moment, moved back by cycles of 400 years if beyond the range of `datetime`."""
    if millis > _LAST:
        millis -= -((_LAST - millis) // _CYCLE) * _CYCLE
    return (_EPOCH + timedelta(milliseconds=max(millis, _FIRST))).astimezone(rules)


def _narrow(minutes: int) -> str:
    hours, rest = divmod(abs(minutes), 60)
    return f"{'+' if minutes >= 0 else '-'}{hours}" + (f":{rest:02}" if rest else "")


def fixed_zone(minutes: int) -> Zone:
    """Return the zone that is always `minutes` ahead of UTC."""
    return Zone("UTC" if minutes == 0 else f"UTC{_narrow(minutes)}", minutes=minutes)


UTC_ZONE = fixed_zone(0)
"""UTC itself."""


def named_zone(name: str) -> Zone | None:
    """Find a zone by name: `UTC+2`, `UTC-7:30`, `local` or `Europe/Paris`; None if unknown."""
    lowered = name.lower()
    if lowered in ("local", "system", "default"):
        return local_zone()
    if lowered == "gmt":
        return UTC_ZONE
    if offset := _OFFSET.fullmatch(lowered):
        return fixed_zone(_minutes(offset[1] or "0", offset[2] or "0"))
    rules = _rules(name)
    return None if rules is None else Zone(name, rules)


def _minutes(hours: str, minutes: str) -> int:
    whole = int(hours) * 60
    return whole - int(minutes) if hours.startswith("-") else whole + int(minutes)


@lru_cache(maxsize=256)
def _rules(name: str) -> ZoneInfo | None:
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return None


def local_zone() -> Zone:
    """Return the computer's zone: that of `TZ`, else that of `/etc/localtime`."""
    return _local(os.environ.get("TZ", "").lstrip(":"))


@lru_cache(maxsize=16)
def _local(name: str) -> Zone:
    rules = _rules(name) if name else _system_rules()
    return Zone(name or "system", rules or ZoneInfo("UTC"), local=True)


def _system_rules() -> tzinfo | None:
    try:
        with _LOCALTIME.open("rb") as file:
            return ZoneInfo.from_file(file, key="localtime")
    except (OSError, ValueError):
        return datetime.now().astimezone().tzinfo
