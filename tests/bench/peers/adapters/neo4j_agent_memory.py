"""neo4j-agent-memory: its messages, found by `search_messages`, and its facts, found by `search_facts`.

Its `session_id` is not used by that search, so the tenant is named by `metadata_filters`, the only way that it has.
They are applied behind the vector search; `threshold` is 0, so that nothing of the ranking is cut. Its facts have no
tenant at all: those of others are left out here. It has no search of both: they are put in order by its similarity.
"""

import asyncio
import itertools
from collections.abc import Sequence

from neo4j_agent_memory import ExtractionConfig, MemoryClient, MemorySettings, Neo4jConfig
from neo4j_agent_memory.config.settings import ExtractorType
from pydantic import SecretStr

from tests.bench.peers.data import Fact, Turn
from tests.bench.peers.protocol import Answer, Found, Place, Vectors, depth, pack

BEYOND = 2
"""Times the results that are needed: those of other tenants are left out of what it finds."""


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
        self.learnt = False
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
                    "metadata": {"conversation": conversation, "keys": [turn.key], "line": Found.turn(turn).line},
                }
                for turn in said
            ]
            self.loop.run_until_complete(
                self.client.short_term.add_messages_batch(f"{conversation}/{session}", messages),
            )

    def learn(self, facts: Sequence[Fact]) -> None:
        self.learnt = True
        for fact in facts:
            metadata = {
                "conversation": fact.conversation,
                "keys": list(fact.evidence),
                "line": Found.fact(fact).line,
            }
            self.loop.run_until_complete(
                self.client.long_term.add_fact(fact.speaker, "states", fact.text, metadata=metadata)
            )

    def search(self, conversation: str, question: str, budget: int) -> Answer:
        limit = BEYOND * depth(budget)
        found = self.loop.run_until_complete(
            self.client.short_term.search_messages(
                question, limit=limit, threshold=0.0, metadata_filters={"conversation": conversation}
            )
        )
        if self.learnt:
            known = self.loop.run_until_complete(
                self.client.long_term.search_facts(question, limit=limit, threshold=0.0)
            )
            found = [*found, *(fact for fact in known if fact.metadata["conversation"] == conversation)]
            found.sort(key=lambda one: -one.metadata["similarity"])
        return pack([Found(one.metadata["keys"], one.metadata["line"]) for one in found], budget)

    def close(self) -> None:
        self.loop.run_until_complete(self.client.close())
