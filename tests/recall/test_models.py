"""Recall with a language model and with a cross-encoder."""

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

import oxgraph
from oxgraph import Memory
from oxgraph.ids import new_id
from oxgraph.local import Server
from oxgraph.models import SentenceTransformersCrossEncoder, cross_encoder
from oxgraph.models.openai_compatible import OpenAICompatibleModel
from tests.fixtures.chat_server import ChatServer
from tests.fixtures.samples import START
from tests.models.tiny_embedders import OLD

FACTS = ("Ada works at Acme", "Ada plays the cello", "Tom owns a boat")


@pytest.fixture
def space(server: Server, chat: ChatServer) -> Iterator[Memory]:
    """A few facts; a language model behind the connection, without an embedder."""
    model = OpenAICompatibleModel("test", chat.url, "key")
    with oxgraph.connect(server.uri, server.auth, clock=lambda: START, model=model) as client:
        found = client.create_workspace(f"models {new_id()}")
        for fact in FACTS:
            found.semantic.remember(type="fact", subject=fact.split()[0], content=fact)
        chat.requests.clear()
        yield found


def test_an_answer_cites_its_memories(space: Memory, chat: ChatServer) -> None:
    best = space.recall("Where does Ada work?", answer=False).results[0]
    assert chat.requests == []
    chat.answer({"answer": f"At Acme [{best.id}]."})
    assert space.recall("Where does Ada work?").answer == f"At Acme [{best.id}]."
    chat.answer({"answer": f"At Acme [{new_id()}]."})
    assert space.recall("Where does Ada work?").answer == ""
    assert len(chat.requests) == 3


def test_no_answer_where_nothing_is_relevant(space: Memory, chat: ChatServer) -> None:
    found = space.recall("Where does Ada work?", types="event")
    assert (found.results, found.answer, chat.requests) == ((), "", [])


def test_a_broad_query_is_rewritten(space: Memory, chat: ChatServer) -> None:
    chat.answer({"queries": ["the cello", "a string instrument"]})
    found = space.recall("music", answer=False)
    assert found.notes.rewrites == ("the cello", "a string instrument")
    assert found.results[0].content == "Ada plays the cello"
    assert space.recall("music", answer=False, without="rewrites").notes.rewrites == ()
    asked = len(chat.requests)
    space.recall("Where does Ada work?", answer=False)
    assert len(chat.requests) == asked


def test_rewrites_get_their_vectors_in_one_batch(space: Memory, server: Server, chat: ChatServer) -> None:
    batches: list[list[str]] = []

    class Counting(type(OLD)):  # type: ignore[misc]
        def embed_many(self, texts: Sequence[str], progress: Any = None) -> list[list[float]]:
            batches.append(list(texts))
            return [self.embed(text) for text in texts]

    model = OpenAICompatibleModel("test", chat.url, "key")
    chat.answer({"queries": ["the cello", "a string instrument"]})
    with oxgraph.connect(
        server.uri, server.auth, clock=lambda: START, model=model, embedder=Counting("tiny-old", 4)
    ) as client:
        assert client.workspace(space.name).recall("music", answer=False).notes.rewrites
    assert batches == [["the cello", "a string instrument"]]


LONG = "Today it rained all day. " * 400
WHERE = "The spare key lies under the third flowerpot."


def test_a_model_and_a_prompt_read_what_a_long_message_says_of_the_query(
    space: Memory, server: Server, chat: ChatServer
) -> None:
    space.episodic.add_messages([{"role": "user", "text": f"{LONG}{WHERE} {LONG}", "conversation_id": "long"}])
    chat.answer({"answer": ""})
    found = space.recall("Where does the spare key lie?", kinds="message")
    best = found.results[0]
    assert len(best.content) > len(found.context) > len(best.shown) > len(WHERE)
    assert best.in_context and best.shown in found.context and WHERE in best.shown
    assert WHERE in str(chat.requests) and LONG not in str(chat.requests)
    encoder = Longest("flowerpot")
    with oxgraph.connect(server.uri, server.auth, clock=lambda: START, cross_encoder=encoder) as client:
        reranked = client.workspace(space.name).recall("Where does the spare key lie?", kinds="message")
    assert encoder.read == [best.shown]
    assert reranked.context == found.context


@pytest.mark.parametrize("failure", ["nonsense", "refused", "slow"])
def test_a_failing_model_costs_nothing_but_its_time(space: Memory, chat: ChatServer, failure: str) -> None:
    chat.answer("what?")
    chat.status = 500 if failure == "refused" else 200
    chat.delay = 10.0 if failure == "slow" else 0.0
    began = time.monotonic()
    found = space.recall("Tell me about Ada's job at Acme", deadline=3.0)
    assert time.monotonic() - began < 9
    assert "Ada works at Acme" in {one.content for one in found.results}
    assert (found.answer, found.notes.rewrites) == ("", ())


class Longest:
    """A cross-encoder that likes what has certain words."""

    name = "longest"

    def __init__(self, word: str, seconds: float = 0.0) -> None:
        self.word = word
        self.seconds = seconds
        self.read: list[str] = []

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        self.read = list(texts)
        time.sleep(self.seconds)
        return [0.9 if self.word in text else 0.1 for text in texts]


def test_a_cross_encoder_has_the_last_word(space: Memory, server: Server) -> None:
    encoder = Longest("cello")
    with oxgraph.connect(server.uri, server.auth, clock=lambda: START, cross_encoder=encoder) as client:
        found = client.workspace(space.name).recall("Where does Ada work?", k=1)
    assert [one.content for one in found.results] == ["Ada plays the cello"]
    assert found.results[0].rank == 1
    assert found.results[0].in_context
    assert found.notes.reranked
    assert len(encoder.read) > 1
    assert "cello" in found.context
    assert "Acme" not in found.context


def test_a_slow_cross_encoder_leaves_the_order(space: Memory, server: Server) -> None:
    encoder = Longest("cello", seconds=5.0)
    with oxgraph.connect(server.uri, server.auth, clock=lambda: START, cross_encoder=encoder) as client:
        found = client.workspace(space.name).recall("Where does Ada work?", k=1, deadline=1.5)
    assert [one.content for one in found.results] == ["Ada works at Acme"]
    assert ("reranking", "deadline") in {(one.retriever, one.reason) for one in found.notes.dropped}
    assert not found.notes.reranked
    assert "Acme" in found.context


def test_none_is_named() -> None:
    assert cross_encoder("none") is None
    assert cross_encoder("some/model") is not None


@pytest.mark.sentence_transformers
def test_a_tiny_cross_encoder_of_the_library(space: Memory, server: Server, tmp_path: Path) -> None:
    """A BERT of two layers with random weights, made on the spot: its order is its own, and always the same."""
    pytest.importorskip("sentence_transformers")
    import torch
    from transformers import BertConfig, BertForSequenceClassification, BertTokenizer

    marks = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    words = [*marks, *sorted({word.lower() for fact in FACTS for word in fact.split()})]
    (tmp_path / "vocab.txt").write_text("\n".join(words))
    torch.manual_seed(7)
    shape = {"hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 32}
    config = BertConfig(vocab_size=len(words), num_labels=1, initializer_range=1.0, **shape)
    BertForSequenceClassification(config).save_pretrained(tmp_path)
    BertTokenizer(str(tmp_path / "vocab.txt")).save_pretrained(tmp_path)
    encoder = SentenceTransformersCrossEncoder(str(tmp_path))
    scores = encoder.score("where does ada work", FACTS)
    assert all(0 <= score <= 1 for score in scores)
    assert scores == encoder.score("where does ada work", FACTS)
    assert encoder.score("x", []) == []
    with oxgraph.connect(server.uri, server.auth, clock=lambda: START, cross_encoder=encoder) as client:
        found = client.workspace(space.name).recall("where does ada work")
    contents = [one.content for one in found.results]
    by_score = dict(zip(FACTS, scores, strict=True))
    assert len(contents) > 1, "what has none of its words is not found without an embedder"
    assert contents == sorted(contents, key=lambda content: -by_score[content])
    assert found.notes.reranked
