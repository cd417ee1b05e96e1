"""oxgraph: each turn as a message, found by `memory.recall` as it comes. Runs in the Python that runs the bench."""

import itertools
from collections.abc import Sequence
from datetime import datetime

import oxgraph
from tests.bench.peers.data import Turn
from tests.bench.peers.protocol import Place, Vectors


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

    def search(self, conversation: str, question: str, limit: int) -> list[str]:
        return [self.keys[found.id] for found in self.memories[conversation].recall(question, k=limit).results]

    def close(self) -> None:
        self.client.close()
