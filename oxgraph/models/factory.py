"""Creates embedders and language models by name."""

import os
import re

from oxgraph.errors import InvalidInput
from oxgraph.models.anthropic_model import AnthropicModel
from oxgraph.models.embedder import Embedder, NoEmbedder
from oxgraph.models.language_model import LanguageModel
from oxgraph.models.minilm import DEFAULT_THREADS, MiniLMEmbedder
from oxgraph.models.onnx_models import OnnxEmbedder
from oxgraph.models.openai_compatible import OpenAICompatibleModel
from oxgraph.models.sentence_transformers import SentenceTransformersEmbedder

DEFAULT = "minilm"
THREADS = "OXGRAPH_EMBED_THREADS"
"""The environment variable with the number of threads of the default embedder."""


def embedder(name: str | None = None, threads: int | None = None) -> Embedder:
    """Returns the embedder with this name.

    `minilm` (the default, also for None), `onnx:FOLDER`, `sentence-transformers:NAME_OR_FOLDER`, or `none`. `threads`
    are those of `minilm`: default 2, or what OXGRAPH_EMBED_THREADS says. Loads nothing yet. Raises `InvalidInput` for
    another name.
    """
    kind, _, model = (name or DEFAULT).partition(":")
    if kind == "sentence-transformers" and model:
        return SentenceTransformersEmbedder(model)
    if kind == "onnx" and model:
        return OnnxEmbedder(model)
    if kind == "minilm" and not model:
        return MiniLMEmbedder(threads or _threads())
    if kind == "none" and not model:
        return NoEmbedder()
    reason = f"{name} is none of minilm, onnx:FOLDER, sentence-transformers:NAME_OR_FOLDER, none"
    raise InvalidInput(field="embedder", reason=reason)


def language_model(name: str | None = None, url: str | None = None, key: str | None = None) -> LanguageModel | None:
    """Returns the language model with this name, else of OXGRAPH_MODEL; None without either.

    `anthropic:NAME` is one of Anthropic's, every other name one of a server that speaks OpenAI's chat completions at
    `url`. What is not given is read from OXGRAPH_MODEL, OXGRAPH_MODEL_URL (default: the maker's own address) and
    OXGRAPH_MODEL_KEY. `none` stands for None. Loads nothing yet. Raises InvalidInput.
    """
    chosen = name or os.environ.get("OXGRAPH_MODEL") or "none"
    url = url or os.environ.get("OXGRAPH_MODEL_URL") or None
    key = key or os.environ.get("OXGRAPH_MODEL_KEY") or None
    if chosen == "none":
        return None
    if url and not re.match(r"(?i)https?://[^/]", url):
        raise InvalidInput(field="OXGRAPH_MODEL_URL", reason="is no address such as http://127.0.0.1:8000/v1")
    if chosen.startswith("anthropic:"):
        return AnthropicModel(chosen.removeprefix("anthropic:"), url, key)
    return OpenAICompatibleModel(chosen, url, key)


def _threads() -> int:
    """Returns OXGRAPH_EMBED_THREADS, else the default."""
    text = os.environ.get(THREADS) or str(DEFAULT_THREADS)
    if not text.isdecimal() or int(text) < 1:
        raise InvalidInput(field=THREADS, reason=f"{text} is not a number of threads")
    return int(text)
