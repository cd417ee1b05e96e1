"""The parts of a turn: history, instructions, episodes, entities, memories, patterns, slots, read in one round trip."""

import logging
import time
from dataclasses import replace
from functools import partial
from typing import Any, get_args

from oxgraph.client import vectors
from oxgraph.client._async.access import AsyncAccess
from oxgraph.client._async.conversation_parts import (
    Asked,
    costliest,
    episodes_of,
    experience,
    experience_of,
    history,
    instructions,
    instructions_of,
    messages_of,
    prompt_history,
    read_parts,
    recent_episodes,
    slots,
    slots_of,
)
from oxgraph.client._async.recall import AsyncRecaller
from oxgraph.client.concurrency import AsyncWork, Outcome, run_in_thread_within_async
from oxgraph.client.recall_request import PreparedRecall
from oxgraph.client.recall_result import packed, packing
from oxgraph.client.turn_prompt import ORDER, fitting, shown, whole_ids
from oxgraph.cypher import statement
from oxgraph.errors import AccessError, WorkspaceDeleted, WorkspaceNotFound
from oxgraph.models import Embedder
from oxgraph.recall.follow_ups import goes_on, is_small_talk
from oxgraph.recall.speakers import without_speakers
from oxgraph.types import Recall, limits
from oxgraph.types.inputs import CostliestRequest, InjectRequest
from oxgraph.types.recall import Dropped, Kind, RecallRequest
from oxgraph.types.turn import ENTITY_BUDGET, PartName, ReadPart, TurnRequest

log = logging.getLogger("oxgraph")

CALL = "turn"

OWN_MODEL = ("rewrites", "answer")
"""Rules of recall that call a language model. A turn leaves them out: its caller calls the model."""

FOLLOWED = 10
"""Messages among which the user's is sought that a message without a word of its own goes on from."""

HELD_BACK = 0.9
"""The share of its time limit that the plugin gets, so that it returns what it found so far before the limit."""


CALLERS = (AccessError, WorkspaceDeleted, WorkspaceNotFound)
"""Errors of the caller's access, which are raised whatever part met them."""


Names = tuple[PartName, ...]
"""Parts that are read together."""


class AsyncTurnParts:
    """Asks for the parts of one turn: history, instructions, episodes, entities, memories, patterns, slots.

    One statement reads all of them; parts with another time limit are read apart. Recall brings the memories and the
    entities, without what history, instructions and episodes show.
    """

    def __init__(self, access: AsyncAccess, asked: TurnRequest, recall: AsyncRecaller) -> None:
        self._access = access
        self._asked = asked
        self._recaller = recall
        self._shown: list[str] = []
        self.query: PreparedRecall | None = None
        """The query of recall, with its vector, once there is one."""

    async def ask(self) -> dict[PartName, Outcome]:
        """The outcome of each part that is wanted. Raises errors of the caller's access."""
        began = time.monotonic()
        groups = self._groups()
        if not groups:
            await self._access.authorize(CALL)
        ended = await self._read_all(groups, began)
        broken = [name for names in groups if len(names) > 1 for name in names if ended[name].error is not None]
        if broken:
            # One of them has broken the statement for all: each is read by itself.
            ended |= await self._read_all([(name,) for name in broken], began)
        ended |= self._recalled(ended.pop(self._recall, None))
        ended = {name: ended[name] for name in ORDER if name in ended}
        for name, one in ended.items():
            if not one.done:
                log.warning("the part %s of a turn is left out: %s", name, one.why)
        return ended

    def _groups(self) -> list[Names]:
        """The parts that are wanted: those that are read together have the same time limit."""
        asked = self._asked
        wanted: dict[PartName, bool] = {
            "history": True,
            "instructions": True,
            "episodes": True,
            "patterns": True,
            self._recall: True,
            "slots": bool(asked.slots),
        }
        groups: dict[float, Names] = {}
        for name in (name for name, some in wanted.items() if some and name not in asked.without):
            seconds = asked.seconds(name)
            groups[seconds] = (*groups.get(seconds, ()), name)
        return list(groups.values())

    async def _read_all(self, groups: list[Names], began: float) -> dict[PartName, Outcome]:
        """The outcome of each part; their limits count from `began`. Raises errors of the caller's access."""
        spent = time.monotonic() - began
        works: dict[Names, tuple[float, AsyncWork]] = {
            names: (max(map(self._seconds, names)) - spent, partial(self._read, names)) for names in groups
        }
        ended: dict[PartName, Outcome] = {}
        for names, one in (await self._access.background.run_concurrently(works)).items():
            if isinstance(one.error, CALLERS):
                raise one.error
            ended |= {name: replace(one, value=one.value[name]) if one.done else one for name in names}
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
        return replace(ended, value=self.query.entities) if ended.done and self.query else ended

    def _seconds(self, name: PartName) -> float:
        """A part's own time; embedding has its own before recall begins, unless recall has none."""
        seconds = self._asked.seconds(name)
        return seconds + self._asked.seconds("embedding") if name == self._recall and seconds > 0 else seconds

    async def _read(self, names: Names) -> dict[PartName, Any]:
        """The values of parts that are read together."""
        asked = self._asked
        query = await self._embedded() if self._recall in names else None
        row = await read_parts(self._access, CALL, asked.conversation_id, self._asked_of(names, query))
        found: dict[PartName, Any] = {}
        seen: list[str] = []
        if "history" in names:
            found["history"] = messages_of(row)
            seen += whole_ids(found["history"])
        if "instructions" in names:
            found["instructions"] = fitting(instructions_of(row))
            seen += [one["id"] for one in found["instructions"]]
        if "episodes" in names:
            found["episodes"] = episodes_of(row)
            seen += found["episodes"].ids
        self._shown += seen
        if "patterns" in names:
            found["patterns"] = experience_of(row)
        if "slots" in names:
            found["slots"] = slots_of(row)
        if query is not None:
            excluded = (*query.request.exclude_ids, *seen)[-limits.TARGETS :]
            query.request = query.request.model_copy(update={"exclude_ids": excluded})
            self.query = query
            found[self._recall] = await self._recaller.find(query, row["recall"])
        return found

    def _asked_of(self, names: Names, query: PreparedRecall | None) -> dict[ReadPart, Asked]:
        """What the statement takes for these parts."""
        asked = self._asked
        given: dict[ReadPart, Asked] = {
            "history": prompt_history(asked.history, asked.history_tokens),
            "instructions": instructions(self._access),
            "episodes": recent_episodes(),
            "patterns": self._experience(),
            "slots": slots(asked.slots),
        }
        given = {name: one for name, one in given.items() if name in names}
        return given if query is None else given | {"recall": self._recaller.asked(query)}

    def _experience(self) -> Asked:
        asked = self._asked
        if not asked.is_about_an_action:
            return costliest(CostliestRequest(session_id=asked.session))
        about = InjectRequest(
            targets=asked.targets,
            action_type=asked.action_type,
            session_id=asked.session,
            target_node_type=asked.target_node_type,
        )
        return experience(self._access.workspace_id, about, asked.user_message[: limits.INTENT])

    async def _embedded(self) -> PreparedRecall:
        """The query of recall, with the message's vector; recall has what is left of its time once it is embedded."""
        asked, apart = self._asked, "entities" not in self._asked.without
        request = RecallRequest(
            query=await self._sought(),
            k=asked.k,
            kinds=self._kinds(),
            targets=asked.targets if apart else (),
            entity_budget=ENTITY_BUDGET if apart else None,
            budget=asked.budget,
            now=asked.now,
            without=OWN_MODEL,
            deadline=asked.seconds(self._recall) * HELD_BACK,
            exclude_ids=tuple(self._shown[-limits.TARGETS :]),
        )
        found = self._recaller.prepare(request)
        embedder = vectors.usable_embedder(self._access.embedder)
        if embedder is not None:
            await self._embed(found, embedder)
        found.began = time.monotonic()
        return found

    async def _sought(self) -> str:
        """What recall is asked: the message, behind the user's one before it where it says nothing by itself.

        Of small talk (`yes please`) the one before alone: it has no word to search for.
        """
        message = self._asked.user_message
        if not goes_on(message):
            return message
        row = await read_parts(self._access, CALL, self._asked.conversation_id, {"history": history(FOLLOWED)})
        before = [one.text for one in messages_of(row) if one.role == "user" and not goes_on(one.text)]
        if not before:
            return message
        return before[-1] if is_small_talk(message) else f"{before[-1]} {message}"

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

    async def unrepeated(self, ended: dict[PartName, Outcome], shown_ids: frozenset[str]) -> Outcome | None:
        """The memories without what is shown already, packed anew; as they are where that takes too long.

        Where recall has excluded all of that already, its results are not read.
        """
        memories = ended.get("memories")
        if memories is None or not memories.done:
            return memories
        if self.query is not None and shown_ids.issubset(self.query.request.exclude_ids):
            return memories
        left = tuple(one for one in memories.value.results if not shown(one, shown_ids))
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
