"""Cross-encoders and embedders of a folder with an ONNX file and a tokenizer file, on onnxruntime: no PyTorch.

The folder has `model.onnx` (or `onnx/model.onnx`) and `tokenizer.json`, as exports of transformers models do.
"""

import functools
import hashlib
import json
import math
from collections.abc import Sequence
from importlib import resources
from pathlib import Path
from typing import Any

from oxgraph.errors import ExtraMissing, InvalidInput
from oxgraph.models.embedder import CACHE_SIZE, CachedEmbedder, Vector, batches, clean

MAX_TOKENS = 512
FILES = ("model.onnx", "onnx/model.onnx", "model_quantized.onnx", "onnx/model_quantized.onnx")
"""Where the network is looked for in the folder, in this order."""

THREADS = 2


class OnnxFile:
    """A network and its tokenizer. Raises ExtraMissing without the extra [local], InvalidInput where none can be read.

    `field` is the setting that an error names.
    """

    def __init__(self, folder: str, field: str) -> None:
        self.folder = Path(folder).expanduser()
        self._field = field

    @functools.cached_property
    def path(self) -> Path:
        """The file of the network."""
        found = next((self.folder / one for one in FILES if (self.folder / one).is_file()), None)
        if found is None:
            raise InvalidInput(field=self._field, reason=f"{self.folder} has none of {', '.join(FILES)}")
        return found

    @functools.cached_property
    def _loaded(self) -> tuple[Any, Any, Any]:
        """numpy, the tokenizer and the session."""
        try:
            import numpy as np
            import onnxruntime
            import tokenizers
        except ImportError as error:
            raise ExtraMissing(feature=f"The ONNX model {self.folder.name}", extra="local") from error
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = THREADS
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        path = str(self.path)
        try:
            tokenizer = tokenizers.Tokenizer.from_file(str(self.folder / "tokenizer.json"))
            session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
        except Exception as error:  # both libraries raise classes of their own, and plain Exception
            raise InvalidInput(field=self._field, reason=f"{self.folder} cannot be loaded: {error}") from error
        tokenizer.enable_truncation(MAX_TOKENS)
        tokenizer.enable_padding()
        return np, tokenizer, session

    def run(self, texts: Sequence[Any]) -> tuple[Any, Any]:
        """The first output for texts, or pairs of texts, and the attention mask, both as arrays."""
        np, tokenizer, session = self._loaded
        encoded = tokenizer.encode_batch(list(texts))
        mask = np.array([one.attention_mask for one in encoded], dtype=np.int64)
        given = {
            "input_ids": np.array([one.ids for one in encoded], dtype=np.int64),
            "attention_mask": mask,
            "token_type_ids": np.array([one.type_ids for one in encoded], dtype=np.int64),
        }
        wanted = {one.name for one in session.get_inputs()}
        return session.run(None, {name: given[name] for name in wanted & set(given)})[0], mask


class OnnxCrossEncoder:
    """Scores pairs by a cross-encoder, or by late interaction where the network gives a vector for each token.

    Late interaction is the mean over the query's tokens of the greatest cosine with a token of the text.
    """

    def __init__(self, folder: str) -> None:
        self._file = OnnxFile(folder, "cross_encoder")

    @property
    def name(self) -> str:
        """The name of the folder."""
        return self._file.folder.absolute().name

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        """Returns one score from 0 to 1 for each text. Raises InvalidInput for a network with several classes."""
        found: list[float] = []
        for batch in batches([clean(text) for text in texts]):
            found += self._scores(clean(query), batch)
        return found

    def _scores(self, query: str, batch: list[str]) -> list[float]:
        output, _ = self._file.run([(query, text) for text in batch])
        if output.ndim == len("bsd"):
            return self._late(query, batch)
        if output.size != len(batch):
            raise InvalidInput(field="cross_encoder", reason=f"{self.name} has more than one output")
        return [1 / (1 + math.exp(-max(min(float(value), 60.0), -60.0))) for value in output.reshape(-1)]

    def _late(self, query: str, batch: list[str]) -> list[float]:
        asked, _ = self._file.run([query])
        tokens, mask = self._file.run(batch)
        asked, tokens = _unit(asked), _unit(tokens)
        cosines = (asked[0] @ tokens.transpose(0, 2, 1)) - 2.0 * (1 - mask[:, None, :])
        return [(1 + float(one)) / 2 for one in cosines.max(axis=2).mean(axis=1)]


SENTENCES = "unrelated_sentences.txt"
"""Sentences about different things, one a line. Never edited: vectors depend on them."""

SCATTERED, ALIKE = 0.2, 0.99
"""Between these mean cosines of unrelated sentences the vectors are centred; above, a model tells nothing apart."""


class OnnxEmbedder(CachedEmbedder):
    """A vector for each text, pooled and prefixed as the folder's files of sentence-transformers say, and centred.

    `1_Pooling/config.json` tells the mean of the tokens (the default) from the first token;
    `config_sentence_transformers.json` has the `prompts` before a query (`query`) and a text (`document`, `passage`).
    `embed` takes a query, `embed_many` texts that are stored.

    Centred: thresholds and weights are made for cosines around 0 for unrelated texts, as all-MiniLM-L6-v2 gives them.
    Other models give 0.4 (bge-small-en-v1.5) or 0.7 (e5-small-v2), since all their vectors have a part in common. The
    mean vector of unrelated sentences is that part; it is subtracted, and the rest brought to length 1.
    """

    def __init__(self, folder: str, cache_size: int = CACHE_SIZE) -> None:
        super().__init__(cache_size)
        self._file = OnnxFile(folder, "embedder")

    @functools.cached_property
    def name(self) -> str:
        """The folder's name and a part of the network's checksum."""
        with self._file.path.open("rb") as stream:
            digest = hashlib.file_digest(stream, "sha256").hexdigest()
        return f"{self._file.folder.absolute().name}@{digest[:12]}"

    @functools.cached_property
    def dimension(self) -> int:
        """The length of each vector; loads the model."""
        return len(self._pooled(""))

    @functools.cached_property
    def _prompts(self) -> dict[str, str]:
        found = _json(self._file.folder / "config_sentence_transformers.json").get("prompts") or {}
        return {"query": found.get("query") or "", "text": found.get("document") or found.get("passage") or ""}

    @functools.cached_property
    def _first_token(self) -> bool:
        return bool(_json(self._file.folder / "1_Pooling" / "config.json").get("pooling_mode_cls_token"))

    @functools.cached_property
    def _common(self) -> dict[str, Any]:
        """What all queries, and all texts, have in common; zero where that is little."""
        sentences = resources.files("oxgraph.models").joinpath(SENTENCES).read_text(encoding="utf-8").splitlines()
        means = {
            prompt: sum(self._pooled(prompt + one) for one in sentences) / len(sentences)
            for prompt in dict.fromkeys(self._prompts.values())
        }
        mean = means[self._prompts["text"]]
        return means if SCATTERED < float(mean @ mean) < ALIKE else dict.fromkeys(means, 0.0)

    def _single(self, text: str) -> Vector:
        return self._centred(self._prompts["query"], text)

    def _vectors(self, batch: list[str]) -> list[Vector]:
        return [self._centred(self._prompts["text"], text) for text in batch]

    def _centred(self, prompt: str, text: str) -> Vector:
        return tuple(_unit(self._pooled(prompt + text) - self._common[prompt]).tolist())

    def _pooled(self, text: str) -> Any:
        """One text a run: with int8 weights, a text's vector would depend on those beside it."""
        output, mask = self._file.run([text])
        if output.ndim == len("bsd"):
            shares = mask[:, :, None] / mask.sum(axis=1).clip(1)[:, None, None]
            output = output[:, 0] if self._first_token else (output * shares).sum(axis=1)
        return _unit(output[0])


def _unit(vectors: Any) -> Any:
    """The vectors at length 1."""
    return vectors / (vectors**2).sum(axis=-1, keepdims=True).clip(1e-18) ** 0.5


def _json(path: Path) -> dict[str, Any]:
    """A file's object; empty without the file. Raises InvalidInput."""
    try:
        found = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    except ValueError as error:
        raise InvalidInput(field="embedder", reason=f"{path} is no JSON: {error}") from error
    return found if isinstance(found, dict) else {}
