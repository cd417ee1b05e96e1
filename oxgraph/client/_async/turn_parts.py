"""The parts of a turn: history, episodes, entities, memories, patterns and slots, requested concurrently."""

import logging
import time
from dataclasses import dataclass, replace
from typing import Any, get_args

from oxgraph.client import vectors
from oxgraph.client._async.access import AsyncAccess
from oxgraph.client._async.episodic import AsyncEpisodic
from oxgraph.client._async.history import AsyncHistory
from oxgraph.client._async.recall import AsyncRecaller
from oxgraph.client._async.telemetry import AsyncTelemetry
from oxgraph.client._async.working import AsyncWorking
from oxgraph.client.concurrency import AsyncWork, Outcome, run_in_thread_within_async
from oxgraph.client.recall_request import PreparedRecall
from oxgraph.client.recall_result import packed, packing
from oxgraph.client.turn_prompt import ORDER, EntityBlock, shown
from oxgraph.cypher import statement
from oxgraph.errors import AccessError, WorkspaceDeleted, WorkspaceNotFound
from oxgraph.models import Embedder
from oxgraph.recall.speakers import without_speakers
from oxgraph.types import Injection, Recall, limits
from oxgraph.types.episodic import Episodes, Message
from oxgraph.types.recall import Dropped, Kind, RecallRequest
from oxgraph.types.turn import ENTITY_BUDGET, PartName, TurnRequest

log = logging.getLogger("oxgraph")

CALL = "turn"

OWN_MODEL = ("rewrites", "answer")
"""Rules of recall that call a language model. A turn leaves them out: its caller calls the model."""

HELD_BACK = 0.9
"""The share of its time limit that the plugin gets, so that it returns what it found so far before the limit."""


CALLERS = (AccessError, WorkspaceDeleted, WorkspaceNotFound)
"""Errors of the caller's access, which are raised whatever part met them."""


@dataclass(frozen=True)
class AsyncTurnLayers:
    """What the parts of a turn are asked of."""

    telemetry: AsyncTelemetry
    episodic: AsyncEpisodic
    working: AsyncWorking
    recall: AsyncRecaller


class AsyncTurnParts:
    """Asks for the parts of one turn: history, episodes, entities, memories, patterns, slots.

    One call of recall brings the memories and the entities.
    """

    def __init__(self, access: AsyncAccess, asked: TurnRequest, layers: AsyncTurnLayers) -> None:
        self._access = access
        self._asked = asked
        self._layers = layers
        self._shown: list[str] = []
        self.query: PreparedRecall | None = None
        """The query of recall, with its vector, once there is one."""

    async def ask(self) -> dict[PartName, Outcome]:
        """The outcome of each part that is wanted. Raises errors of the caller's access."""
        works = {name: (self._seconds(name), work) for name, work in self._works().items()}
        if not works:
            await self._access.authorize(CALL)
        ended = await self._access.background.run_concurrently(works)
        ended |= self._recalled(ended.pop(self._recall, None))
        ended = {name: ended[name] for name in ORDER if name in ended}
        for one in ended.values():
            if isinstance(one.error, CALLERS):
                raise one.error
        for name, one in ended.items():
            if not one.done:
                log.warning("the part %s of a turn is left out: %s", name, one.why)
        return ended

    @property
    def _recall(self) -> PartName:
        """The part whose name recall runs under: that of the memories, unless they are not wanted."""
        return "entities" if "memories" in self._asked.without else "memories"

    def _recalled(self, ended: Outcome | None) -> dict[PartName, Outcome]:
        """The outcome of recall, as that of the memories and that of the entities."""
        if ended is None:
            return {}
        found: dict[PartName, Outcome] = {"memories": ended, "entities": self._entities(ended)}
        return {name: one for name, one in found.items() if name not in self._asked.without}

    def _entities(self, ended: Outcome) -> Outcome:
        """What recall brought of entities; their own limit, where one is given, counts from the start of recall."""
        limit = self._asked.limits.get("entities")
        if limit is not None and ended.error is None and ended.elapsed_ms > limit * 1_000:
            return Outcome(late=True, seconds=limit, elapsed_ms=ended.elapsed_ms)
        block = EntityBlock(self.query.entities, self.query.entity_context) if self.query else None
        return replace(ended, value=block) if ended.done else ended

    def _seconds(self, name: PartName) -> float:
        """A part's own time; embedding has its own before recall begins, unless recall has none."""
        seconds = self._asked.seconds(name)
        return seconds + self._asked.seconds("embedding") if name == self._recall and seconds > 0 else seconds

    def _works(self) -> dict[PartName, AsyncWork]:
        asked = self._asked
        about = bool(asked.targets or asked.action_type or asked.target_node_type)
        works: dict[PartName, tuple[bool, AsyncWork]] = {
            "history": (True, self._history),
            "episodes": (True, self._episodes),
            self._recall: (True, self._memories),
            "patterns": (about, self._patterns),
            "slots": (bool(asked.slots), self._slots),
        }
        return {name: work for name, (wanted, work) in works.items() if wanted and name not in asked.without}

    async def _history(self) -> tuple[Message, ...]:
        found = await self._layers.episodic.history(self._asked.conversation_id, max_messages=self._asked.history)
        self._shown += [one.id for one in found]
        return found

    async def _episodes(self) -> Episodes:
        found = await self._layers.episodic.recent_episodes(self._asked.conversation_id)
        self._shown += found.ids
        return found

    async def _patterns(self) -> Injection:
        asked = self._asked
        found = await self._layers.telemetry.inject(
            asked.targets,
            action_type=asked.action_type,
            session_id=asked.session,
            target_node_type=asked.target_node_type,
        )
        if found.threshold is None:  # switched off, or withheld from this session
            return found
        way = await AsyncHistory(self._access).way(asked.user_message[: limits.INTENT], by_meaning=False)
        return (
            found
            if way is None
            else found.model_copy(update={"block": "\n".join(filter(None, [found.block, way.text]))})
        )

    async def _slots(self) -> dict[str, Any]:
        return await self._layers.working.get_many(self._asked.conversation_id, self._asked.slots)

    async def _memories(self) -> Recall:
        """Recall, in what is left of its time once the message is embedded."""
        asked, apart = self._asked, "entities" not in self._asked.without
        request = RecallRequest(
            query=asked.user_message,
            k=asked.k,
            kinds=self._kinds(),
            targets=asked.targets if apart else (),
            entity_budget=ENTITY_BUDGET if apart else None,
            budget=asked.budget,
            now=asked.now,
            without=OWN_MODEL,
            deadline=asked.seconds(self._recall) * HELD_BACK,
        )
        found = self._layers.recall.prepare(request)
        embedder = vectors.usable_embedder(self._access.embedder)
        if embedder is not None:
            await self._embed(found, embedder)
        found.began = time.monotonic()
        # What the other parts have brought by now need not be found again; what comes later is taken out behind.
        found.request = found.request.model_copy(update={"exclude_ids": tuple(self._shown[-limits.TARGETS :])})
        self.query = found
        return await self._layers.recall.find(found)

    def _kinds(self) -> tuple[Kind, ...]:
        """The kinds of results that the wanted parts have."""
        without = self._asked.without
        return tuple(kind for kind in get_args(Kind) if ("entities" if kind == "entity" else "memories") not in without)

    async def _embed(self, found: PreparedRecall, embedder: Embedder) -> None:
        """Embeds the message, once in the turn. Without a vector, recall searches by words."""
        found.embedded, found.model = without_speakers(found.parsed.text, self._access.speakers), embedder.name
        seconds = self._asked.seconds("embedding")
        reason = "deadline"
        try:
            found.vector = await run_in_thread_within_async(seconds, embedder.embed, found.embedded)
        except Exception as error:
            reason = "failed"
            log.warning("the part embedding of a turn is left out: %s", error)
        else:
            if found.vector is None:
                log.warning("the part embedding of a turn is left out: took longer than %s s", seconds)
        if found.vector is None:
            found.dropped.append(Dropped(retriever="embedding", reason=reason))

    async def unrepeated(self, ended: dict[PartName, Outcome], said: frozenset[str]) -> Outcome | None:
        """The memories without what is shown already, packed anew; as they are where that takes too long."""
        memories = ended.get("memories")
        if memories is None or not memories.done:
            return memories
        left = tuple(one for one in memories.value.results if not shown(one, said))
        if len(left) == len(memories.value.results):
            return memories
        chosen = memories.value.model_copy(update={"results": left})

        async def packed_anew() -> Recall:
            params = {"results": packing(chosen), "budget": self._asked.budget}
            (row,) = await self._access.graph.once(statement("recall/context"), **params)
            return packed(chosen, **row)

        works: dict[PartName, tuple[float, AsyncWork]] = {"memories": (self._asked.seconds("memories"), packed_anew)}
        once = (await self._access.background.run_concurrently(works))["memories"]
        return replace(memories, value=once.value) if once.done else memories
