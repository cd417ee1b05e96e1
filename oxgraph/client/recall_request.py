"""A recall request in the form that the plugin takes."""

import time
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeAlias

from oxgraph.errors import InvalidInput
from oxgraph.recall import ParsedQuery, parse
from oxgraph.recall.follow_ups import asks_nothing
from oxgraph.recall.plans import GENERAL
from oxgraph.recall.specificity import ENOUGH
from oxgraph.recall.time_windows import EARLIEST, LATEST
from oxgraph.types import limits
from oxgraph.types.recall import Dropped, RecallRequest
from oxgraph.types.semantic_inputs import packed

SpeakerCache: TypeAlias = dict[tuple[str, str], tuple[str, ...]]
"""The names of the speakers that a user reads, by the ids of workspace and user ('': shared)."""

CLIENT_RULES = frozenset(
    ("type_hint", "predicate_hint", "window", "negation", "plan", "small_talk", "rewrites", "reranking", "answer")
)
"""Rules of the client that `without` can leave out; the plugin knows negation too."""

MESSAGE_TYPES = ("user", "assistant", "system", "tool", "episode")
"""Types of messages and episodes: a hint at a type of memories does not exclude them."""

REWRITING = 0.5
"""The share of the time that is left which rewriting may take."""

EMBEDDING = 0.6
"""The share of the time that is left which embedding the query may take: its words alone find something too."""

RERANKED = 50
"""Results that a cross-encoder reads."""


@dataclass(frozen=True)
class EntitiesApart:
    """The entities that come behind the results: their text, the ids of those in it, and how many there are."""

    text: str = ""
    ids: tuple[str, ...] = ()
    count: int = 0


@dataclass
class PreparedRecall:
    """A recall request that is answered at `now`. Its deadline counts from its creation.

    `vector` and `model` are the embedding of `embedded`, which is the query without its speakers' names; `rewrites` are
    other words for it, each with a vector or without. `entities` are the plugin's answer where the request has an
    `entity_budget`.
    """

    request: RecallRequest
    now: datetime
    parsed: ParsedQuery
    user_id: str = ""
    embedded: str = ""
    vector: list[float] | None = None
    model: str | None = None
    rewrites: list[tuple[str, list[float] | None]] = field(default_factory=list)
    dropped: list[Dropped] = field(default_factory=list)
    entities: EntitiesApart = field(default_factory=EntitiesApart)
    began: float = field(default_factory=time.monotonic)

    @classmethod
    def of(cls, request: RecallRequest, now: datetime, user_id: str = "") -> "PreparedRecall":
        """A request of a user ('': for the shared alone) with its query parsed. Raises InvalidInput."""
        request.clocks()
        if not request.query[: limits.RECALL_QUERY].strip():
            raise InvalidInput(field="query", reason="must not be blank")
        return cls(request, now, parse(request.query, request.now or now), user_id)

    def left(self, most: float | None = None) -> float | None:
        """The seconds that are left, at most `most`; None where there is no end."""
        if self.request.deadline is None:
            return most
        left = max(0.0, self.request.deadline - (time.monotonic() - self.began))
        return left if most is None else min(left, most)

    def late(self) -> bool:
        """Whether no time is left."""
        return self.left() == 0.0

    def rule(self, name: str) -> bool:
        """Whether a rule applies."""
        return name not in self.request.without

    def small_talk(self) -> bool:
        """Whether the query is small talk, and the caller says no more of what is wanted."""
        asked = self.request
        narrowed = asked.types or asked.entities or asked.window
        return self.rule("small_talk") and not narrowed and asks_nothing(self.parsed.text)

    def broad(self) -> bool:
        """Whether the query is to be rewritten: its specificity is below 0.8, and it asks for something."""
        return self.rule("rewrites") and self.parsed.specificity < ENOUGH and not (self.late() or self.small_talk())

    def options(self, most: int = 0) -> dict[str, Any]:
        """The options of oxgraph.recall; for at least `most` results."""
        asked, clocks = self.request, self.request.clocks()
        found: dict[str, Any] = {
            "k": None if asked.k is None else max(asked.k, most),
            "least": max(asked.least, most) if asked.k is None else None,
            "kinds": list(asked.kinds),
            "types": self._types(),
            "entities": [dict(one) for one in asked.entities],
            "predicates": list(self.parsed.predicates) if self.rule("predicate_hint") else [],
            "negated": list(self.parsed.negated) if self.rule("negation") else [],
            "window": self._window(),
            "without": self._without(),
            "as_of": clocks.model_dump() if clocks else None,
            "historical": asked.historical,
            "budget": asked.budget,
            "explain": asked.explain,
            "conversation_id": asked.conversation_id,
            "exclude_conversation_id": asked.exclude_conversation_id,
            "exclude_ids": list(asked.exclude_ids),
            "minimum": asked.minimum,
            "confidence_floor": asked.confidence_floor,
            "fusion": asked.fusion,
            "user_id": self.user_id or None,
            "all_users": asked.all_users,
            "agent_id": asked.agent_id,
            "targets": list(asked.targets),
            "entity_budget": asked.entity_budget,
        }
        left = self.left()
        found |= self._plan() | self._vectors() | {"deadline_ms": None if left is None else left * 1000}
        return {
            name: value for name, value in found.items() if value is not None and value is not False and value != []
        }

    def _types(self) -> list[str]:
        if self.request.types:
            return list(self.request.types)
        return [*self.parsed.types, *MESSAGE_TYPES] if self.parsed.types and self.rule("type_hint") else []

    def _window(self) -> dict[str, datetime] | None:
        """The caller's window, the query's, or all time where all of a type are asked for."""
        if self.request.window is not None:
            return dict(zip(("from", "to"), self.request.window, strict=True))
        if not self.rule("window"):
            return None
        if self.parsed.window is not None:
            return {"from": self.parsed.window.start, "to": self.parsed.window.end}
        return {"from": EARLIEST, "to": LATEST} if self.parsed.listing and self.rule("type_hint") else None

    def _without(self) -> list[str]:
        """A query for a time or a type alone needs no similarity to its words."""
        given = [name for name in self.request.without if name not in CLIENT_RULES or name == "negation"]
        return [*given, "threshold"] if self.parsed.listing and "threshold" not in given else given

    def _plan(self) -> dict[str, Any]:
        return {"plan": self.parsed.kind if self.rule("plan") else GENERAL}

    def _vectors(self) -> dict[str, Any]:
        rewrites = [{"query": text} | ({"embedding": packed(one)} if one else {}) for text, one in self.rewrites]
        if self.vector is None:
            return {"rewrites": rewrites}
        return {"embedding": packed(self.vector), "embedding_model": self.model, "rewrites": rewrites}
