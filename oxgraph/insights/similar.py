"""Groups sessions by how they went wrong: by the failures they have, rare ones counting more than common ones."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from oxgraph.types.insights import SharedFailure, SimilarSessions

Failure = tuple[str, str]
"""Action type and error class."""

ALIKE = 0.5
"""The cosine of a session and its group, at least."""

SMALLEST = 3
"""Sessions of a group that is shown, at least; two alike may be chance."""

SHARE = 0.5
"""Of a group's sessions, how many have a failure that is named for it, at least."""

NAMED = 3
MOST_GROUPS = 500
"""Groups to which a session is compared; beyond them it stays alone."""

Vector = dict[Failure, float]


@dataclass
class _Group:
    """The sessions so far, the sum of their vectors, and the square of its length."""

    sum: Vector = field(default_factory=dict)
    square: float = 0.0
    members: list[Mapping[str, Any]] = field(default_factory=list)

    def add(self, row: Mapping[str, Any], vector: Vector) -> None:
        self.members.append(row)
        for key, weight in vector.items():
            before = self.sum.get(key, 0.0)
            self.sum[key] = before + weight
            self.square += weight * (2 * before + weight)

    def cosine(self, vector: Vector) -> float:
        dot = sum(weight * self.sum.get(key, 0.0) for key, weight in vector.items())
        return dot / math.sqrt(self.square)


def similar_sessions(rows: Sequence[Mapping[str, Any]], limit: int) -> tuple[SimilarSessions, ...]:
    """The largest groups of sessions that have the same failures.

    Args:
        rows: What the query insights_sessions gives.
        limit: Maximum number of groups.

    Returns:
        Groups of at least SMALLEST sessions that share a failure, by their number of failures. The same rows give the
        same groups.
    """
    groups: list[_Group] = []
    for row, vector in zip(rows, _vectors(rows), strict=True):
        cosine, place = max(((group.cosine(vector), -n) for n, group in enumerate(groups)), default=(0.0, 0))
        if cosine >= ALIKE:
            groups[-place].add(row, vector)
        elif len(groups) < MOST_GROUPS:
            groups.append(_Group())
            groups[-1].add(row, vector)
    found = [_described(group.members) for group in groups if len(group.members) >= SMALLEST]
    named = [group for group in found if group.shared]
    return tuple(sorted(named, key=lambda one: (-one.failures, one.session_ids))[:limit])


def _failures(row: Mapping[str, Any]) -> Counter[Failure]:
    keys = zip(row["action_types"], row["error_codes"], strict=True)
    return Counter(dict(zip(keys, row["counts"], strict=True)))


def _vectors(rows: Sequence[Mapping[str, Any]]) -> Iterable[Vector]:
    """A vector of length 1 a session: 1 + ln(times), weighted by how few sessions have the failure."""
    sessions = Counter(key for row in rows for key in _failures(row))
    for row in rows:
        weights = {
            key: (1 + math.log(times)) * math.log(1 + len(rows) / sessions[key])
            for key, times in _failures(row).items()
        }
        length = math.sqrt(sum(weight * weight for weight in weights.values()))
        yield {key: weight / length for key, weight in weights.items()}


def _described(members: Sequence[Mapping[str, Any]]) -> SimilarSessions:
    having, times = Counter[Failure](), Counter[Failure]()
    for row in members:
        found = _failures(row)
        having.update(found.keys())
        times.update(found)
    shared = [key for key in times if having[key] >= SHARE * len(members)]
    shared.sort(key=lambda key: (-having[key], -times[key], key))
    begun = [row["begun"] for row in members if row["begun"] is not None]
    places = Counter(row["place"] for row in members if row["place"])
    return SimilarSessions(
        sessions=len(members),
        actions=sum(row["actions"] for row in members),
        failures=sum(row["failures"] for row in members),
        shared=tuple(
            SharedFailure(action_type=key[0], error_code=key[1], sessions=having[key], failures=times[key])
            for key in shared[:NAMED]
        ),
        places=tuple(name for name, _ in sorted(places.items(), key=lambda one: (-one[1], one[0]))),
        agents=tuple(sorted({row["agent_id"] for row in members if row["agent_id"]})),
        begun=min(begun, default=None),
        ended=max(begun, default=None),
        session_ids=tuple(row["session_id"] for row in members),
    )
