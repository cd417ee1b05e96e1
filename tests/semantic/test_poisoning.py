"""What was recalled or injected comes back as a turn: it is not taken in again, and nothing grows from its own echo."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

AT = datetime(2026, 3, 2, 9, tzinfo=UTC)
TOLD = ["I live in Berlin with my dog Max.", "I work at Siemens as a data engineer.", "I prefer tea to coffee."]


def said(text: str, minutes: float = 0, role: str = "user") -> dict[str, Any]:
    return {"text": text, "role": role, "said_at": AT + timedelta(minutes=minutes)}


def held(workspace: Any) -> dict[str, tuple[Any, ...]]:
    """What a memory could gain."""
    rows = workspace.semantic.list(status="any")
    return {row.id: (row.content, row.status, row.confidence, row.repetitions, row.evidence) for row in rows}


@pytest.fixture
def told(workspace: Any) -> Any:
    """One user's memory: what is said in several conversations is about the same person."""
    user = workspace.as_user("ada")
    user.semantic.ingest([said(text, 5 * n) for n, text in enumerate(TOLD)], conversation_id="told")
    assert len(held(user)) >= 3
    return user


BLOCKS = {
    "bullets": "Relevant memories:\n{lines}",
    "numbers": "What I know about you:\n{numbered}",
    "prose": "{sentences}",
    "quoted": "You told me: {sentences} Is that still right?",
    "loud": "{loud}",
    "spaced": "  {spaced}  ",
}


def block(form: str, contents: list[str]) -> str:
    """The contents as agents put them into prompts."""
    return BLOCKS[form].format(
        lines="\n".join(f"- {content}" for content in contents),
        numbered="\n".join(f"{n}. {content}" for n, content in enumerate(contents, 1)),
        sentences=" ".join(contents),
        loud="\n".join(content.upper() for content in contents),
        spaced="   ".join(content.replace(" ", "  ") for content in contents),
    )


@pytest.mark.parametrize("form", BLOCKS)
@pytest.mark.parametrize("role", ["user", "assistant"])
def test_recalled_text_leaves_everything_as_it_was(told: Any, form: str, role: str) -> None:
    before = held(told)
    echo = block(form, [content for content, *_ in before.values()])
    for day in range(3):
        turn = said(echo, 1440 * (day + 1), role)
        told.semantic.ingest([turn], conversation_id=f"echo-{day}", roles=("user", "assistant"))
    assert held(told) == before


def test_an_echo_does_not_bring_back_what_was_forgotten(told: Any) -> None:
    for memory_id in held(told):
        told.semantic.forget(memory_id)
    before = held(told)
    echo = block("bullets", [content for content, *_ in before.values()])
    told.semantic.ingest([said(echo, 1440)], conversation_id="echo")
    assert held(told) == before


def test_an_echo_does_not_bring_back_what_was_replaced(told: Any) -> None:
    told.semantic.ingest([said("I live in Lisbon now.", 1440)], conversation_id="news")
    before = held(told)
    assert "superseded" in {status for _, status, *_ in before.values()}
    told.semantic.ingest([said("User lives in Berlin.", 2880)], conversation_id="echo")
    assert held(told) == before


def test_the_context_of_a_user_comes_back(workspace: Any) -> None:
    user = workspace.user("u1")
    for fact in ("likes long walks", "plays the cello"):
        user.upsert_fact(fact, category="hobby")
    before = held(workspace)
    turn = said(user.build_context("what does the user like to do?"), 1440)
    workspace.semantic.ingest([turn], conversation_id="echo", speaker="u1")
    assert held(workspace) == before


def test_only_another_source_counts_as_said_again(workspace: Any) -> None:
    fields = {"type": "fact", "subject": "anna", "content": "Anna is tall.", "confidence": 0.5}
    first = workspace.semantic.remember(**fields, evidence=["turn-1"])
    for _ in range(3):
        assert workspace.semantic.remember(**fields | {"confidence": 1.0}, evidence=["turn-1"]).outcome == "unchanged"
    ((_, _, confidence, repetitions, _),) = held(workspace).values()
    assert (confidence, repetitions) == (0.5, 1)
    again = workspace.semantic.remember(**fields | {"confidence": 1.0}, evidence=["turn-2"])
    assert (again.memory_id, again.outcome) == (first.memory_id, "merged")
