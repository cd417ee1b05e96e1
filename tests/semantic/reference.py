"""The way of a memory once more, in plain Python, after docs/design.md.

It shares nothing with the plugin: every rule is applied to all memories, by looking at each of them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from oxgraph.ids import stable_id
from tests.semantic.facts import (
    OPEN,
    Memory,
    are_twins,
    can_replace,
    cosine,
    freshness,
    from_item,
    keys,
    may_be_judged,
    may_be_same,
    overlap,
    rivals,
    stated_since,
    vetoed,
    words,
)

Item = dict[str, Any]


@dataclass
class Outcome:
    """What a statement came to."""

    outcome: str
    memory_id: str | None = None
    superseded: set[str] = field(default_factory=set)
    superseded_by: str | None = None
    contradicts: set[str] = field(default_factory=set)
    candidates: set[str] = field(default_factory=set)


class Reference:
    """A workspace's memories and links; `now` is an argument everywhere."""

    def __init__(self, workspace_id: str) -> None:
        self.workspace_id = workspace_id
        self.memories: dict[str, Memory] = {}
        self.gone: set[str] = set()
        self.superseded_by: set[tuple[str, str]] = set()
        self.contradicts: set[tuple[str, str]] = set()
        self.statements: dict[str, str] = {}

    # -- stating ---------------------------------------------------------------------------------------------------

    def remember(self, items: Iterable[Item], now: datetime) -> list[Outcome]:
        """A batch: its statements one after the other."""
        return [self._state(item, now) for item in items]

    def entity(self, name: str | None) -> str | None:
        """The id of what the name means, for names of plain lower-case words."""
        return stable_id(self.workspace_id, "entity", [name.lower()]) if name else None

    def _state(self, item: Item, now: datetime) -> Outcome:
        if item["id"] in self.statements:
            return Outcome("unchanged", self.statements[item["id"]])
        new = from_item(item, self.entity(item.get("subject")) or "", self.entity(item.get("object")), now)
        if item.get("supersedes"):
            return self._replace(new, item, now)
        found, unsure = self._duplicate(new, item)
        if found:
            return self._merge(found, new, now)
        if unsure and item.get("judge"):
            return Outcome("undecided", None, candidates=unsure)
        return self._create(new, Outcome("created", new.id), now)

    def _create(self, new: Memory, outcome: Outcome, now: datetime, nexts: Sequence[Memory] = ()) -> Outcome:
        self.memories[new.id] = new
        self.statements[new.id] = new.id
        new.transitions.append(("remembered", "active", now))
        for link in sorted(outcome.superseded):
            self.superseded_by.add((link, new.id))
        for later in nexts:
            new.close(min(new.valid_to, later.valid_from), now)
            self.superseded_by.add((new.id, later.id))
            self._supersede(new, later, now)
        self._settle(new, outcome, now)
        if nexts:
            outcome.superseded_by = nexts[0].id
        return outcome

    def was_replaced(self, item: Item, now: datetime) -> bool:
        """Whether a statement would replace what was replaced before."""
        new = from_item(item, "", None, now)
        return any(
            old.status == "superseded" and (old.retired_at is not None or not self._is_of_the_past(new, old))
            for old in (self.memories[old_id] for old_id in item["supersedes"])
        )

    def _is_of_the_past(self, new: Memory, old: Memory) -> bool:
        return not new.assumed and new.valid_from < old.valid_to

    def _replace(self, new: Memory, item: Item, now: datetime) -> Outcome:
        nexts = []
        for old in (self.memories[old_id] for old_id in item["supersedes"]):
            nexts += self._next(old, new)
            if new.valid_from > old.valid_from and not item.get("correction"):
                old.close(min(old.valid_to, new.valid_from), now)
                self._supersede(old, new, now)
            else:
                old.retired_at = old.retired_at or now
                self._end(old, "corrected", now)
        return self._create(new, Outcome("created", new.id, set(item["supersedes"])), now, nexts)

    def _next(self, old: Memory, new: Memory) -> list[Memory]:
        """What replaced a memory before, where another now tells its past otherwise: the new one holds until then."""
        later = [self.memories[end] for end in self._ends(old.id)]
        live = [one for one in later if one.status == "active" or (one.status == "superseded" and not one.retired_at)]
        return sorted((one for one in live if one.valid_from > new.valid_from), key=lambda one: one.order)[:1]

    # -- duplicates ------------------------------------------------------------------------------------------------

    def _duplicate(self, new: Memory, item: Item) -> tuple[Memory | None, set[str]]:
        ranked, unsure = [], set()
        for old in self.memories.values():
            judged = item.get("judged") or {}
            if may_be_same(new, old):
                rule, judge = self._sameness(new, old, judged)
            elif (item.get("judge") or judged) and may_be_judged(new, old):
                rule, judge = self._judged(new, old, judged)
            else:
                continue
            if rule:
                near = cosine(new, old)
                ranked.append((rule, -2.0 if near is None else near, old))
            elif judge:
                unsure.add(old.id)
        best = min(ranked, key=lambda r: (r[0], -r[1], r[2].recorded_at, r[2].id), default=None)
        return (best[2] if best else None), unsure

    def _judged(self, new: Memory, old: Memory, judged: dict[str, bool]) -> tuple[int, bool]:
        """The same for near statements with different predicates, which only a judge's word joins."""
        near = cosine(new, old)
        if old.status not in ("active", "expired") or near is None or near < 0.85 or vetoed(new, old):
            return 0, False
        return (3 if judged.get(old.id, False) else 0), old.id not in judged

    def _sameness(self, new: Memory, old: Memory, judged: dict[str, bool]) -> tuple[int, bool]:
        """The number of the rule by which both are the same, 0 for none; and whether a judge might say so."""
        live = old.status in ("active", "expired")
        history = old.status == "superseded" and old.retired_at is None and not new.assumed
        if not live and not (history and old.valid_from <= new.valid_from < old.valid_to):
            return 0, False
        if words(new.content) == words(old.content):
            return 1, False
        if keys(new) & keys(old) and new.object and new.object == old.object:
            return 2, False
        near = cosine(new, old)
        if not live or near is None or vetoed(new, old):
            return 0, False
        if new.policy == "confidence":
            return (3 if near > 0.85 else 0), False
        in_band = 0.85 <= near <= 0.92
        same = near > 0.92 or (in_band and judged.get(old.id, False))
        return (3 if same else 0), in_band and old.id not in judged

    def _merge(self, old: Memory, new: Memory, now: datetime) -> Outcome:
        if old.embedding is None and words(old.content) == words(new.content):
            old.embedding = new.embedding
        ends = old.stated_valid_to == OPEN and new.valid_to != OPEN
        if new.evidence and set(new.evidence) <= set(old.evidence) and not ends:
            return Outcome("unchanged", old.id)
        self.statements[new.id] = old.id
        old.transitions.append(("merged", None, now))
        if old.policy == "confidence":
            old.confidence = min(1.0, old.confidence + 0.1)
        else:
            old.confidence = (old.confidence * old.repetitions + new.confidence) / (old.repetitions + 1)
        old.repetitions += 1
        old.evidence += [source for source in new.evidence if source not in old.evidence]
        old.last_stated_at = max(old.last_stated_at, new.stated_at)
        old.last_accessed_at = max(old.last_accessed_at, now)
        old.reinforced_at = max(old.reinforced_at, now)
        if old.assumed and not new.assumed:
            old.valid_from, old.assumed = new.valid_from, False
        if old.stated_valid_to == OPEN:
            old.stated_valid_to = new.valid_to
            old.close(min(old.valid_to, new.valid_to), now)
        if old.status == "expired":
            old.turn("revived", "active", now)
        outcome = Outcome("merged", old.id)
        if old.status == "active":
            self._settle(old, outcome, now)
        return outcome

    # -- conflicts -------------------------------------------------------------------------------------------------

    def _settle(self, mine: Memory, outcome: Outcome, now: datetime) -> None:
        others = sorted((o for o in self.memories.values() if rivals(mine, o)), key=lambda o: o.order)
        later = [o for o in others if can_replace(o, mine) and not self._reaches(o.id, mine.id)]
        if later:
            outcome.superseded_by = later[0].id
            self.superseded_by.add((mine.id, later[0].id))
            mine.close(later[0].valid_from, now)
            self._supersede(mine, later[0], now)
        for other in others:
            if can_replace(mine, other) and not self._reaches(mine.id, other.id):
                self._give_way(other, mine)
                other.close(mine.valid_from, now)
                self._supersede(other, mine, now)
                outcome.superseded.add(other.id)
        for other in others:
            if mine.status == other.status == "active" and overlap(mine, other):
                outcome.contradicts.add(other.id)
                self._contradict(mine, other, now)

    def _give_way(self, older: Memory, mine: Memory) -> None:
        later = {e for e in self._ends(older.id) if self.memories[e].valid_from > mine.valid_from}
        older.superseded_from = None if later else older.superseded_from
        self.superseded_by -= {(older.id, end) for end in later}
        self.superseded_by.add((older.id, mine.id))

    def _contradict(self, mine: Memory, other: Memory, now: datetime) -> None:
        if not {(mine.id, other.id), (other.id, mine.id)} & self.contradicts:
            self.contradicts.add((mine.id, other.id))
            for end in (mine, other):
                end.transitions.append(("contradicted", None, now))

    def _supersede(self, older: Memory, newer: Memory, now: datetime) -> None:
        """What begins only later leaves the older one standing until then."""
        if older.status == "active" and newer.valid_from > now:
            older.transitions.append(("superseded", None, now))
            older.superseded_from = older.valid_to
        else:
            self._end(older, "superseded", now)

    def _end(self, memory: Memory, rule: str, now: datetime) -> None:
        since = memory.superseded_at if memory.status == "superseded" else now
        memory.turn(rule, "superseded", now)
        memory.superseded_at, memory.superseded_from = since, None

    def _ends(self, memory_id: str) -> set[str]:
        return {end for start, end in self.superseded_by if start == memory_id}

    def ends(self, memory_id: str) -> list[Memory]:
        """What superseded it."""
        return [self.memories[end] for end in self._ends(memory_id)]

    def _reaches(self, start: str, goal: str) -> bool:
        """Whether `goal` stands on the chain of what superseded `start`."""
        seen, ahead = set(), {start}
        while ahead:
            seen |= ahead
            ahead = {end for step in ahead for end in self._ends(step)} - seen
        return goal in seen

    def in_circle(self, memory_id: str) -> bool:
        """Whether what superseded it was superseded by it."""
        return any(self._reaches(end, memory_id) for end in self._ends(memory_id))

    def partners(self, memory: Memory) -> list[Memory]:
        """Who contradicts it in effect: both are active."""
        pairs = [{a, b} - {memory.id} for a, b in self.contradicts if memory.id in (a, b)]
        found = [self.memories[other] for pair in pairs for other in pair]
        return [other for other in found if memory.status == other.status == "active"]

    def rank_weight(self, memory: Memory) -> float:
        """How much its contradictions take from it."""
        shares = [memory.confidence / o.confidence if o.confidence else 1.0 for o in self.partners(memory)]
        return min([1.0, *shares])

    def needs_review(self, memory: Memory) -> bool:
        """Whether a person should look at it."""
        return any(memory.important or other.important for other in self.partners(memory))

    # -- one at a time -----------------------------------------------------------------------------------------------

    def touch(self, memory_id: str, now: datetime) -> None:
        """An access."""
        memory = self.memories[memory_id]
        if memory.status == "forgotten":
            return
        memory.access_count += 1
        memory.last_accessed_at = max(memory.last_accessed_at, now)
        if memory.status == "expired" and freshness(memory, now) >= 0.1:
            memory.turn("revived", "active", now)
            self._stand_again(memory, now)

    def forget(self, memory_id: str, restore: bool, now: datetime) -> None:
        """On a person's demand."""
        memory = self.memories[memory_id]
        if memory.status == "forgotten":
            return
        memory.turn("forgotten", "forgotten", now)
        if not restore:
            return
        mine = [self.memories[old] for old, new in self.superseded_by if new == memory_id]
        stands = [old for old in mine if old.status in ("superseded", "active")]
        alone = [old for old in stands if self._ends(old.id) == {memory_id}]
        for old in sorted(alone, key=lambda o: o.order):
            self.superseded_by.discard((old.id, memory_id))
            old.superseded_from = None
            old.turn("restored", "active", now)
            old.retired_at = None
            old.close(old.stated_valid_to, now)
        for old in sorted(alone, key=lambda o: o.order):
            self._stand_again(old, now)

    def revive(self, memory_id: str, now: datetime) -> None:
        """Takes expiry or forgetting back."""
        memory = self.memories[memory_id]
        if memory.status not in ("expired", "forgotten"):
            return
        since = memory.superseded_at
        gone = memory.retired_at is not None or any(end.valid_from <= now for end in self.ends(memory_id))
        back = memory.status == "forgotten" and gone
        memory.turn("revived", "superseded" if back else "active", now)
        memory.superseded_at = since
        memory.last_accessed_at = max(memory.last_accessed_at, now)
        self._stand_again(memory, now)

    def _stand_again(self, mine: Memory, now: datetime) -> None:
        """Active again: of two that say the same one is, and what was said otherwise since then replaces it."""
        twins = [o for o in self.memories.values() if mine.status == "active" and are_twins(mine, o)]
        for twin in sorted(twins, key=lambda o: o.order):
            older, newer = (mine, twin) if mine.valid_from <= twin.valid_from else (twin, mine)
            if mine.status == twin.status == "active" and not self._reaches(newer.id, older.id):
                self.superseded_by.add((older.id, newer.id))
                if older.valid_from < newer.valid_from:
                    older.close(min(older.valid_to, newer.valid_from), now)
                    self._supersede(older, newer, now)
                else:
                    older.retired_at = now
                    self._end(older, "superseded", now)
        if mine.status != "active":
            return
        since = [o for o in self.memories.values() if rivals(mine, o) and stated_since(o, mine, now)]
        since = sorted((o for o in since if not self._reaches(o.id, mine.id)), key=lambda o: o.order)
        for other in since[:1]:
            self.superseded_by.add((mine.id, other.id))
            mine.close(min(mine.valid_to, other.last_stated_at), now)
            self._end(mine, "superseded", now)
        if mine.status == "active":
            self._settle(mine, Outcome("active"), now)

    def review(self, keep: str, others: Iterable[str], now: datetime) -> None:
        """A person's word: these were wrong."""
        for other in (self.memories[other_id] for other_id in others):
            other.retired_at = other.retired_at or now
            self.superseded_by.add((other.id, keep))
            self._end(other, "reviewed", now)

    # -- time ------------------------------------------------------------------------------------------------------

    def expire(self, now: datetime) -> None:
        """Pass 4."""
        for memory in self.memories.values():
            if (memory.status, memory.policy) == ("active", "freshness") and freshness(memory, now) < 0.1:
                memory.turn("expired", "expired", now)
        for memory in self.memories.values():
            if memory.status == "active" and memory.superseded_from and memory.superseded_from <= now:
                self._end(memory, "superseded", now)

    def collect(self, now: datetime) -> None:
        """Pass 5."""
        for memory in list(self.memories.values()):
            expired = memory.expired_at if memory.status == "expired" else None
            if expired and now - expired >= timedelta(days=90) and memory.confidence < 0.3:
                self._delete(memory)

    def decay(self, now: datetime) -> None:
        """Pass 6."""
        for memory in [m for m in self.memories.values() if (m.status, m.policy) == ("active", "confidence")]:
            due = now - max(memory.reinforced_at, memory.last_accessed_at) >= timedelta(days=7)
            if due and (memory.decayed_on is None or memory.decayed_on < now):
                memory.confidence *= 0.95
                memory.decayed_on = now
            if memory.confidence < 0.3 and now - memory.recorded_at > timedelta(days=30):
                self._delete(memory)

    def _delete(self, memory: Memory) -> None:
        self.gone.add(memory.id)
        del self.memories[memory.id]
        self.superseded_by = {pair for pair in self.superseded_by if memory.id not in pair}
        self.contradicts = {pair for pair in self.contradicts if memory.id not in pair}

    # -- reading -----------------------------------------------------------------------------------------------------

    def as_of(self, valid: datetime, known: datetime) -> set[str]:
        """What was true at `valid`, as `known` saw it."""
        return {m.id for m in self.memories.values() if _seen(m, valid, known)}

    def current(self, now: datetime) -> set[str]:
        """What holds now."""
        return {m.id for m in self.memories.values() if m.status == "active" and m.valid_to > now}


def _seen(memory: Memory, valid: datetime, known: datetime) -> bool:
    if memory.status == "forgotten" or memory.recorded_at > known:
        return False
    wrong = memory.retired_at is not None and memory.retired_at <= known
    return not wrong and memory.valid_from <= valid < memory.valid_to_at(known)


__all__ = ["Outcome", "Reference"]
