"""Ingest of messages: stored first, then memories are extracted from them."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from oxgraph.client._async.access import AsyncAccess
from oxgraph.client._async.erasure import withdraw
from oxgraph.client._async.messages import BATCH, AsyncMessageWriter
from oxgraph.client._async.remember import AsyncRemember
from oxgraph.client.concurrency import Progress, no_progress, run_in_thread_async
from oxgraph.client.ingest_extraction import LEASE, Attempt, ExtractionRun, Tally, extractor, report
from oxgraph.client.ingest_messages import Spoken, batches, items_of, spoken
from oxgraph.extraction import Filter, Prefilter
from oxgraph.extraction.model_prompt import KnownTerms
from oxgraph.extraction.turns import USER
from oxgraph.graph import Row
from oxgraph.models import LanguageModel
from oxgraph.predicates import defaults
from oxgraph.types.ingest import IngestReport, MessagesInput

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


class AsyncIngest:
    """Extracts memories from messages."""

    def __init__(self, access: AsyncAccess) -> None:
        self._access = access
        self._remember = AsyncRemember(access)

    async def ingest(
        self,
        messages: MessagesInput,
        *,
        conversation_id: str | None = None,
        speaker: str | None = None,
        roles: Iterable[str] = ("user",),
        model: LanguageModel | None = None,
        progress: Progress = no_progress,
    ) -> IngestReport:
        """See `AsyncSemantic.ingest`."""
        given = spoken(self._access.workspace_id, messages, conversation_id, speaker, self._access.now())
        await self._access.authorize(CALL)
        work = self._working(roles, model)
        tally = Tally(messages=len(given), conversations=list(dict.fromkeys(one.conversation_id for one in given)))
        done = 0
        for name, said in batches(given, BATCH):
            if not await self._batch(name, said, work, tally):
                return report(tally, "memory_disabled")
            done += len(said)
            progress(done, len(given))
        return report(tally)

    def _working(self, roles: Iterable[str], model: LanguageModel | None) -> ExtractionRun:
        chosen = model or self._access.model
        embedder = self._access.embedder
        embed = embedder.embed_many if embedder is not None and embedder.dimension else None
        return ExtractionRun(extractor(chosen, embed), Prefilter(Filter(frozenset(roles))))

    async def _batch(self, name: str, said: list[Spoken], work: ExtractionRun, tally: Tally) -> bool:
        """Writes a batch and extracts what is not yet; whether memory is on."""
        fresh = await AsyncMessageWriter(self._access).write(CALL, name, said, "pending", LEASE)
        if fresh is None:
            return False
        tally.written += len(fresh)
        await self._work(name, said, work, tally)
        return True

    async def _work(self, name: str, said: list[Spoken], work: ExtractionRun, tally: Tally) -> None:
        ids = [message.id for message in said]
        before = BACKGROUND if work.asks_a_model else EARLIER
        (row,) = await self._access.read(CALL, "conversation/turns", conversation_id=name, ids=ids, before=before)
        open_ = {state["id"]: state for state in row["states"] if state["extraction"] == "pending"}
        waiting = [_as_it_stands(message, open_[message.id]) for message in said if message.id in open_]
        tally.known += len(said) - len(waiting)
        work.listen([Spoken.of(earlier, name) for earlier in row["earlier"]], row["speakers"])
        if waiting and work.asks_a_model:
            work.show(await self._known_terms([message.speaker or USER for message in waiting]))
        await self._extract(waiting, row["speakers"], work, tally)

    async def _known_terms(self, names: Iterable[str]) -> KnownTerms:
        """Returns the predicates that the workspace knows, and the predicates and topic keys of some subjects."""
        wanted = list(dict.fromkeys(names))[:KNOWN_SUBJECTS]
        (row,) = await self._access.read(CALL, "semantic/known_terms", names=wanted, limit=KNOWN_TERMS)
        predicates = dict.fromkeys([*row["used"], *row["defined"], *(one["name"] for one in defaults())])
        topics = {one["subject"]: one["topic_keys"] for one in row["topics"] if one["topic_keys"]}
        return KnownTerms(list(predicates)[: 2 * KNOWN_TERMS], topics)

    async def _extract(self, waiting: list[Spoken], speakers: list[str], work: ExtractionRun, tally: Tally) -> None:
        """Extracts and remembers; afterwards marks the messages as done."""
        known = await self._known(work.hashes(waiting))
        attempts = await run_in_thread_async(lambda messages: work.attempts(messages, speakers, known), waiting)
        items = [item for attempt in attempts for item in self._items(attempt)]
        tally.remembered(items, await self._remember.remember_many(items))
        rows = [attempt.settled(self._access.now()) for attempt in attempts]
        (settled,) = await self._access.write(CALL, "conversation/settle_messages", rows=rows)
        if settled["gone"]:
            made = [one.memory_id for one in tally.memories if one.memory_id and one.message_id in settled["gone"]]
            await withdraw(self._access, CALL, settled["gone"], made)
        for attempt, row in zip(attempts, rows, strict=True):
            tally.attempt(attempt, str(row["extraction"]))

    async def _known(self, hashes: list[str]) -> list[str]:
        (row,) = await self._access.read(CALL, "conversation/known_contents", hashes=hashes)
        return list(row["known"])

    def _items(self, attempt: Attempt) -> list[dict[str, Any]]:
        found = attempt.extraction.candidates if attempt.extraction is not None else ()
        return items_of(self._access.workspace_id, attempt.message, found)

    async def extract_pending(self, batch: int = BATCH, model: LanguageModel | None = None) -> IngestReport:
        """See `AsyncSemantic.extract_pending`."""
        claimed = await self._access.write(
            "semantic.extract_pending", "conversation/claim_waiting", batch=batch, lease=LEASE, now=self._access.now()
        )
        work, tally = self._working(("user",), model), Tally(messages=len(claimed))
        groups: dict[str, list[Spoken]] = {}
        for row in claimed:
            groups.setdefault(row["conversation_id"], []).append(Spoken.of(row))
        tally.conversations = list(groups)
        for name, said in groups.items():
            await self._work(name, said, work, tally)
        return report(tally)
