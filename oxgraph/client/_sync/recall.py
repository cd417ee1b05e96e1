# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""What is known about a query, in one round trip."""

from collections.abc import Iterable
from datetime import datetime
from functools import partial
from typing import Any

from oxgraph.client import vectors
from oxgraph.client._sync.access import Access
from oxgraph.client._sync.memories import When
from oxgraph.client.concurrency import run_in_thread_within
from oxgraph.client.recall_request import EMBEDDING, RERANKED, REWRITING, PreparedRecall
from oxgraph.client.recall_result import packed, packing, recall_of, records, reranked, unranked
from oxgraph.cypher import statement
from oxgraph.models import CrossEncoder, Embedder
from oxgraph.recall import answering, rewriting
from oxgraph.recall.speakers import without_speakers
from oxgraph.types.recall import Dropped, EntityGiven, Fusion, Kind, Recall, RecallRequest, WindowGiven

CALL = "recall"


class Recalling:
    """The reading of a whole workspace: memories, messages and episodes, by meaning, words, names, times and topics."""

    _access: Access

    def recall(
        self,
        query: str,
        *,
        k: int = 10,
        kinds: Kind | Iterable[Kind] = (),
        types: str | Iterable[str] = (),
        as_of: When | None = None,
        historical: bool = False,
        budget: int = 2_000,
        deadline: float | None = None,
        explain: bool = False,
        conversation_id: str | None = None,
        exclude_conversation_id: str | None = None,
        exclude_ids: str | Iterable[str] = (),
        minimum: float | None = None,
        entities: str | Iterable[EntityGiven] = (),
        window: WindowGiven | None = None,
        now: datetime | None = None,
        without: str | Iterable[str] = (),
        fusion: Fusion | None = None,
        confidence_floor: float | None = None,
        touch: bool = True,
        answer: bool = True,
    ) -> Recall:
        """What is known about `query`, the best first, and as a text to put before a model.

        One round trip once the query is embedded; a second one where the first tells of a speaker whom it names.
        `kinds` (memory, message, episode) and `types` narrow what is found, as do `conversation_id`,
        `exclude_conversation_id` and a `confidence_floor` (default: the workspace's). `exclude_ids` (at most 100)
        leaves out what is shown already, and memories all of whose evidence is. `minimum` (0–1) keeps what is at least
        so similar, by meaning or words, and orders by that. `as_of` shows what held and was known then,
        `historical` also what is superseded or expired. `window` (from, to) prefers a time; without it, the query's own
        words do ("last month", seen from `now`, whose zone is the asker's; default: the connection's clock). `deadline`
        (seconds) bounds the whole call: what would take longer is left out, and `notes.dropped` says so. `without`
        leaves out retrievers and rules.

        With a language model on the connection, a broad query is also searched for in its words, and `.answer` holds
        its answer (not with `answer=False`). What is returned counts as read a moment later, which revives expired
        memories; not with `touch=False`. A query beyond 10,000 characters is cut there. Raises InvalidInput.
        """
        given: dict[str, Any] = {
            name: value for name, value in locals().items() if name not in ("self", "touch", "answer")
        }
        asked = PreparedRecall.of(RecallRequest(**given), self._access.now())
        found = self._found(asked)
        if touch:
            self._touch(found, asked)
        return self._answered(found, asked) if answer and asked.rule("answer") else found

    def flush(self) -> None:
        """Counts now what recall has returned and was still to be counted. Raises nothing."""
        if self._access.access_counts is not None:
            self._access.access_counts.flush()

    def _found(self, asked: PreparedRecall) -> Recall:
        """The answer; once more where it tells of a speaker whose name was still in the vector's words."""
        heard, workspace_id = self._access.speaker_cache, self._access.workspace_id
        self._embed(asked, heard.get(workspace_id, ()))
        self._rewrite(asked)
        encoder = self._access.cross_encoder if asked.rule("reranking") else None
        found = self._ask(asked, encoder)
        heard[workspace_id] = found.notes.speakers or heard.get(workspace_id, ())
        if asked.vector is not None and not asked.late() and self._embed(asked, heard[workspace_id]):
            found = self._ask(asked, encoder)
        if not found.results and found.notes.empty_because in (None, "nothing_stored"):
            self._access.authorize(CALL)
        return self._reranked(found, asked, encoder) if encoder and found.results else found

    def _ask(self, asked: PreparedRecall, encoder: CrossEncoder | None) -> Recall:
        options = asked.options(RERANKED if encoder else 0)
        now = asked.request.now or asked.now
        row = self._access.call(CALL, "recall/recall", query=asked.query.text, options=options, now=now)
        return recall_of(row, asked)

    def _embed(self, asked: PreparedRecall, speakers: Iterable[str]) -> bool:
        """The vector of the query without these names, where there is a model and the time; whether it is new."""
        embedder = vectors.usable_embedder(self._access.embedder)
        text = without_speakers(asked.query.text, speakers) if asked.rule("speaker") else asked.query.text
        if embedder is None or text == asked.embedded:
            return False
        left = asked.left()
        seconds = None if left is None else left * EMBEDDING
        vector = None if asked.late() else run_in_thread_within(seconds, embedder.embed, text)
        if vector is None and asked.vector is None:
            asked.dropped.append(Dropped(retriever="embedding", reason="deadline"))
        asked.embedded, asked.vector, asked.model = text, vector or asked.vector, embedder.name
        return vector is not None

    def _rewrite(self, asked: PreparedRecall) -> None:
        """Other words for a broad query, by the language model, and their vectors in one batch."""
        model = self._access.model
        if model is None or not asked.broad():
            return
        left = asked.left()
        seconds = rewriting.TIMEOUT if left is None else min(rewriting.TIMEOUT, left * REWRITING)
        work = partial(rewriting.rewrites, model, timeout=seconds)
        texts = run_in_thread_within(seconds, work, asked.query.text) or ()
        asked.rewrites = [(text, None) for text in texts]
        embedder = vectors.usable_embedder(self._access.embedder)
        if embedder is not None and texts and asked.vector is not None:
            speakers = self._access.speaker_cache.get(self._access.workspace_id, ())
            self._embed_rewrites(asked, embedder, [without_speakers(text, speakers) for text in texts])

    def _embed_rewrites(self, asked: PreparedRecall, embedder: Embedder, texts: list[str]) -> None:
        found = run_in_thread_within(asked.left(), embedder.embed_many, texts)
        if found:
            asked.rewrites = [(text, vector) for (text, _), vector in zip(asked.rewrites, found, strict=True)]

    def _reranked(self, found: Recall, asked: PreparedRecall, encoder: CrossEncoder) -> Recall:
        """The cross-encoder's order, or the first order where no time is left; the context anew in either case."""
        read = found.model_copy(update={"results": found.results[:RERANKED]})
        score = partial(encoder.score, asked.query.text)
        texts = [one.content for one in read.results]
        scores = None if asked.late() else run_in_thread_within(asked.left(), score, texts)
        k = asked.request.k
        chosen = unranked(found, k) if scores is None else reranked(read, scores, k)
        params = {"results": packing(chosen), "budget": asked.request.budget}
        (row,) = self._access.graph.read(statement("recall/context"), **params)
        return packed(chosen, **row)

    def _touch(self, found: Recall, asked: PreparedRecall) -> None:
        """Notes what was read; a failure to count it is ignored."""
        if self._access.access_counts is not None:
            ids = [one.id for one in found.results if one.kind == "memory"]
            reader = self._access.workspace_id, self._access.token_hash
            self._access.access_counts.add(*reader, ids, asked.now)

    def _answered(self, found: Recall, asked: PreparedRecall) -> Recall:
        model = self._access.model
        if model is None or not found.results or asked.late():
            return found
        seconds = asked.left(answering.TIMEOUT) or answering.TIMEOUT
        work = partial(answering.answer, model, asked.query.text, timeout=seconds)
        text = run_in_thread_within(seconds, work, records(found))
        return found.model_copy(update={"answer": text or ""})
