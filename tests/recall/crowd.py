"""Very many memories quickly: finished nodes put straight into the graph, for tests and benches that only read them."""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from oxgraph import cypher
from oxgraph.cypher import CypherFile, statement
from oxgraph.graph import Graph
from oxgraph.ids import stable_id

BATCH = 5_000
POOL = 211


def query(name: str) -> CypherFile:
    """A statement of these tests."""
    return cypher.load(Path(__file__).parents[1] / "cypher" / "recall" / f"{name}.cypher", "query")


def pool(seed: str, dimension: int, size: int = POOL) -> list[list[float]]:
    """Unit vectors in all directions; what is made of two of them is about as long."""
    chance = random.Random(seed)
    return [unit([chance.gauss(0, 1) for _ in range(dimension)]) for _ in range(size)]


def unit(vector: Sequence[float]) -> list[float]:
    """The vector, brought to length 1."""
    length = math.sqrt(sum(number * number for number in vector))
    return [number / length for number in vector]


@dataclass
class Crowd:
    """What a workspace is filled with: contents, names and predicates are taken in turns, vectors from the pool."""

    contents: Sequence[str]
    names: Sequence[str]
    predicates: Sequence[str]
    vectors: Sequence[Sequence[float]]
    model: str
    questions: Sequence[str] = ()
    texts: Sequence[str] = ()
    speakers: Sequence[str] = ("Somebody",)
    people: dict[str, list[str]] = field(default_factory=dict)
    """The ids of the names, by workspace."""

    def remember(self, graph: Graph, workspace_id: str, count: int, now: datetime, start: int = 0) -> None:
        """Adds so many memories, numbered from `start`."""
        for first in range(start, start + count, BATCH):
            graph.write(
                query("crowd_memories"),
                workspace_id=workspace_id,
                first=first,
                last=min(first + BATCH, start + count) - 1,
                contents=self.contents,
                questions=self.questions,
                predicates=self.predicates,
                people=self.know(graph, workspace_id, now),
                pool=self.vectors,
                model=self.model,
                now=now,
            )

    def talk(
        self, graph: Graph, workspace_id: str, conversation_id: str, count: int, now: datetime, *, start: int = 0
    ) -> None:
        """Adds a conversation of so many messages, numbered from `start`."""
        graph.write(
            query("crowd_messages"),
            workspace_id=workspace_id,
            conversation_id=conversation_id,
            first=start,
            count=count,
            texts=self.texts,
            speakers=self.speakers,
            pool=self.vectors,
            model=self.model,
            now=now,
        )

    def sum_up(self, graph: Graph, workspace_id: str, count: int, now: datetime) -> None:
        """Adds so many episodes, each of its own conversation, and as many conversations that are being deleted."""
        graph.write(
            query("crowd_episodes"),
            workspace_id=workspace_id,
            count=count,
            texts=self.texts,
            pool=self.vectors,
            model=self.model,
            now=now,
        )

    def describe(self, graph: Graph, workspace_id: str, count: int, now: datetime) -> None:
        """Adds so many entities with a description, and as many that only have a name."""
        graph.write(
            query("crowd_entities"),
            workspace_id=workspace_id,
            count=count,
            texts=self.texts,
            pool=self.vectors,
            model=self.model,
            now=now,
        )

    def know(self, graph: Graph, workspace_id: str, now: datetime) -> list[str]:
        """The ids of the names; the first call writes them, and names the model of the workspace's vectors."""
        if workspace_id not in self.people:
            rows = [{"id": stable_id(workspace_id, "entity", [name.lower()]), "name": name} for name in self.names]
            graph.write(query("crowd_people"), workspace_id=workspace_id, people=rows, now=now)
            dimension = len(self.vectors[0])
            claim = statement("passes/claim_model")
            graph.write(claim, workspace_id=workspace_id, model=self.model, dimension=dimension)
            self.people[workspace_id] = [row["id"] for row in rows]
        return self.people[workspace_id]
