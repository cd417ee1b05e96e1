"""What every framework's messages come down to."""

import json
from datetime import UTC, datetime
from typing import Any

from oxgraph.integrations.message_content import Called, Ended, Event, Minutes, Said, begun_by_user
from oxgraph.types.episodic import Message
from oxgraph.types.ingest import METADATA, STEPS, NewMessage


def metadata(message: NewMessage) -> dict[str, Any]:
    return dict(message.metadata or {})


def messages(*events: Event) -> list[NewMessage]:
    return [NewMessage(**message) for message in Minutes("w").messages(events)]


def test_steps_belong_to_the_next_answer() -> None:
    asked, looking, answered, again = messages(
        Said("user", "Where is it?"),
        Said("assistant", "I shall look."),
        Called("1", "look_up"),
        Called("2", "call_shop"),
        Ended("2", "failure"),
        Ended("1", "success"),
        Ended("unheard of", "success"),
        Said("assistant", "It is on its way."),
        Said("assistant", "Anything else?"),
    )
    assert "steps" not in metadata(asked) | metadata(looking) | metadata(again)
    assert metadata(answered)["steps"] == [
        {"action_type": "look_up", "outcome": "success"},
        {"action_type": "call_shop", "outcome": "failure"},
    ]


def test_steps_wait_for_an_answer_from_call_to_call() -> None:
    minutes = Minutes("w")
    assert minutes.messages([Called("1", "look_up")]) == []
    assert minutes.messages([Said("user", "Well?")])[0]["metadata"].keys() == {"id"}
    assert minutes.messages([Said("assistant", "Done.")])[0]["metadata"]["steps"] == [{"action_type": "look_up"}]
    assert minutes.messages([Said("assistant", "Done.")])[0]["metadata"].keys() == {"id"}


def test_one_message_has_one_id_and_another_text_another() -> None:
    first, again, other, reply = messages(
        Said("user", "ok", "7"), Said("user", "ok", "7"), Said("user", "no", "7"), Said("assistant", "ok", "7")
    )
    assert first.id == again.id
    assert len({first.id, other.id, reply.id}) == 3


def test_without_an_id_each_is_its_own() -> None:
    first, again = messages(Said("user", "ok"), Said("user", "ok"))
    assert first.id != again.id


def test_an_id_that_is_given_back_is_known_again() -> None:
    (first,) = messages(Said("user", "ok"))
    (again,) = messages(Said("user", "ok", metadata(first)["id"]))
    assert first.id == again.id


def test_what_no_message_can_hold_is_cut_down() -> None:
    assert messages(Said("user", " \n"), Said("assistant", "")) == []
    (long,) = messages(Said("user", "ok", "7" * 10_000))
    assert metadata(long)["id"] != "7" * 10_000
    calls = [Called(str(number), "tööl\n" * 100) for number in range(3 * STEPS)]
    (answer,) = messages(*calls, Called("none", "\n"), Said("assistant", "Done."))
    assert 1 < len(metadata(answer)["steps"]) <= STEPS
    assert metadata(answer)["steps"][-1] == {"action_type": "tool"}
    assert len(json.dumps(metadata(answer))) <= METADATA


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
