"""A message without a word of its own goes on from the user's message before it."""

from datetime import timedelta

import pytest

from oxgraph import Memory
from oxgraph.recall.follow_ups import names_nothing
from tests.fixtures.samples import START, works_at
from tests.turn.samples import CONVERSATION, turn

BOAT = "Ada has a boat called Rex"


@pytest.mark.parametrize(
    "text", ["And who is it?", "why?", "Why not?", "And when was that?", "und wer?", "¿Por qué?", "?"]
)
def test_what_says_nothing_by_itself(text: str) -> None:
    assert names_nothing(text)


@pytest.mark.parametrize(
    "text", ["Who am I?", "What about Ada?", "And yesterday?", "In 2019?", "Thanks!", "为什么?", "Wer bin ich?"]
)
def test_what_says_something(text: str) -> None:
    assert not names_nothing(text)


def say(space: Memory, *said: tuple[str, str], conversation: str = CONVERSATION, user: str | None = None) -> None:
    """Who said what, a minute after one another."""
    begin = START - timedelta(hours=1)
    space.episodic.add_messages(
        [
            {"role": role, "text": text, "said_at": begin + timedelta(minutes=place)}
            for place, (role, text) in enumerate(said)
        ],
        conversation_id=conversation,
        user_id=user,
    )


def recalled(space: Memory, question: str) -> str:
    """What a turn that stores nothing recalls."""
    text: str = turn(space, question).prepare().parts["memories"].text
    return text


def test_a_follow_up_recalls_what_the_message_before_asked(space: Memory) -> None:
    works_at(space, "Acme", "2024-01-01")
    say(space, ("user", BOAT), conversation="elsewhere")
    say(space, ("user", "What is Ada's boat called?"), ("assistant", "It has a name."))
    assert BOAT in recalled(space, "And what is it?")
    with turn(space, "And what is it?") as first:
        first.reply("Rex.")
    assert BOAT in recalled(space, "why?"), "behind another one"
    assert BOAT not in recalled(space, "Where does Grace work?")


def test_small_talk_goes_on_from_what_was_asked_before(space: Memory) -> None:
    say(space, ("user", "Great, please do it like that, said Tom"), ("user", BOAT), conversation="elsewhere")
    asked = "Can you sell Ada's boat?"
    say(space, ("user", asked), ("assistant", "I can. Shall I?"))
    expected = recalled(space, asked)
    assert BOAT in expected
    for message in ("Yes, please!", "great, do it", "Thanks a lot!"):
        assert recalled(space, message) == expected, message


def test_small_talk_alone_recalls_nothing_and_leaves_the_other_parts(space: Memory) -> None:
    say(space, ("user", "Good morning, Ada said on her boat, thanks for all"), conversation="elsewhere")
    say(space, ("user", "hello"), ("assistant", "Hello, what can I do?"))
    space.semantic.remember(type="instruction", subject="Ada", content="Always answer in Spanish")
    space.working.set(CONVERSATION, "plan", {"step": 2})
    with turn(space, "Good morning!", slots=["plan"]) as begun:
        assert not begun.parts["memories"].text
        assert "Always answer in Spanish" in begun.prompt and "step" in begun.prompt
        assert [one.text for one in begun.history] == ["hello", "Hello, what can I do?"]


def test_without_a_message_before_it_recalls_nothing(space: Memory) -> None:
    say(space, ("user", BOAT), conversation="elsewhere")
    assert not recalled(space, "And what is it?")
    say(space, ("assistant", "Ada has a boat. What is it called?"))
    assert not recalled(space, "And what is it?"), "no message of the user's"


def test_recall_itself_knows_no_message_before(space: Memory) -> None:
    say(space, ("user", BOAT), conversation="elsewhere")
    say(space, ("user", "What is Ada's boat called?"))
    assert BOAT not in space.recall("And what is it?").context
