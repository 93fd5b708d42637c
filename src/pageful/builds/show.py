"""The parts of a recorded build that can be shown."""

from __future__ import annotations

from typing import Literal, TypeAlias

Show: TypeAlias = Literal["failures", "failure", "tests", "log", "warnings", "modules"]
