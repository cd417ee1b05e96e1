"""Cross-encoders: models that score a query and a text together."""

import functools
import math
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

from oxgraph.errors import ExtraMissing, InvalidInput
from oxgraph.models.embedder import BATCH_SIZE, clean
from oxgraph.models.onnx_models import OnnxCrossEncoder

VARIABLE = "OXGRAPH_CROSS_ENCODER"
"""The environment variable with the name of the cross-encoder."""


class CrossEncoder(Protocol):
    """Scores texts against a query, from 0 (irrelevant) to 1. `name` is the model's name."""

    @property
    def name(self) -> str:
        """The name of the model."""

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        """Returns one score for each text, in order."""


class SentenceTransformersCrossEncoder:
    """Any cross-encoder of the library sentence-transformers with one output, by its name or its folder.

    Loaded at the first score. Needs the extra [sentence-transformers], else raises `ExtraMissing`; a model that
    cannot be loaded, or has several outputs, raises `InvalidInput`.
    """

    def __init__(self, model_name_or_path: str) -> None:
        self._source = model_name_or_path

    @property
    def name(self) -> str:
        """The name on the hub, or of the folder."""
        folder = Path(self._source).expanduser()
        return folder.absolute().name if folder.is_dir() else self._source

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        """Returns the logistic function of the model's output for each pair."""
        if not texts:
            return []
        pairs = [(clean(query), clean(text)) for text in texts]
        raw = self._model.predict(pairs, batch_size=BATCH_SIZE, show_progress_bar=False, **self._plain)
        return [_logistic(float(value)) for value in raw]

    @functools.cached_property
    def _model(self) -> Any:
        try:
            from sentence_transformers import CrossEncoder as Loaded
        except ImportError as error:
            raise ExtraMissing(feature=f"The cross-encoder {self._source}", extra="sentence-transformers") from error
        folder = Path(self._source).expanduser()
        try:
            model = Loaded(str(folder) if folder.is_dir() else self._source)
        except (OSError, ValueError) as error:
            raise InvalidInput(field="cross_encoder", reason=f"{self._source} cannot be loaded: {error}") from error
        if model.config.num_labels != 1:
            raise InvalidInput(field="cross_encoder", reason=f"{self._source} has more than one output")
        return model

    @functools.cached_property
    def _plain(self) -> dict[str, Any]:
        """The argument for raw outputs, which version 4 of the library renamed."""
        import inspect

        from torch.nn import Identity

        known = inspect.signature(self._model.predict).parameters
        return {"activation_fn" if "activation_fn" in known else "activation_fct": Identity()}


def cross_encoder(name: str | None = None) -> CrossEncoder | None:
    """Returns the cross-encoder with this name or folder, else of OXGRAPH_CROSS_ENCODER; None without either.

    `onnx:FOLDER` runs on onnxruntime, any other name on sentence-transformers; `none` stands for None. Loads nothing
    yet.
    """
    chosen = name or os.environ.get(VARIABLE) or "none"
    if chosen.startswith("onnx:"):
        return OnnxCrossEncoder(chosen.removeprefix("onnx:"))
    return None if chosen == "none" else SentenceTransformersCrossEncoder(chosen)


def _logistic(value: float) -> float:
    return 1 / (1 + math.exp(-max(min(value, 60.0), -60.0)))
