"""Ids on the command line: the beginning of one is enough where it names one thing."""

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import TYPE_CHECKING

from oxgraph.errors import InvalidInput, NotFound
from oxgraph.ids import UUID_LENGTH, is_uuid

if TYPE_CHECKING:
    from oxgraph.client import Memory
    from oxgraph.types.inputs import IdKind
    from oxgraph.types.results import IdRow

SHOWN = 8
"""Characters of an id in a list, more where two of the list begin alike."""

LEAST = 4
"""Fewest characters that are read as the beginning of an id."""

NAMED = frozenset({"entity", "metric", "session", "conversation"})
"""Kinds that have names of the user's as well: a beginning of one of their ids has at least `SHOWN` characters."""

MOST = 10
"""Ids that are listed where several begin alike."""

BEGINNING = re.compile(r"[0-9a-f]+(-[0-9a-f]*){0,4}")


def shortened(ids: Iterable[str]) -> dict[str, str]:
    """The beginning of each UUID that tells it from the others: `SHOWN` characters, or more. Other ids are left out."""
    found = sorted({one for one in ids if is_uuid(one)})
    length = SHOWN
    for one, other in pairwise(found):
        alike = next(place for place in range(UUID_LENGTH) if one[place] != other[place])
        length = max(length, alike + 1)
    return {one: one[:length] for one in found}


def whole(memory: "Memory", given: str, *kinds: "IdKind") -> str:
    """The id of one of these kinds that begins with `given`; `given` itself where it is no beginning.

    Raises InvalidInput where several begin so, NotFound where none does and `given` can be no name either. Of several
    kinds without names, which are evidence, it may be an id of another system.
    """
    if not _is_beginning(given, LEAST if NAMED.isdisjoint(kinds) else SHOWN):
        if len(kinds) == 1 and NAMED.isdisjoint(kinds) and not is_uuid(given):
            raise NotFound(kind=kinds[0], id=given)
        return given
    rows = memory.find_ids(given.lower(), kinds=kinds, limit=MOST + 1)
    found = {row.id: f"{row.kind} {row.name}" if row.name else row.kind for row in rows}
    fitting = {id: what for id, what in found.items() if id == given or is_uuid(id)}
    if not fitting and NAMED.isdisjoint(kinds):
        raise NotFound(kind=" or ".join(kinds), id=given)
    return only(given, fitting)


def whole_or_none(memory: "Memory", given: str | None, *kinds: "IdKind") -> str | None:
    """As `whole`; None for None."""
    return None if given is None else whole(memory, given, *kinds)


def all_whole(memory: "Memory", given: Iterable[str], *kinds: "IdKind") -> tuple[str, ...]:
    """As `whole`, for each."""
    return tuple(whole(memory, one, *kinds) for one in given)


def only_of(memory: "Memory", given: str, *kinds: "IdKind") -> "IdRow | None":
    """The one node of these kinds whose id begins with `given`; None where there is none, or several."""
    if not _is_beginning(given, LEAST) and not is_uuid(given):
        return None
    rows = memory.find_ids(given.lower(), kinds=kinds, limit=2)
    return rows[0] if len(rows) == 1 else None


def only(given: str, found: dict[str, str]) -> str:
    """The one id of `found` (ids with what they name) that begins with `given`; `given` itself where there is none.

    Raises InvalidInput where there are several.
    """
    fitting = {id: what for id, what in found.items() if id.startswith(given.lower())}
    if given in fitting or not fitting:
        return given
    if len(fitting) == 1:
        return next(iter(fitting))
    short = shortened(fitting)
    listed = "; ".join(f"{short.get(id, id)} ({' '.join(what.split())})" for id, what in list(fitting.items())[:MOST])
    more = "; and more" if len(fitting) > MOST else ""
    raise InvalidInput(field="id", reason=f"{given} is the beginning of several: {listed}{more}")


def _is_beginning(given: str, least: int) -> bool:
    return least <= len(given) < UUID_LENGTH and BEGINNING.fullmatch(given.lower()) is not None
