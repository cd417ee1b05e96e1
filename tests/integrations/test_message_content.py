"""What every framework's messages come down to."""

import json
from datetime import UTC, datetime
from typing import Any

from oxgraph.integrations.message_content import (
    CallEvent,
    Event,
    MessageConverter,
    MessageEvent,
    ResultEvent,
    begun_by_user,
)
from oxgraph.surrogates import whole, whole_values
from oxgraph.types.episodic import Message
from oxgraph.types.ingest import METADATA, STEPS, NewMessage


def metadata(message: NewMessage) -> dict[str, Any]:
    return dict(message.metadata or {})


def messages(*events: Event) -> list[NewMessage]:
    return [NewMessage(**message) for message in MessageConverter("w").messages(events)]


def test_steps_belong_to_the_next_answer() -> None:
    asked, looking, answered, again = messages(
        MessageEvent("user", "Where is it?"),
        MessageEvent("assistant", "I shall look."),
        CallEvent("1", "look_up"),
        CallEvent("2", "call_shop"),
        ResultEvent("2", "failure"),
        ResultEvent("1", "success"),
        ResultEvent("unheard of", "success"),
        MessageEvent("assistant", "It is on its way."),
        MessageEvent("assistant", "Anything else?"),
    )
    assert "steps" not in metadata(asked) | metadata(looking) | metadata(again)
    assert metadata(answered)["steps"] == [
        {"action_type": "look_up", "outcome": "success"},
        {"action_type": "call_shop", "outcome": "failure"},
    ]


def test_steps_wait_for_an_answer_from_call_to_call() -> None:
    minutes = MessageConverter("w")
    assert minutes.messages([CallEvent("1", "look_up")]) == []
    assert minutes.messages([MessageEvent("user", "Well?")])[0]["metadata"].keys() == {"id"}
    assert minutes.messages([MessageEvent("assistant", "Done.")])[0]["metadata"]["steps"] == [
        {"action_type": "look_up"}
    ]
    assert minutes.messages([MessageEvent("assistant", "Done.")])[0]["metadata"].keys() == {"id"}


def test_one_message_has_one_id_and_another_text_another() -> None:
    first, again, other, reply = messages(
        MessageEvent("user", "ok", "7"),
        MessageEvent("user", "ok", "7"),
        MessageEvent("user", "no", "7"),
        MessageEvent("assistant", "ok", "7"),
    )
    assert first.id == again.id
    assert len({first.id, other.id, reply.id}) == 3


def test_without_an_id_each_is_its_own() -> None:
    first, again = messages(MessageEvent("user", "ok"), MessageEvent("user", "ok"))
    assert first.id != again.id


def test_an_id_that_is_given_back_is_known_again() -> None:
    (first,) = messages(MessageEvent("user", "ok"))
    (again,) = messages(MessageEvent("user", "ok", metadata(first)["id"]))
    assert first.id == again.id


def test_what_no_message_can_hold_is_cut_down() -> None:
    assert messages(MessageEvent("user", " \n"), MessageEvent("assistant", "")) == []
    (long,) = messages(MessageEvent("user", "ok", "7" * 10_000))
    assert metadata(long)["id"] != "7" * 10_000
    calls = [CallEvent(str(number), "tööl\n" * 100) for number in range(3 * STEPS)]
    (answer,) = messages(*calls, CallEvent("none", "\n"), MessageEvent("assistant", "Done."))
    assert 1 < len(metadata(answer)["steps"]) <= STEPS
    assert metadata(answer)["steps"][-1] == {"action_type": "tool"}
    assert len(json.dumps(metadata(answer))) <= METADATA


def test_halves_of_surrogate_pairs_are_replaced() -> None:
    assert whole("x \ud83d") == "x \ufffd"
    assert whole("\ude00x\ud83dy") == "\ufffdx\ufffdy"
    assert whole("\ud83d\ude00 \N{GRINNING FACE} é x") == "\N{GRINNING FACE} \N{GRINNING FACE} é x"
    assert whole_values({"a\ud83d": ["\ud83d", ("b", 1, None, {"c": "\ude00"})]}) == {
        "a\ufffd": ["\ufffd", ["b", 1, None, {"c": "\ufffd"}]]
    }
    (message,) = messages(CallEvent("1", "look\ud83d"), MessageEvent("assistant", "x \ud83d", "\ud83d"))
    assert message.text == "x \ufffd"
    assert metadata(message) == {"id": "\ufffd", "steps": [{"action_type": "look\ufffd"}]}


def said(*roles: str, first: int = 0) -> list[Message]:
    now = datetime.now(UTC)
    return [
        Message(id=str(place), conversation_id="talk", role=role, text="ok", said_at=now, position=place)
        for place, role in enumerate(roles, first)
    ]


def test_a_cut_history_begins_with_the_user() -> None:
    assert begun_by_user([]) == []
    assert begun_by_user(said("assistant", first=1)) == []
    assert [message.position for message in begun_by_user(said("assistant", "tool", "user", "assistant", first=1))] == [
        3,
        4,
    ]
    assert [message.position for message in begun_by_user(said("assistant", "user", "system"))] == [0, 1]
