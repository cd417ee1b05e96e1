"""graphiti-core: each turn, and each fact that is given, as an edge, found by its hybrid search of edges.

Its own way in, `add_episode`, needs a language model to draw facts from a turn. Without one the turn itself is the
fact: nodes for the speakers, and an edge from the speaker to the other one, written by its own bulk writer with the
vectors that its own classes make. The question goes to `Graphiti.search`: words and meaning, fused by RRF.
"""

import asyncio
import itertools
import os
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

os.environ.setdefault("GRAPHITI_TELEMETRY_ENABLED", "false")
os.environ.setdefault("EMBEDDING_DIM", "384")

from graphiti_core import Graphiti
from graphiti_core.cross_encoder.client import CrossEncoderClient
from graphiti_core.edges import EntityEdge
from graphiti_core.embedder.client import EmbedderClient
from graphiti_core.llm_client.client import LLMClient
from graphiti_core.llm_client.config import LLMConfig
from graphiti_core.nodes import EntityNode
from graphiti_core.utils.bulk_utils import add_nodes_and_edges_bulk

from tests.bench.peers.data import Fact, Turn
from tests.bench.peers.protocol import Answer, Found, Place, Vectors, depth, pack

BATCH = 100


class Embedder(EmbedderClient):  # type: ignore[misc]
    """The shared embedder, as graphiti calls one."""

    def __init__(self, vectors: Vectors) -> None:
        self.vectors = vectors

    async def create(self, input_data: str | list[str] | Iterable[int] | Iterable[Iterable[int]]) -> list[float]:
        return self.vectors.one(input_data if isinstance(input_data, str) else str(next(iter(input_data))))

    async def create_batch(self, input_data_list: list[str]) -> list[list[float]]:
        return self.vectors.many(input_data_list)


class NoModel(LLMClient):  # type: ignore[misc]
    """Stands where a language model is asked for; nothing that is used here asks it."""

    async def _generate_response(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        raise RuntimeError("no language model is used")


class NoCrossEncoder(CrossEncoderClient):  # type: ignore[misc]
    """Stands where a model that ranks is asked for."""

    async def rank(self, query: str, passages: list[str]) -> list[tuple[str, float]]:
        raise RuntimeError("no cross-encoder is used")


class Adapter:
    """One group for each conversation."""

    def __init__(self, place: Place, vectors: Vectors) -> None:
        self.loop = asyncio.new_event_loop()
        self.embedder = Embedder(vectors)
        self.found: dict[str, Found] = {}
        self.nodes: dict[str, dict[str, EntityNode]] = {}
        self.graphiti = self.loop.run_until_complete(self._open(place))

    async def _open(self, place: Place) -> Graphiti:
        return Graphiti(
            place.uri,
            place.user,
            place.password,
            llm_client=NoModel(LLMConfig(), cache=False),
            embedder=self.embedder,
            cross_encoder=NoCrossEncoder(),
        )

    def load(self, turns: Sequence[Turn]) -> None:
        self.loop.run_until_complete(self._load(turns))

    async def _load(self, turns: Sequence[Turn]) -> None:
        await self.graphiti.build_indices_and_constraints()
        for group, said in itertools.groupby(turns, lambda turn: turn.conversation):
            talk = list(said)
            nodes = {name: self._node(group, name, talk[0]) for name in dict.fromkeys(turn.speaker for turn in talk)}
            self.nodes[group] = nodes
            await self._write(nodes, [self._edge(turn, turn.line, "SAID", Found.turn(turn)) for turn in talk])
        await self.graphiti.driver.execute_query("CALL db.awaitIndexes(300)")

    def learn(self, facts: Sequence[Fact]) -> None:
        self.loop.run_until_complete(self._learn(facts))

    async def _learn(self, facts: Sequence[Fact]) -> None:
        for group, known in itertools.groupby(facts, lambda fact: fact.conversation):
            edges = [self._edge(fact, fact.text, "STATES", Found.fact(fact)) for fact in known]
            await self._write(self.nodes[group], edges)

    async def _write(self, nodes: dict[str, EntityNode], edges: list[EntityEdge]) -> None:
        for edge, vector in zip(edges, self.embedder.vectors.many([edge.fact for edge in edges]), strict=True):
            edge.fact_embedding = vector
        for start in range(0, len(edges), BATCH):
            batch = edges[start : start + BATCH]
            driver = self.graphiti.driver
            await add_nodes_and_edges_bulk(driver, [], [], list(nodes.values()), batch, self.embedder)

    def _node(self, group: str, name: str, first: Turn) -> EntityNode:
        return EntityNode(name=name, group_id=group, created_at=datetime.fromisoformat(first.said_at), labels=[])

    def _edge(self, said: Turn | Fact, text: str, name: str, found: Found) -> EntityEdge:
        said_at = datetime.fromisoformat(said.said_at)
        nodes = self.nodes[said.conversation]
        other = next((node for name, node in nodes.items() if name != said.speaker), nodes[said.speaker])
        edge = EntityEdge(
            group_id=said.conversation,
            source_node_uuid=nodes[said.speaker].uuid,
            target_node_uuid=other.uuid,
            created_at=said_at,
            valid_at=said_at,
            name=name,
            fact=text,
        )
        self.found[edge.uuid] = found
        return edge

    def search(self, conversation: str, question: str, budget: int) -> Answer:
        found = self.loop.run_until_complete(
            self.graphiti.search(question, group_ids=[conversation], num_results=depth(budget)),
        )
        return pack([self.found[edge.uuid] for edge in found if edge.uuid in self.found], budget)

    def close(self) -> None:
        self.loop.run_until_complete(self.graphiti.close())
