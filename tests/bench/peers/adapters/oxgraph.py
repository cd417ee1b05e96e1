"""oxgraph: each turn as a message, each fact as a memory, found by `memory.recall` as it comes.

Runs in the Python that runs the bench.
"""

import itertools
from collections.abc import Sequence
from datetime import datetime

import oxgraph
from oxgraph.client.text import tokens
from tests.bench.peers.data import Fact, Turn
from tests.bench.peers.protocol import Answer, Place, Vectors


class Embedder:
    """The shared embedder, under its own name."""

    def __init__(self, vectors: Vectors) -> None:
        self.vectors = vectors
        self.name = vectors.model.name
        self.dimension = vectors.model.dimension

    def embed(self, text: str) -> list[float]:
        return self.vectors.one(text)

    def embed_many(self, texts: Sequence[str], progress: object = None) -> list[list[float]]:
        return self.vectors.many(texts)


class Adapter:
    """One workspace for each conversation; each of its sessions is a conversation there."""

    def __init__(self, place: Place, vectors: Vectors) -> None:
        self.client = oxgraph.connect(place.uri, (place.user, place.password), embedder=Embedder(vectors))
        self.memories: dict[str, oxgraph.Memory] = {}
        self.keys: dict[str, str] = {}

    def load(self, turns: Sequence[Turn]) -> None:
        for conversation, said in itertools.groupby(turns, lambda turn: turn.conversation):
            memory = self.client.create_workspace(f"peers-{conversation}")
            self.memories[conversation] = memory
            talk = list(said)
            messages = [
                {
                    "text": turn.text,
                    "speaker": turn.speaker,
                    "said_at": datetime.fromisoformat(turn.said_at),
                    "conversation_id": f"session-{turn.session}",
                }
                for turn in talk
            ]
            added = memory.episodic.add_messages(messages)
            self.keys.update(zip(added.ids, (turn.key for turn in talk), strict=True))
            # The first question reads the workspace into memory.
            memory.recall(talk[0].text)

    def learn(self, facts: Sequence[Fact]) -> None:
        ids = {key: id_ for id_, key in self.keys.items()}
        for conversation, known in itertools.groupby(facts, lambda fact: fact.conversation):
            rows = [
                {
                    "type": "fact",
                    "content": fact.text,
                    "subject": fact.speaker,
                    "stated_at": datetime.fromisoformat(fact.said_at),
                    "evidence": [ids[key] for key in fact.evidence],
                }
                for fact in known
            ]
            memory = self.memories[conversation]
            memory.semantic.remember_many(rows)
            memory.recall(str(rows[0]["content"]))

    def search(self, conversation: str, question: str, budget: int) -> Answer:
        found = self.memories[conversation].recall(question, budget=budget)
        ranked = {one.id: self._keys(one) for one in found.results}
        inside = [key for id_ in found.context_ids for key in ranked[id_]]
        return Answer(list(ranked.values()), inside, tokens(found.context))

    def _keys(self, one: oxgraph.Recalled) -> list[str]:
        return [self.keys[id_] for id_ in (one.id, *one.evidence) if id_ in self.keys]

    def close(self) -> None:
        self.client.close()
