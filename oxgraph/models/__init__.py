"""Models behind small protocols: text to vectors.

`embedder(name)` gives the embedder of that name; nothing heavy is imported or loaded before the first text.
"""

from oxgraph.models.embedding import Embedder, NoEmbedder, Progress
from oxgraph.models.factory import embedder
from oxgraph.models.minilm import MiniLMEmbedder
from oxgraph.models.sentence_transformers import SentenceTransformersEmbedder

__all__ = [
    "Embedder",
    "MiniLMEmbedder",
    "NoEmbedder",
    "Progress",
    "SentenceTransformersEmbedder",
    "embedder",
]
