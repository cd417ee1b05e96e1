# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""Ingest of messages: stored first, then memories are extracted from them."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from oxgraph.client import vectors
from oxgraph.client._sync.access import Access
from oxgraph.client._sync.erasure import withdraw
from oxgraph.client._sync.messages import BATCH, MessageWriter
from oxgraph.client._sync.remember import Remember
from oxgraph.client._sync.subjects import of_conversation, user_entity, user_node_id
from oxgraph.client._sync.user_facts import User, decays_after
from oxgraph.client.concurrency import Progress, no_progress, run_in_thread
from oxgraph.client.ingest_extraction import (
    LEASE,
    Attempt,
    ExtractionRun,
    Tally,
    extractor,
    report,
    taken_back,
    without_unknown_ends,
)
from oxgraph.client.ingest_messages import Spoken, batches, items_of, spoken
from oxgraph.extraction import Filter, Prefilter
from oxgraph.extraction.model_prompt import KnownTerms
from oxgraph.extraction.turns import USER
from oxgraph.graph import Row
from oxgraph.models import GuardedModel, LanguageModel
from oxgraph.predicates import defaults
from oxgraph.types.episodic import AgentId
from oxgraph.types.fields import unchecked
from oxgraph.types.ingest import IngestReport, MessagesInput, Roles

EARLIER = 6
"""Earlier messages that are read as context of a batch, for pronouns and repetitions."""

BACKGROUND = 40
"""Earlier messages that are read with a language model: its statements are compared with them too."""

KNOWN_SUBJECTS = 20
"""Maximum number of persons whose predicates and topic keys a language model is shown."""

KNOWN_TERMS = 50
"""Maximum number of topic keys of each, and of predicates in use and defined."""

CALL = "semantic.ingest"


def _as_it_stands(message: Spoken, state: Row) -> Spoken:
    return replace(message, attempts=state["attempts"], written_before=state["written_before"] or 0)


class Ingest:
    """Extracts memories from messages."""

    def __init__(self, access: Access) -> None:
        self._access = access
        self._remember = Remember(access)

    def ingest(
        self,
        messages: MessagesInput,
        *,
        conversation_id: str | None = None,
        speaker: str | None = None,
        roles: Iterable[str] = ("user",),
        agent_id: str | None = None,
        model: LanguageModel | None = None,
        progress: Progress = no_progress,
    ) -> IngestReport:
        """See `AsyncSemantic.ingest`."""
        now, space = self._access.now(), self._access.workspace_id
        agent_id = AgentId(agent_id=agent_id).agent_id
        given = spoken(space, messages, conversation_id, speaker, now, user_id=self._access.user_id)
        self._access.authorize(CALL)
        work = self._working(roles, model)
        work.agent_id = agent_id
        tally = Tally(messages=len(given), conversations=list(dict.fromkeys(one.conversation_id for one in given)))
        done = 0
        for name, batch in batches(given, BATCH):
            if not self._batch(name, batch, work, tally):
                return report(tally, "memory_disabled")
            done += len(batch)
            progress(done, len(given))
        return report(tally)

    def _working(self, roles: Iterable[str], model: LanguageModel | None) -> ExtractionRun:
        chosen = GuardedModel(model) if model else self._access.model
        embed = vectors.for_grounding(self._access.embedder)
        asked = Roles(roles=unchecked(roles)).roles
        return ExtractionRun(extractor(chosen, embed), Prefilter(Filter(frozenset(asked))))

    def _batch(self, name: str, messages: list[Spoken], work: ExtractionRun, tally: Tally) -> bool:
        """Writes a batch and extracts what is not yet; whether memory is on."""
        fresh = MessageWriter(self._access).write(CALL, name, messages, "pending", LEASE, agent_id=work.agent_id)
        if fresh is None:
            return False
        tally.written += len(fresh)
        self._work(name, messages, work, tally)
        return True

    def _work(self, name: str, messages: list[Spoken], work: ExtractionRun, tally: Tally) -> None:
        ids = [message.id for message in messages]
        before = BACKGROUND if work.asks_a_model else EARLIER
        (row,) = self._access.read(CALL, "conversation/turns", conversation_id=name, ids=ids, before=before)
        open_ = {state["id"]: state for state in row["states"] if state["extraction"] == "pending"}
        waiting = [_as_it_stands(message, open_[message.id]) for message in messages if message.id in open_]
        tally.known += len(messages) - len(waiting)
        work.read_context([Spoken.of(earlier, name) for earlier in row["earlier"]], row["speakers"])
        if waiting and work.asks_a_model:
            names = [message.speaker or USER for message in waiting]
            work.show(self._known_terms(names, user_node_id(self._access.user_id, name)))
        self._extract(waiting, row["speakers"], work, tally)

    def _known_terms(self, names: Iterable[str], user_node: str) -> KnownTerms:
        """Returns the predicates that the workspace knows, and the predicates and topic keys of some subjects."""
        wanted = list(dict.fromkeys(names))[:KNOWN_SUBJECTS]
        given = {"names": wanted, "user_node": user_node, "limit": KNOWN_TERMS}
        (row,) = self._access.read(CALL, "semantic/known_terms", **given)
        predicates = dict.fromkeys([*row["used"], *row["defined"], *(one["name"] for one in defaults())])
        topics = {one["subject"]: one["topic_keys"] for one in row["topics"] if one["topic_keys"]}
        return KnownTerms(list(predicates)[: 2 * KNOWN_TERMS], topics)

    def _extract(self, waiting: list[Spoken], speakers: list[str], work: ExtractionRun, tally: Tally) -> None:
        """Extracts and remembers; afterwards marks the messages as done."""
        known = self._known(work.hashes(waiting))
        attempts = run_in_thread(lambda messages: work.attempts(messages, speakers, known), waiting)
        if ends := taken_back(attempts):
            attempts = without_unknown_ends(attempts, self._known(ends))
        items = [item for attempt in attempts for item in self._items(attempt, work.agent_id)]
        placed = self._placed(waiting, items)
        tally.remembered(items, self._remember.remember_many(placed))
        self._name_user(attempts)
        rows = [attempt.settled(self._access.now()) for attempt in attempts]
        (settled,) = self._access.write(CALL, "conversation/settle_messages", rows=rows)
        if settled["gone"]:
            made = [one.memory_id for one in tally.memories if one.memory_id and one.message_id in settled["gone"]]
            withdraw(self._access, CALL, settled["gone"], made)
        for attempt, row in zip(attempts, rows, strict=True):
            tally.attempt(attempt, str(row["extraction"]))
        self._decay(waiting)

    def _name_user(self, attempts: Iterable[Attempt]) -> None:
        """Gives the user the names by which the user asks to be known, so that they are found by them.

        The user of a shared conversation gets none: anybody's statements would find it.
        """
        user_id = self._access.user_id
        found = (attempt.extraction.candidates for attempt in attempts if attempt.extraction is not None)
        given = dict.fromkeys(one.known_as for each in found for one in each if one.known_as and one.subject == USER)
        if not user_id or not given:
            return
        entity_id = user_entity(self._access, CALL, user_id)
        for name in given:
            self._access.write(CALL, "entity/alias", entity_id=entity_id, alias=name, now=self._access.now())

    def _decay(self, messages: list[Spoken]) -> None:
        """One in twenty turns of a user runs a step of the decay of the user's facts, as `user.upsert_fact` does."""
        user_id = self._access.user_id
        if user_id and any(one.role == "user" and decays_after(one.id) for one in messages):
            User(self._access, user_id).decay_old_facts()

    def _placed(self, messages: list[Spoken], items: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """The items; what a shared conversation's user without a name says is about an entity of that conversation."""
        return of_conversation(self._access, CALL, messages[0].conversation_id, items) if items else items

    def _known(self, hashes: list[str]) -> list[str]:
        (row,) = self._access.read(CALL, "conversation/known_contents", hashes=hashes)
        return list(row["known"])

    def _items(self, attempt: Attempt, agent_id: str | None) -> list[dict[str, Any]]:
        found = attempt.extraction.candidates if attempt.extraction is not None else ()
        own = {"agent_id": agent_id} if agent_id else {}
        return [item | own for item in items_of(self._access.workspace_id, attempt.message, found)]

    def extract_pending(self, batch: int = BATCH, model: LanguageModel | None = None) -> IngestReport:
        """See `AsyncSemantic.extract_pending`."""
        claimed = self._access.write(
            "semantic.extract_pending", "conversation/claim_waiting", batch=batch, lease=LEASE, now=self._access.now()
        )
        work, tally = self._working(("user",), model), Tally(messages=len(claimed))
        groups: dict[tuple[str, str | None, str], list[Spoken]] = {}
        for row in claimed:
            owner = row["user_id"] or "", row["agent_id"], row["conversation_id"]
            groups.setdefault(owner, []).append(Spoken.of(row))
        tally.conversations = list(dict.fromkeys(name for _, _, name in groups))
        last = None
        for (user_id, agent_id, name), messages in groups.items():
            # What one user said is no context of what another one says, even in conversations of one id.
            work = work if last in (None, user_id) else self._working(("user",), model)
            last, work.agent_id = user_id, agent_id
            whose = Ingest(self._access.as_user(user_id or None))
            whose._work(name, messages, work, tally)
        return report(tally)
