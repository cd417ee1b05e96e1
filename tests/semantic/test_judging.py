"""A configured language model is asked where the rules leave it open, and nothing is lost when it fails."""

import math
import uuid
from collections.abc import Iterator
from typing import Any

import pytest

import oxgraph
from oxgraph.errors import LanguageModelFailed
from oxgraph.local import Server


class Scripted:
    """A language model that always answers the same, or fails."""

    name = "scripted"

    def __init__(self) -> None:
        self.answer: dict[str, Any] | None = None
        self.asked: list[str] = []

    def complete(self, system: str, user: str, schema: Any, *, timeout: float = 1) -> Any:
        self.asked.append(user)
        if self.answer is None:
            raise LanguageModelFailed(model=self.name, kind="timeout", reason="no answer")
        return schema(**self.answer)


@pytest.fixture
def model() -> Scripted:
    return Scripted()


@pytest.fixture
def space(server: Server, model: Scripted) -> Iterator[oxgraph.Memory]:
    with oxgraph.connect(server.uri, server.auth, model=model) as client:
        yield client.create_workspace(f"judging-{uuid.uuid4()}")


def vector(cosine: float) -> list[float]:
    """A vector whose cosine to vector(1) is this."""
    return [cosine, math.sqrt(1 - cosine * cosine)]


def tell(space: oxgraph.Memory, content: str, cosine: float, **more: Any) -> oxgraph.Remembered:
    return space.semantic.remember(
        type="fact", subject="Anna", content=content, embedding=vector(cosine), embedding_model="test", **more
    )


@pytest.mark.parametrize(("same", "outcome"), [(True, "merged"), (False, "created")])
def test_between_the_bands_the_model_decides(space: oxgraph.Memory, model: Scripted, same: bool, outcome: str) -> None:
    model.answer = {"same": same}
    first = tell(space, "Anna keeps bees", 1)
    second = tell(space, "Anna is a keeper of bees", 0.88)
    assert (second.outcome, second.memory_id == first.memory_id) == (outcome, same)
    assert ["Anna keeps bees" in text for text in model.asked] == [True]


@pytest.mark.parametrize("cosine", [0.84, 0.93])
def test_outside_the_band_nobody_is_asked(space: oxgraph.Memory, model: Scripted, cosine: float) -> None:
    model.answer = {"same": False}
    tell(space, "Anna keeps bees", 1)
    assert tell(space, "Anna is a keeper of bees", cosine).outcome == ("merged" if cosine > 0.92 else "created")
    assert model.asked == []


def test_a_model_that_fails_leaves_both_apart(space: oxgraph.Memory, model: Scripted) -> None:
    tell(space, "Anna keeps bees", 1)
    found = space.semantic.remember_many(
        [
            {"type": "fact", "subject": "Anna", "content": text, "embedding": vector(0.88), "embedding_model": "test"}
            for text in ("Anna is a keeper of bees", "Anna keeps bees")
        ]
    )
    assert [one.outcome for one in found] == ["created", "merged"]
    assert len(model.asked) == 1


@pytest.mark.parametrize(("number", "known"), [(1, True), (0, False)])
def test_a_similar_name_is_judged(space: oxgraph.Memory, model: Scripted, number: int, known: bool) -> None:
    model.answer = {"number": number}
    [entity] = space.semantic.entities.resolve(["Volkswagen Group"])
    told = space.semantic.remember(type="fact", subject="Volkswagen", content="Volkswagen builds cars")
    assert (told.outcome, told.subject_id == entity.entity_id) == ("created", known)
    assert len(model.asked) == 1
