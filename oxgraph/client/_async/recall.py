"""Recall: what is known about a query, in one call of the plugin.

`AsyncRecaller.run` takes these steps in this order:

1. Read the query: a time window, predicates, types, negation, how specific it is (`PreparedRecall.of`).
2. Embed it, without the names of known speakers.
3. Rewrite it with the language model where it is broad, and embed the rewrites.
4. Call `oxgraph.recall`: retrieve, fuse, weigh, cut at the threshold, pack the context.
5. Embed and call once more where the answer names a speaker whose name was still in the embedded text.
6. Rerank the results with the cross-encoder, and pack the context again.
7. Record the access of the memories returned (without `k`, the first ten); they are counted a moment later.
8. Answer the query with the language model.

Steps 3, 6 and 8 need a model on the connection. A deadline leaves out what would take longer.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import partial
from typing import Any

from oxgraph.client import vectors
from oxgraph.client._async.access import AsyncAccess
from oxgraph.client.concurrency import run_in_thread_within_async
from oxgraph.client.recall_request import EMBEDDING, RERANKED, REWRITING, PreparedRecall
from oxgraph.client.recall_result import memories, packed, packing, recall_of, records, reranked, unranked
from oxgraph.clock import since_epoch
from oxgraph.cypher import statement
from oxgraph.graph import Row
from oxgraph.models import CrossEncoder, Embedder
from oxgraph.recall import question_answering, rewriting
from oxgraph.recall.speakers import without_speakers
from oxgraph.types.recall import Dropped, Recall, RecallRequest

CALL = "recall"


class AsyncRecaller:
    """Recall over one workspace: memories, messages and episodes, by meaning, words, names, times and topics."""

    def __init__(self, access: AsyncAccess) -> None:
        self._access = access

    async def run(self, request: RecallRequest, *, touch: bool = True, answer: bool = True) -> Recall:
        """The results of a request. Without `touch` no access is recorded, without `answer` no model answers.

        Raises InvalidInput for a blank query.
        """
        query = self.prepare(request)
        await self._embed(query, self._access.speakers)
        await self._rewrite(query)
        found = await self.find(query)
        if touch:
            self.record_access(found, query)
        return await self._answered(found, query) if answer and query.rule("answer") else found

    def prepare(self, request: RecallRequest) -> PreparedRecall:
        """The request with what its query says. Raises InvalidInput for a blank query, PermissionDenied."""
        if request.all_users:
            self._access.require_all_users("recall.all_users")
        return PreparedRecall.of(request, self._access.now(), self._access.user_id)

    def asked(self, query: PreparedRecall) -> dict[str, Any]:
        """What step 4 takes; with a cross-encoder as many results as it reads."""
        options = query.options(RERANKED if self._encoder(query) else 0)
        return {"query": query.parsed.text, "options": options, "now": since_epoch(query.request.now or query.now)}

    def _encoder(self, query: PreparedRecall) -> CrossEncoder | None:
        return self._access.cross_encoder if query.rule("reranking") else None

    async def find(self, query: PreparedRecall, row: Row | None = None) -> Recall:
        """Steps 4 to 6, for a query that is embedded; `row` is the plugin's answer where it is there already."""
        encoder = self._encoder(query)
        found = await self._call(query) if row is None else recall_of(row, query)
        self._access.hear(found.notes.speakers)
        if query.vector is not None and not query.late() and await self._embed(query, self._access.speakers):
            found = await self._call(query)
        if not found.results and found.notes.empty_because in (None, "nothing_stored"):
            await self._access.authorize(CALL)
        return await self._reranked(found, query, encoder) if encoder and found.results else found

    async def _call(self, query: PreparedRecall) -> Recall:
        """Step 4: the plugin's answer."""
        return recall_of(await self._access.call(CALL, "recall/recall", **self.asked(query)), query)

    async def _embed(self, query: PreparedRecall, speakers: Iterable[str]) -> bool:
        """Step 2: embeds the query without these names, where there is a model and time; whether the vector is new."""
        embedder = vectors.usable_embedder(self._access.embedder)
        text = without_speakers(query.parsed.text, speakers) if query.rule("speaker") else query.parsed.text
        if embedder is None or text == query.embedded:
            return False
        left = query.left()
        seconds = None if left is None else left * EMBEDDING
        vector, reason = None, "deadline"
        try:
            vector = None if query.late() else await run_in_thread_within_async(seconds, embedder.embed, text)
        except Exception as error:
            reason = "failed"
            vectors.failed(embedder, error, "a query is searched by its words")
        if vector is None and query.vector is None:
            query.dropped.append(Dropped(retriever="embedding", reason=reason))
        query.embedded, query.vector, query.model = text, vector or query.vector, embedder.name
        return vector is not None

    async def _rewrite(self, query: PreparedRecall) -> None:
        """Step 3: other words for a broad query, by the language model, and their vectors in one batch."""
        model = self._access.model
        if model is None or not query.broad():
            return
        left = query.left()
        seconds = rewriting.TIMEOUT if left is None else min(rewriting.TIMEOUT, left * REWRITING)
        work = partial(rewriting.rewrites, model, timeout=seconds)
        texts = await run_in_thread_within_async(seconds, work, query.parsed.text) or ()
        query.rewrites = [(text, None) for text in texts]
        embedder = vectors.usable_embedder(self._access.embedder)
        if embedder is not None and texts and query.vector is not None:
            speakers = self._access.speakers
            await self._embed_rewrites(query, embedder, [without_speakers(text, speakers) for text in texts])

    async def _embed_rewrites(self, query: PreparedRecall, embedder: Embedder, texts: list[str]) -> None:
        work = vectors.or_none(embedder, embedder.embed_many, "a query's rewrites are searched by their words")
        found = await run_in_thread_within_async(query.left(), work, texts)
        if found:
            query.rewrites = [(text, vector) for (text, _), vector in zip(query.rewrites, found, strict=True)]

    async def _reranked(self, found: Recall, query: PreparedRecall, encoder: CrossEncoder) -> Recall:
        """Step 6: the cross-encoder's order, or the first order where no time is left or it fails; packs anew."""
        read = found.model_copy(update={"results": found.results[:RERANKED]})
        score = partial(encoder.score, query.parsed.text)
        texts = [one.shown for one in read.results]
        scores, reason = None, "deadline"
        try:
            scores = None if query.late() else await run_in_thread_within_async(query.left(), score, texts)
        except Exception as error:
            reason = "failed"
            vectors.failed(encoder, error, "results keep their order")
        k = query.request.k
        chosen = unranked(found, k, reason) if scores is None else reranked(read, scores, k)
        params = {"results": packing(chosen), "budget": query.request.budget}
        (row,) = await self._access.graph.read(statement("recall/context"), **params)
        return self._trimmed(packed(chosen, **row), query.request)

    @staticmethod
    def _trimmed(found: Recall, request: RecallRequest) -> Recall:
        """Without `k`, what the cross-encoder read beyond the first results is one only if it is in the context."""
        if request.k is not None:
            return found
        kept = tuple(one for one in found.results if one.in_context or one.rank <= request.least)
        return found.model_copy(update={"results": kept})

    def record_access(self, found: Recall, query: PreparedRecall) -> None:
        """Step 7: queues the memories among the results to be counted as read."""
        self.record_read(memories(found.results, query.request.k or query.request.least), query.now)

    def record_read(self, ids: Sequence[str], now: datetime) -> None:
        """Queues memories to be counted as read."""
        if self._access.access_counts is not None:
            self._access.access_counts.add(*self._access.reader, ids, now)

    async def _answered(self, found: Recall, query: PreparedRecall) -> Recall:
        """Step 8: the results with the language model's answer, where there is a model and the time."""
        model = self._access.model
        if model is None or not found.results or query.late():
            return found
        seconds = query.left(question_answering.TIMEOUT) or question_answering.TIMEOUT
        work = partial(question_answering.answer, model, query.parsed.text, timeout=seconds)
        text = await run_in_thread_within_async(seconds, work, records(found))
        return found.model_copy(update={"answer": text or ""})
