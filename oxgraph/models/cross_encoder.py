"""Models that read a query and a text together and say how well the one answers the other."""

import functools
import math
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

from oxgraph.errors import ExtraMissing, InvalidInput
from oxgraph.models.embedding import BATCH_SIZE, clean

VARIABLE = "OXGRAPH_CROSS_ENCODER"
"""The environment variable that names one."""


class CrossEncoder(Protocol):
    """Scores texts against a query, from 0 (says nothing to it) to 1. `name` says which model does."""

    @property
    def name(self) -> str:
        """Which model this is."""

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        """One score for each text, in their order."""


class SentenceTransformersCrossEncoder:
    """Any cross-encoder of the library sentence-transformers with one output, by its name or its folder.

    Loaded at the first score. Needs the extra [sentence-transformers], else raises `ExtraMissing`; a model that
    cannot be loaded, or has several outputs, raises `InvalidInput`.
    """

    def __init__(self, model_name_or_path: str) -> None:
        self._source = model_name_or_path

    @property
    def name(self) -> str:
        """The name on the hub, or the folder's."""
        folder = Path(self._source).expanduser()
        return folder.absolute().name if folder.is_dir() else self._source

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        """The logistic function of the model's own output for each pair."""
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
        """The argument that asks for outputs as they are; version 4 of the library renamed it."""
        import inspect

        from torch.nn import Identity

        known = inspect.signature(self._model.predict).parameters
        return {"activation_fn" if "activation_fn" in known else "activation_fct": Identity()}


def cross_encoder(name: str | None = None) -> CrossEncoder | None:
    """The cross-encoder of a name or folder; None when none is named, neither here nor by OXGRAPH_CROSS_ENCODER.

    `none` stands for None. Loads nothing yet.
    """
    chosen = name or os.environ.get(VARIABLE) or "none"
    return None if chosen == "none" else SentenceTransformersCrossEncoder(chosen)


def _logistic(value: float) -> float:
    return 1 / (1 + math.exp(-max(min(value, 60.0), -60.0)))
