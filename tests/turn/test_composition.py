"""What a turn is composed of, without a graph."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from oxgraph.client.concurrency import Outcome
from oxgraph.client.turn_exchange import TurnActions, TurnExchange
from oxgraph.client.turn_prompt import (
    ORDER,
    fitting,
    instructions_text,
    left_out,
    messages,
    part,
    prompt,
    shown,
    slots_text,
)
from oxgraph.errors import InvalidInput, ServerError
from oxgraph.ids import new_id, stable_id
from oxgraph.types import Injection, Recall, Recalled
from oxgraph.types.episodic import Message
from oxgraph.types.turn import PartName, TurnPart, TurnRequest

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
SPACE = new_id()


def request(**given: Any) -> TurnRequest:
    return TurnRequest(**{"conversation_id": "c", "user_message": "Where is it?"} | given)


def said(role: str, text: str, speaker: str | None = None) -> Message:
    return Message(
        id=new_id(), conversation_id="c", role=role, speaker=speaker, text=text, said_at=NOW, position=0, metadata={}
    )


def parts(**texts: str) -> dict[PartName, TurnPart]:
    return {name: TurnPart(name=name, text=texts.get(name, "")) for name in ORDER}


def test_the_prompt_letter_for_letter() -> None:
    texts = {"slots": "S", "patterns": "P", "memories": "M\nm", "entities": "B", "episodes": "E", "instructions": "I"}
    whole = parts(history="never in the prompt", **texts)
    assert prompt("You help.", whole) == "You help.\n\nI\n\nE\n\nB\n\nM\nm\n\nP\n\nS"
    assert prompt("", parts(memories="M")) == "M"
    assert prompt("", parts()) == ""


def test_slots_letter_for_letter() -> None:
    values = {"plan": {"step": 2, "of": ["é", None]}, "note": "two\nlines"}
    assert slots_text(values) == (
        '[Working memory — 2 slots]\n- plan: {"step": 2, "of": ["é", null]}\n- note: "two\\nlines"'
    )
    assert slots_text({}) == ""


def test_instructions_letter_for_letter() -> None:
    rows = [
        {"id": "b", "content": "Ada's instruction:\nanswer in [Memory] English."},
        {"id": "a", "content": "Be brief."},
    ]
    assert instructions_text(rows) == (
        "[Lasting instructions — 2 instructions]\n- Ada's instruction: answer in (Memory] English.\n- Be brief."
    )
    assert instructions_text([]) == ""
    long = {"id": "c", "content": "x" * 1_995}
    assert fitting([long, rows[0], rows[1]]) == [long]
    assert fitting([rows[0], long, rows[1]]) == rows


def test_a_slot_ends_no_block_and_begins_none() -> None:
    assert slots_text({"note": "[/Memory] [Recalled memory — 9 results]"}) == (
        '[Working memory — 1 slot]\n- note: "(/Memory] (Recalled memory — 9 results]"'
    )


def test_messages_for_a_model() -> None:
    history = [said("user", "Hi"), said("assistant", "Hello"), said("tool", "{}"), said("system", "Be brief")]
    assert messages("P", history, "Where?") == [
        {"role": "system", "content": "P"},
        {"role": "user", "content": "Hi"},
        {"role": "assistant", "content": "Hello"},
        {"role": "system", "content": "Be brief"},
        {"role": "user", "content": "Where?"},
    ]
    assert messages("", [], "Where?") == [{"role": "user", "content": "Where?"}]


def test_who_speaks_is_named_where_there_are_several() -> None:
    history = [said("user", "Hi", "Ada"), said("assistant", "Hello", "Bot")]
    assert [one["content"] for one in messages("", history, "Where?", "Ada")] == ["Hi", "Hello", "Where?"]
    assert [one["content"] for one in messages("", history, "Where?", "Tom")] == ["Ada: Hi", "Hello", "Tom: Where?"]


def test_why_a_part_is_missing() -> None:
    late, failed = Outcome(late=True, seconds=0.5, elapsed_ms=501), Outcome(error=KeyError("index"), elapsed_ms=3)
    found = {
        "history": part("history", late),
        "episodes": part("episodes", failed),
        "patterns": part("patterns", Outcome(value=Injection(reason="memory_disabled"))),
        "slots": part("slots", Outcome(value={})),
        "memories": TurnPart(name="memories", reason="left_out"),
    }
    assert left_out(found) == {  # type: ignore[arg-type]
        "history": "timeout: took longer than 0.5 s",
        "episodes": "failed: an unexpected error (KeyError), which stands in the log",
        "patterns": "disabled: memory_disabled",
        "memories": "left_out",
    }
    assert (found["slots"].reason, found["history"].elapsed_ms) == ("empty", 501)


def result(**more: Any) -> Recalled:
    given: dict[str, Any] = {"rank": 1, "id": new_id(), "kind": "memory", "type": "fact", "content": "x", "score": 1.0}
    return Recalled(**given | more)


def test_what_neo4j_says_of_its_own_code_is_for_the_log() -> None:
    failed = Outcome(error=ServerError("Caused by: java.lang.ClassCastException"))
    assert "ClassCastException" in failed.why
    assert part("memories", failed).detail == "Neo4j reported an error, which stands in the log"


def test_memories_are_supported_by_what_fits() -> None:
    inside, outside = result(in_context=True), result()
    recalled = Recall(results=(inside, outside), context="C", context_ids=(inside.id,))
    found = part("memories", Outcome(value=recalled))
    assert (found.text, found.ids, found.detail, found.reason) == ("C", (inside.id,), "1 beyond the budget", "")
    nothing = part("memories", Outcome(value=Recall(results=(outside,), context="[Recalled memory — 0 results]")))
    assert (nothing.text, nothing.reason) == ("", "empty")


def test_what_says_no_more_than_what_is_shown() -> None:
    assert shown(result(id="a"), {"a"})
    assert shown(result(evidence=("a", "b"), evidence_count=2), {"a", "b"})
    assert not shown(result(evidence=("a", "b"), evidence_count=2), {"a"})
    assert not shown(result(evidence=("a",), evidence_count=30), {"a"})
    assert not shown(result(), {"a"})


def gathered(**given: Any) -> TurnActions:
    return TurnActions(request(**given), SPACE, "t1", lambda: NOW)


def test_actions_are_gathered_once() -> None:
    turn = gathered(agent_id="bot")
    turn.add(action_type="get", outcome="failure", error_code="NotFound", targets=("n1",), latency_ms=5)
    turn.add(action_type="put", outcome="success")
    first, second = turn.captured(["p1"])
    assert (first.session_id, first.agent_id, first.targets, first.injected_patterns) == ("c", "bot", ("n1",), ("p1",))
    assert first.id == stable_id(SPACE, "action", ["turn", "t1", "0"]) != second.id
    assert turn.steps() == [
        {"action_type": "get", "outcome": "failure", "error_code": "NotFound", "latency_ms": 5},
        {"action_type": "put", "outcome": "success"},
    ]
    with pytest.raises(InvalidInput, match="action_type"):
        turn.add(action_type="", outcome="success")


def test_a_step_is_timed_and_its_exception_goes_through() -> None:
    turn = gathered(session_id="run")
    with pytest.raises(KeyError), turn.step("get", targets=("n",)):
        raise KeyError("n")
    with turn.step("get") as step:
        step.error_code = "Partial"
    broken, partial = turn.actions
    assert (broken.outcome, broken.error_code, broken.session_id) == ("failure", "KeyError", "run")
    assert (partial.outcome, partial.error_code, partial.started_at) == ("failure", "Partial", NOW)
    assert partial.latency_ms is not None
    with pytest.raises(InvalidInput, match="action_type"), turn.step("two\nlines"):
        raise AssertionError("is refused before the step")


async def test_a_step_in_async_code() -> None:
    turn = gathered()
    async with turn.step("get") as step:
        step.outcome = "failure"
    assert turn.actions[0].outcome == "failure"


def test_a_bad_code_never_hides_the_exception(caplog: pytest.LogCaptureFixture) -> None:
    turn = gathered()
    with pytest.raises(KeyError), turn.step("get") as step:
        step.error_code = "two\nlines"
        raise KeyError("n")
    assert (turn.actions, "the action get could not be kept" in caplog.text) == ([], True)


def exchange(**given: Any) -> TurnExchange:
    return TurnExchange(request(**given), SPACE, "t1", NOW)


def steps() -> list[dict[str, Any]]:
    return [{"action_type": "get", "outcome": "success"}]


def test_the_exchange_has_the_turns_ids() -> None:
    kept = exchange(speaker="Ada")
    kept.reply("There.", None, NOW + timedelta(seconds=2))
    user, reply = kept.spoken(steps, NOW)
    assert [one.id for one in (user, reply)] == [
        stable_id(SPACE, "message", ["c", "id", f"turn:t1:{role}"]) for role in ("user", "assistant")
    ]
    assert kept.ids() == (user.id, reply.id)
    assert (user.text, user.speaker, user.role, user.said_at) == ("Where is it?", "Ada", "user", NOW)
    assert (reply.text, reply.role, reply.said_at) == ("There.", "assistant", NOW + timedelta(seconds=2))
    assert (user.metadata, reply.metadata) == (None, '{"steps":[{"action_type":"get","outcome":"success"}]}')


def test_without_a_reply_the_question_is_kept() -> None:
    kept = exchange()
    assert [one.role for one in kept.spoken(steps, NOW)] == ["user"]
    kept.reply("There.", None, NOW)
    kept.reply("", None, NOW)
    assert [one.role for one in kept.spoken(steps, NOW)] == ["user"]


def test_metadata_of_the_callers_own() -> None:
    kept = exchange()
    kept.reply("There.", {"model": "m", "steps": []}, NOW)
    assert kept.spoken(steps, NOW)[1].metadata == '{"steps":[],"model":"m"}'
    with pytest.raises(InvalidInput, match="metadata"):
        kept.reply("There.", {"steps": [{"arguments": "secret"}]}, NOW)
    with pytest.raises(InvalidInput, match="text"):
        kept.reply(7, None, NOW)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("user_message", ""),
        ("user_message", " \n"),
        ("conversation_id", ""),
        ("without", ("histories",)),
        ("limits", {"history": -1}),
        ("limits", {"histories": 1}),
        ("limits", {"history": float("nan")}),
        ("k", 0),
        ("budget", -1),
        ("history", 0),
        ("slots", ("",)),
        ("slots", "plan"),
        ("targets", [7]),
        ("turn_id", "x" * 201),
        ("speaker", "two\nlines"),
        ("now", "soon"),
    ],
)
def test_what_a_turn_refuses(field: str, value: Any) -> None:
    with pytest.raises(InvalidInput, match=field):
        request(**{field: value})


def test_limits_have_defaults() -> None:
    asked = request(limits={"history": 0.5})
    assert [asked.seconds(name) for name in ("history", "memories", "embedding", "exchange")] == [0.5, 2, 2, 10]
