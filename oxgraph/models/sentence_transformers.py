"""Embedders of the library sentence-transformers."""

import functools
import hashlib
from pathlib import Path
from typing import Any

from oxgraph.errors import ExtraMissing, InvalidInput
from oxgraph.models import minilm
from oxgraph.models.embedder import BATCH_SIZE, CACHE_SIZE, CachedEmbedder, Vector

KNOWN_WEIGHTS = {"53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db": minilm.NAME}
"""SHA-256 of model.safetensors of models that another embedder implements too."""

HUB_PREFIX = "sentence-transformers/"


class SentenceTransformersEmbedder(CachedEmbedder):
    """A model by its name on the hub, or by its folder.

    `name` is the hub's name, without the library's own prefix; for a folder it is the folder's name and a part
    of the weights' checksum, so that two models in folders of the same name are distinguished. all-MiniLM-L6-v2
    has the same name as the light default wherever its weights come from: the vectors are the same up to
    rounding. Needs the extra [sentence-transformers], else raises `ExtraMissing`; a model that cannot be loaded
    raises `InvalidInput`.
    """

    def __init__(self, model_name_or_path: str, cache_size: int = CACHE_SIZE) -> None:
        super().__init__(cache_size)
        self._source = model_name_or_path

    @functools.cached_property
    def name(self) -> str:
        """The name of the model."""
        folder = Path(self._source).expanduser()
        if not folder.is_dir():
            return self._source.removeprefix(HUB_PREFIX)
        digest = weights_digest(folder)
        return KNOWN_WEIGHTS.get(digest, f"{folder.absolute().name}@{digest[:12]}")

    @functools.cached_property
    def dimension(self) -> int:
        """The length of each vector; loads the model."""
        return len(self.embed(""))

    @functools.cached_property
    def _model(self) -> Any:
        try:
            from sentence_transformers import SentenceTransformer
        except ImportError as error:
            raise ExtraMissing(feature=f"The embedding model {self._source}", extra="sentence-transformers") from error
        try:
            return SentenceTransformer(self._location())
        except (OSError, ValueError) as error:
            raise InvalidInput(field="embedder", reason=f"{self._source} cannot be loaded: {error}") from error

    def _location(self) -> str:
        folder = Path(self._source).expanduser()
        return str(folder) if folder.is_dir() else self._source

    def _vectors(self, batch: list[str]) -> list[Vector]:
        found = self._model.encode(batch, batch_size=BATCH_SIZE, normalize_embeddings=True, show_progress_bar=False)
        return [tuple(row) for row in found.tolist()]


def weights_digest(folder: Path) -> str:
    """SHA-256 of the folder's weights: of model.safetensors when there is one such file, else of all of them."""
    files = sorted(folder.rglob("*.safetensors")) or sorted(folder.rglob("*.bin"))
    digest = hashlib.sha256()
    for file in files:
        with file.open("rb") as stream:
            while block := stream.read(1 << 20):
                digest.update(block)
    return digest.hexdigest()
