"""neo4j-agent-memory: its messages, found by `search_messages`.

Its `session_id` is not used by that search, so the tenant is named by `metadata_filters`, the only way that it has.
They are applied behind the vector search; `threshold` is 0, so that nothing of the ranking is cut.
"""

import asyncio
import itertools
from collections.abc import Sequence

from neo4j_agent_memory import ExtractionConfig, MemoryClient, MemorySettings, Neo4jConfig
from neo4j_agent_memory.config.settings import ExtractorType
from pydantic import SecretStr

from tests.bench.peers.data import Turn
from tests.bench.peers.protocol import Place, Vectors


class Embedder:
    """The shared embedder, as this memory calls one."""

    def __init__(self, vectors: Vectors) -> None:
        self.vectors = vectors
        self.dimensions = vectors.dimension

    async def embed(self, text: str) -> list[float]:
        return self.vectors.one(text)

    async def embed_batch(self, texts: list[str]) -> list[list[float]]:
        return self.vectors.many(texts)


class Adapter:
    """One session for each session of a conversation; its turns carry key and conversation as metadata."""

    def __init__(self, place: Place, vectors: Vectors) -> None:
        self.loop = asyncio.new_event_loop()
        settings = MemorySettings(
            neo4j=Neo4jConfig(uri=place.uri, username=place.user, password=SecretStr(place.password)),
            extraction=ExtractionConfig(extractor_type=ExtractorType.NONE),
            backend="bolt",
        )
        self.client = MemoryClient(settings, embedder=Embedder(vectors))
        self.loop.run_until_complete(self.client.connect())

    def load(self, turns: Sequence[Turn]) -> None:
        for (conversation, session), said in itertools.groupby(turns, lambda turn: (turn.conversation, turn.session)):
            messages = [
                {
                    "role": "user",
                    "content": turn.line,
                    "timestamp": turn.said_at,
                    "metadata": {"conversation": conversation, "key": turn.key},
                }
                for turn in said
            ]
            self.loop.run_until_complete(
                self.client.short_term.add_messages_batch(f"{conversation}/{session}", messages),
            )

    def search(self, conversation: str, question: str, limit: int) -> list[str]:
        found = self.loop.run_until_complete(
            self.client.short_term.search_messages(
                question, limit=limit, threshold=0.0, metadata_filters={"conversation": conversation}
            )
        )
        return [str(message.metadata["key"]) for message in found]

    def close(self) -> None:
        self.loop.run_until_complete(self.client.close())
