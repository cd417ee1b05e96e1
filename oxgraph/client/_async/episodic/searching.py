"""What was said, in whichever conversation, found again (seed 003)."""

from collections.abc import Iterable
from typing import Any

from oxgraph.client import vectors
from oxgraph.client._async.access import AsyncAccess
from oxgraph.client._async.episodic.reading import message_of
from oxgraph.client.offload import run_async
from oxgraph.graph import Row
from oxgraph.recall import MAX_CHARACTERS
from oxgraph.types.episodic import FoundMessage
from oxgraph.types.ingest import MessageRole
from oxgraph.types.recall import MessageSearch
from oxgraph.types.semantic_fields import packed

CALL = "episodic.search"


def _found(row: Row) -> FoundMessage:
    similarity = row.pop("similarity")
    return FoundMessage(**message_of(row).model_dump(), similarity=similarity)


class AsyncSearchingMessages:
    """The search through the messages of all conversations."""

    _access: AsyncAccess

    async def search(
        self,
        query: str,
        *,
        k: int = 10,
        minimum: float | None = None,
        conversation_id: str | None = None,
        exclude_conversation_id: str | None = None,
        roles: MessageRole | Iterable[MessageRole] = (),
    ) -> tuple[FoundMessage, ...]:
        """The messages that are most like `query`, by meaning or by words, the most similar first, in one round trip.

        Up to `k` (1–1,000) of a similarity of at least `minimum` (0–1; None: the workspace's search_similarity, 0.6):
        the greater of the cosine to the query and the share of its words, by how rare they are, that a message has.
        Through all conversations, or one, or all but `exclude_conversation_id`, which may be the one going on; by
        all `roles` or these. Without an embedder words alone decide. The query is searched for up to its 10,000th
        character. Raises InvalidInput, and what the embedder raises.
        """
        given: dict[str, Any] = {name: value for name, value in locals().items() if name != "self"}
        asked = MessageSearch(**given)
        embedder = vectors.usable_embedder(self._access.embedder)
        text = asked.query[:MAX_CHARACTERS]
        vector = None if embedder is None else await run_async(embedder.embed, text)
        return await self._search(asked, vector)

    async def _search(self, asked: MessageSearch, vector: list[float] | None) -> tuple[FoundMessage, ...]:
        """The same with a vector that is made already, or by words alone."""
        row = await self._access.direct(
            CALL,
            "recall/search",
            query=asked.query[:MAX_CHARACTERS],
            options=self._options(asked, vector),
            now=self._access.now(),
        )
        return tuple(_found(message) for message in row["messages"])

    def _options(self, asked: MessageSearch, vector: list[float] | None) -> dict[str, Any]:
        """The options of oxgraph.recall; where no minimum is given the plugin takes the workspace's."""
        options: dict[str, Any] = {
            "k": asked.k,
            "kinds": ["message"],
            "types": list(asked.roles),
            "minimum": True if asked.minimum is None else asked.minimum,
            "budget": 0,
        }
        for name in ("conversation_id", "exclude_conversation_id"):
            if getattr(asked, name) is not None:
                options[name] = getattr(asked, name)
        if vector is not None:
            options |= {"embedding": packed(vector), "embedding_model": vectors.model_name(self._access.embedder)}
        return options
