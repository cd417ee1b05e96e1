"""The rules of passes 1 to 3 once more, in plain Python and from the whole of the evidence each time.

It shares nothing with the passes: no incremental state, no order of arrival.
"""

import math
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from oxgraph.ids import stable_id

Action = dict[str, Any]
Key = tuple[str, str, str]
TOLERANCE = 1e-9


@dataclass
class Sequence:
    """A run of a session's actions."""

    id: str
    session_id: str
    actions: list[Action]
    started_at: datetime
    ended_at: datetime
    closes_at: datetime
    outcome: str
    counted_at: datetime | None = None

    def counts(self) -> Counter[Key]:
        """Actions by key."""
        return Counter(key_of(action) for action in self.actions)


@dataclass
class Version:
    """A pattern node."""

    version: int
    status: str
    promoted_at: datetime
    since: datetime
    figures: dict[str, Any]
    deleted_at: datetime | None = None
    evidence: set[str] = field(default_factory=set)


@dataclass
class Life:
    """A key's life so far."""

    status: str = "candidate"
    versions: list[Version] = field(default_factory=list)
    figures: dict[str, Any] = field(default_factory=dict)
    written: float = 0.0
    lapses_after: datetime | None = None


def end_of(action: Action) -> datetime:
    """When the action was over."""
    return action["started_at"] + timedelta(milliseconds=action.get("latency_ms") or 0)  # type: ignore[no-any-return]


def key_of(action: Action) -> Key:
    """The action's key; success is the code None."""
    code = "None" if action["outcome"] == "success" else action.get("error_code") or "UnknownError"
    return action["action_type"], action.get("target_node_type") or "", code


def order(action: Action) -> tuple[datetime, float, str]:
    """The order of the chain; no seq comes last."""
    seq = action.get("seq")
    return action["started_at"], math.inf if seq is None else seq, action["id"]


def cut(
    workspace_id: str, actions: list[Action], sessions: dict[str, dict[str, Any]], now: datetime, gap: timedelta
) -> list[Sequence]:
    """Pass 1."""
    found: list[list[Action]] = []
    for session_id in sorted({action["session_id"] for action in actions}):
        latest: datetime | None = None
        mine = [a for a in actions if a["session_id"] == session_id and a["started_at"] <= now]
        for action in sorted(mine, key=order):
            if latest is None or action["started_at"] - latest > gap:
                found.append([])
            found[-1].append(action)
            latest = end_of(action) if latest is None else max(latest, end_of(action))
    return [_sequence(workspace_id, members, sessions.get(members[0]["session_id"], {}), gap) for members in found]


def _sequence(workspace_id: str, members: list[Action], session: dict[str, Any], gap: timedelta) -> Sequence:
    ended = max(end_of(action) for action in members)
    closes = ended + gap
    if session.get("ended_at") and ended <= session["ended_at"] < closes:
        closes = session["ended_at"]
    return Sequence(
        id=stable_id(workspace_id, "sequence", [members[0]["id"]]),
        session_id=members[0]["session_id"],
        actions=members,
        started_at=members[0]["started_at"],
        ended_at=ended,
        closes_at=closes,
        outcome=session.get("outcome") or members[-1]["outcome"],
    )


def _day(time: datetime) -> datetime:
    return time.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)


class Rules:
    """Pass 2 and the ageing of pass 3 over all sequences at all instants up to `now`."""

    def __init__(self, sequences: list[Sequence], instants: list[datetime], settings: dict[str, Any]) -> None:
        self.settings = settings
        self.instants = sorted(set(instants))
        self.sequences = sorted(sequences, key=lambda s: (s.closes_at, s.id))
        for sequence in self.sequences:
            sequence.counted_at = next((i for i in self.instants if i >= sequence.closes_at), None)
        self.lives: dict[Key, Life] = {}

    def run(self, now: datetime) -> dict[Key, Life]:
        """Every key's life, as it is at `now`."""
        for instant in self.instants:
            new = [s for s in self.sequences if s.counted_at == instant]
            for pair in sorted({key[:2] for s in new for key in s.counts()}):
                self._judge_pair(instant, pair, new)
        for life in self.lives.values():
            self._age(life, now)
        return self.lives

    def _judge_pair(self, instant: datetime, pair: tuple[str, str], new: list[Sequence]) -> None:
        seen = [s for s in self.sequences if s.counted_at and s.counted_at <= instant]
        for key in sorted({key for s in seen for key in s.counts() if key[:2] == pair}):
            life = self.lives.setdefault(key, Life())
            fresh = [s for s in new if s.counts()[key]]
            self._lapse(life, min((s.closes_at for s in fresh), default=instant))
            self._judge(instant, key, life, seen, fresh)

    def _figures(self, instant: datetime, key: Key, seen: list[Sequence]) -> dict[str, Any]:
        since = _day(instant) - timedelta(days=self.settings["evidence_window_days"])
        window = [s for s in seen if s.closes_at >= since]
        holding = [s for s in seen if s.counts()[key]]
        actions = sum(s.counts()[key] for s in window)
        total = sum(n for s in window for k, n in s.counts().items() if k[:2] == key[:2])
        return {
            "sample_count": sum(1 for s in window if s.counts()[key]),
            "action_count": actions,
            "total_count": total,
            "evidence_confidence": actions / total if total else 0.0,
            "confidence": actions / total if total else 0.0,
            "first_seen": min(s.started_at for s in holding),
            "last_seen": max(s.ended_at for s in holding),
        }

    def _judge(self, instant: datetime, key: Key, life: Life, seen: list[Sequence], fresh: list[Sequence]) -> None:
        old_holder = life.versions[-1] if life.status == "active" else None
        life.figures = self._figures(instant, key, seen)
        confidence = life.figures["confidence"]
        if old_holder:
            old_holder.evidence |= {s.id for s in fresh}
            self._judge_active(instant, life, old_holder)
        elif self._promotes(life) and (life.status == "candidate" or fresh):
            self._write(instant, life)
        if life.status == "active" and life.versions[-1].promoted_at == instant:
            version = life.versions[-1]
            version.evidence |= {s.id for s in seen if s.counts()[key] and s.closes_at >= version.since}
        life.lapses_after = self._lapses_after(confidence, life) if life.status == "active" else None

    def _promotes(self, life: Life) -> bool:
        confidence = life.figures["confidence"]
        return bool(
            life.figures["sample_count"] >= self.settings["promote_samples"]
            and confidence + TOLERANCE >= self.settings["promote_confidence"]
            and confidence + TOLERANCE >= self.settings["retire_confidence"]
        )

    def _judge_active(self, instant: datetime, life: Life, version: Version) -> None:
        confidence = life.figures["confidence"]
        if confidence + TOLERANCE < self.settings["retire_confidence"]:
            life.status = version.status = "deleted"
            version.deleted_at, version.figures = instant, life.figures
        elif abs(confidence - life.written) + TOLERANCE >= self.settings["supersede_shift"]:
            version.status = "superseded"
            self._write(instant, life)
        else:
            version.figures = life.figures

    def _write(self, instant: datetime, life: Life) -> None:
        since = _day(instant) - timedelta(days=self.settings["evidence_window_days"])
        life.status = "active"
        life.written = life.figures["confidence"]
        life.versions.append(Version(len(life.versions) + 1, "active", instant, since, life.figures))

    def _weeks(self, confidence: float) -> int:
        weeks = 1
        while confidence * self.settings["decay_factor"] ** weeks + TOLERANCE >= self.settings["retire_confidence"]:
            weeks += 1
        return weeks

    def _lapses_after(self, confidence: float, life: Life) -> datetime:
        days = self.settings["decay_after_days"] + 7 * (self._weeks(confidence) - 1)
        return life.figures["last_seen"] + timedelta(days=days)  # type: ignore[no-any-return]

    def _lapse(self, life: Life, until: datetime) -> None:
        if life.status == "active" and life.lapses_after and life.lapses_after < until:
            confidence = life.figures["confidence"]
            version = life.versions[-1]
            version.status = life.status = "deleted"
            version.deleted_at = life.lapses_after
            lapsed = confidence * self.settings["decay_factor"] ** self._weeks(confidence)
            version.figures = {**version.figures, "confidence": lapsed}

    def _age(self, life: Life, now: datetime) -> None:
        if life.status != "active":
            return
        beyond = (now - life.figures["last_seen"]) / timedelta(days=1) - self.settings["decay_after_days"]
        factor = self.settings["decay_factor"] ** math.ceil(beyond / 7) if beyond > 0 else 1.0
        life.figures = {**life.figures, "confidence": life.figures["confidence"] * factor}
        version = life.versions[-1]
        version.figures = life.figures
        if life.lapses_after and life.lapses_after < now:
            version.status = life.status = "deleted"
            version.deleted_at = life.lapses_after
