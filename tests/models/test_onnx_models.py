"""Models by the path of an ONNX file: a network of a few numbers, written here."""

import json
from pathlib import Path

import pytest

from oxgraph import errors
from oxgraph.models import cross_encoder, embedder
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


def test_what_cannot_be_read_is_said(tmp_path: Path) -> None:
    with pytest.raises(errors.InvalidInput, match=r"model\.onnx"):
        embedder(f"onnx:{tmp_path}").embed("tea")
    (tmp_path / "model.onnx").write_bytes(b"no network")
    (tmp_path / "tokenizer.json").write_text(json.dumps(dict.fromkeys(WORDS)), encoding="utf-8")
    with pytest.raises(errors.InvalidInput, match="cannot be loaded"):
        cross_encoder(f"onnx:{tmp_path}").score("tea", ["tea"])  # type: ignore[union-attr]
