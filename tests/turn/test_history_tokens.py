"""The history in a turn's prompt: the latest messages that have so many tokens, the last one always."""

from datetime import timedelta
from typing import Any

import pytest

from oxgraph import Memory, errors
from oxgraph.client.text import tokens
from tests.fixtures.samples import START
from tests.turn.samples import CONVERSATION, turn

TOKENS = 8_000
RAIN = "It rained on that day, and nothing else happened. "


def say(space: Memory, *texts: str) -> None:
    """Messages of a user and an assistant in turn, a minute after one another."""
    space.episodic.add_messages(
        [
            {"text": text, "role": ("user", "assistant")[place % 2], "said_at": START - timedelta(minutes=60 - place)}
            for place, text in enumerate(texts)
        ],
        conversation_id=CONVERSATION,
    )


def begun(space: Memory, question: str = "And now?", **given: Any) -> Any:
    """A turn that has begun, and stores nothing."""
    return turn(space, question, **given).prepare()


@pytest.mark.parametrize(
    "unit", [RAIN, "昨日は雨が降りました。", "Überschüsse fließen. ", "x"], ids=["en", "ja", "de", "x"]
)
def test_a_very_long_last_message_is_shown_by_beginning_and_end(space: Memory, unit: str) -> None:
    long = f"BEGIN {unit * (96_000 // len(unit))} END"
    say(space, "Hello.", "Hello!", long)
    found = begun(space)
    (message,) = found.history
    assert message.cut and TOKENS * 0.9 < tokens(message.text) <= TOKENS
    begin, mark, end = message.text.rpartition("\n[…")[0], "characters left out …]\n", message.text.rpartition("]\n")[2]
    assert long.startswith(begin) and long.endswith(end) and mark in message.text
    assert begin.startswith("BEGIN") and end.endswith("END")
    left_out = int(message.text.rpartition("[… ")[2].partition(" ")[0].replace(",", ""))
    assert len(begin) + len(end) <= len(long) - left_out <= len(begin) + len(end) + 2
    assert found.messages[-2]["content"] == message.text
    assert found.parts["history"].detail == "1 message cut"
    assert space.episodic.history(CONVERSATION)[-1].text == long and space.episodic.message(message.id).text == long


def test_the_oldest_go_first_and_one_is_cut_where_there_is_room(space: Memory) -> None:
    texts = [f"{n} {RAIN * 40}" for n in range(8)]
    say(space, *texts)
    shown = begun(space, history_tokens=1_800).history
    assert [one.text for one in shown[1:]] == texts[-3:] and [one.cut for one in shown] == [True, False, False, False]
    assert sum(tokens(one.text) for one in shown) <= 1_800
    assert [one.text for one in begun(space, history_tokens=1_600).history] == texts[-3:]
    assert [one.text for one in begun(space, history=2).history] == texts[-2:]
    assert [one.text for one in begun(space).history] == texts
    for wrong in (99, 1_000_001):
        with pytest.raises(errors.InvalidInput):
            space.turn(CONVERSATION, "And now?", history_tokens=wrong)


def test_the_workspace_says_how_many(whole: Memory, space: Memory) -> None:
    say(space, *(f"{n} {RAIN * 40}" for n in range(4)))
    whole.update_settings(history_tokens=600)
    found = begun(space)
    assert len(found.history) == 1
    shown = space.episodic.history(CONVERSATION, for_prompt=True)
    assert [one.text for one in shown] == [one.text for one in found.history]
    assert len(space.episodic.history(CONVERSATION, for_prompt=True, max_tokens=1_100)) == 2
    assert len(space.episodic.history(CONVERSATION)) == 4


def test_recall_shows_passages_of_what_history_cuts(space: Memory) -> None:
    locker = "The cello lies in locker 7."
    say(space, f"{RAIN * 1_000}{locker} {RAIN * 1_000}", "Understood.")
    found = begun(space, "In which locker is the cello?")
    assert locker not in "".join(one.text for one in found.history)
    assert locker in found.prompt
    assert found.history[0].id in found.supports["memories"]
