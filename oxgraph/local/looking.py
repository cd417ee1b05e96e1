"""What a look at something answers, and how it tells of a problem."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from oxgraph.errors import OxgraphError


@dataclass(frozen=True)
class Check:
    """What was looked at. `ok` is None when it could not be looked at because of an earlier problem."""

    name: str
    ok: bool | None
    detail: str
    remedy: str = ""

    def as_dict(self) -> dict[str, Any]:
        """The fields."""
        return asdict(self)


class Problem(Exception):
    """Raised by a look that found something wrong: what, and what to do."""

    def __init__(self, detail: str, remedy: str) -> None:
        super().__init__(detail)
        self.remedy = remedy


def look(name: str, seen: Callable[[], str]) -> Check:
    """The check of that name: what `seen` answers, or the problem that it raises."""
    try:
        return Check(name, True, seen())
    except Problem as problem:
        return Check(name, False, str(problem), problem.remedy)
    except OxgraphError as error:
        return Check(name, False, str(error))
