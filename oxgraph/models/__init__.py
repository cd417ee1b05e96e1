"""Embedders, language models and cross-encoders, behind small protocols.

`embedder(name)` and `language_model(name)` give the one of that name; nothing heavy is imported or loaded before the
first text.
"""

from oxgraph.models.anthropic_model import AnthropicModel
from oxgraph.models.cross_encoder import CrossEncoder, SentenceTransformersCrossEncoder, cross_encoder
from oxgraph.models.embedder import Embedder, NoEmbedder, Progress
from oxgraph.models.factory import embedder, language_model
from oxgraph.models.language_model import ChatModel, GuardedModel, LanguageModel
from oxgraph.models.minilm import MiniLMEmbedder
from oxgraph.models.onnx_models import OnnxCrossEncoder, OnnxEmbedder
from oxgraph.models.openai_compatible import OpenAICompatibleModel
from oxgraph.models.sentence_transformers import SentenceTransformersEmbedder

__all__ = [
    "AnthropicModel",
    "ChatModel",
    "CrossEncoder",
    "Embedder",
    "GuardedModel",
    "LanguageModel",
    "MiniLMEmbedder",
    "NoEmbedder",
    "OnnxCrossEncoder",
    "OnnxEmbedder",
    "OpenAICompatibleModel",
    "Progress",
    "SentenceTransformersCrossEncoder",
    "SentenceTransformersEmbedder",
    "cross_encoder",
    "embedder",
    "language_model",
]
