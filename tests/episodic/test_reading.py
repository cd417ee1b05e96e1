"""What was said, read back."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

import oxgraph
from oxgraph import Client, Memory, errors
from oxgraph.client.text import tokens
from oxgraph.ids import new_id
from oxgraph.local import Server
from oxgraph.types import limits
from tests.episodic.samples import connected
from tests.fixtures.client_samples import NOON
from tests.fixtures.remote import Over


@pytest.fixture(scope="module")
def plain(server: Server) -> Iterator[Client]:
    with connected(server) as client:
        yield client


@pytest.fixture
def space(plain: Client, over: Over) -> Iterator[Memory]:
    with over(plain.create_workspace(f"test {new_id()}")) as found:
        yield found


def talk(space: Memory, count: int, conversation_id: str = "c") -> list[str]:
    """So many messages, a minute each, the last of them a minute ago; their texts."""
    texts = [f"text {n}" for n in range(count)]
    given = [{"text": text, "said_at": NOON - timedelta(minutes=count - n)} for n, text in enumerate(texts)]
    space.episodic.add_messages(given, conversation_id=conversation_id)
    return texts


def texts(found: Any) -> list[str]:
    return [message.text for message in found]


def test_history(space: Memory) -> None:
    said = talk(space, 25)
    talk(space, 5, "other")
    assert texts(space.episodic.history("c")) == said[-10:], "as many as the workspace says"
    space.update_settings(history_messages=3)
    assert texts(space.episodic.history("c")) == said[-3:]
    assert texts(space.episodic.history("c", max_messages=20)) == said[-20:]
    assert texts(space.episodic.history("c", max_messages=100)) == said
    assert space.episodic.history("nothing was said here") == ()
    last = space.episodic.history("c", max_messages=1)[0]
    assert (last.position, last.role, last.conversation_id, last.speaker) == (24, "user", "c", None)
    assert (last.said_at, last.metadata, last.episode_id) == (NOON - timedelta(minutes=1), {}, None)


def test_history_by_tokens(space: Memory) -> None:
    space.episodic.add_messages(["12345678", "1234", "你好", "😀", "12345"], conversation_id="c")
    counts = [2, 1, 2, 1, 2]
    assert [tokens(message.text) for message in space.episodic.history("c")] == counts
    for most in range(12):
        found = space.episodic.history("c", max_tokens=most)
        fits = next(n for n in range(6) if sum(counts[n:]) <= most)
        assert texts(found) == ["12345678", "1234", "你好", "😀", "12345"][fits:]
    assert texts(space.episodic.history("c", max_messages=2, max_tokens=100)) == ["😀", "12345"]


def test_history_over_gaps(space: Memory) -> None:
    """What was deleted leaves its place empty; as many messages are found as there are."""
    said = talk(space, 30)
    for message in space.episodic.history("c", max_messages=30)[15:28]:
        assert space.episodic.delete_message(message.id)
    left = said[:15] + said[28:]
    for most in (1, 2, 3, 5, 17, 18, 100):
        assert texts(space.episodic.history("c", max_messages=most)) == left[-most:]
    space.episodic.add_messages("one more", conversation_id="c")
    assert texts(space.episodic.history("c", max_messages=4)) == [left[-3], *left[-2:], "one more"]


def test_all_messages_page_by_page(space: Memory) -> None:
    said = talk(space, 25)
    found = list(space.episodic.messages("c", limit=10))
    while page := space.episodic.messages("c", after=found[-1].id, limit=10):
        found += page
    assert texts(found) == said
    assert texts(space.episodic.messages("c")) == said
    assert space.episodic.messages("d") == ()
    with pytest.raises(errors.NotFound):
        space.episodic.messages("c", after=new_id())
    with pytest.raises(errors.NotFound):
        space.episodic.messages("d", after=found[0].id)


def test_a_page_begins_at_a_position(space: Memory) -> None:
    said = talk(space, 30)
    page = space.episodic.messages_page("c", position=12, limit=10)
    assert texts(page.items) == said[12:22]
    assert texts(space.episodic.messages_page("c", position=12, limit=10, cursor=page.next).items) == said[22:]
    assert texts(space.episodic.messages_page("c", position=-4).items) == said[-4:]
    assert texts(space.episodic.messages_page("c", position=-400).items) == said, "no further than the first"
    assert space.episodic.messages_page("c", position=30).items == ()
    assert space.episodic.delete_message(page.items[0].id)
    assert texts(space.episodic.messages_page("c", position=12, limit=2).items) == said[13:15], "the next that is there"


def test_conversations(space: Memory) -> None:
    for number, name in enumerate("abcde"):
        when = NOON - timedelta(hours=9 - min(number, 3))
        space.episodic.add_messages([{"text": name, "said_at": when}], conversation_id=name, title=name * 2)
    rows = space.episodic.conversations()
    assert [row.conversation_id for row in rows][2:] == ["c", "b", "a"]
    assert {row.conversation_id for row in rows[:2]} == {"d", "e"}, "of one time"
    assert (rows[-1].title, rows[-1].messages, rows[-1].episodes) == ("aa", 1, 0)
    found = list(space.episodic.conversations(limit=1))
    while page := space.episodic.conversations(limit=1, before=found[-1]):
        found += page
    assert found == list(rows), "each once, those of one time too"
    earlier = space.episodic.conversations(before=NOON - timedelta(hours=7))
    assert [row.conversation_id for row in earlier] == ["b", "a"]
    assert space.episodic.conversation("b") == rows[3]
    with pytest.raises(errors.NotFound):
        space.episodic.conversation("z")


@pytest.mark.parametrize(
    ("call", "given", "field"),
    [
        ("history", {"conversation_id": ""}, "conversation_id"),
        ("history", {"conversation_id": "c", "max_messages": 0}, "max_messages"),
        ("history", {"conversation_id": "c", "max_messages": 10_001}, "max_messages"),
        ("history", {"conversation_id": "c", "max_tokens": -1}, "max_tokens"),
        ("messages", {"conversation_id": "c", "limit": 0}, "limit"),
        ("messages", {"conversation_id": "c", "after": "last"}, "after"),
        ("conversations", {"limit": 10_001}, "limit"),
        ("conversations", {"before": 5}, "before"),
        ("conversation", {"conversation_id": "x" * 513}, "conversation_id"),
        ("delete_message", {"id": "x"}, "id"),
        ("delete_conversation", {"conversation_id": "a\nb"}, "conversation_id"),
    ],
)
def test_what_is_refused(space: Memory, call: str, given: dict[str, Any], field: str) -> None:
    with pytest.raises(errors.InvalidInput, match=field):
        getattr(space.episodic, call)(**given)


def test_by_token_and_only_as_long_as_it_is_good(space: Memory, plain: Client, server: Server) -> None:
    talk(space, 3)
    made = space.tokens.create("agent", "reader")
    with oxgraph.connect(server.uri, server.auth, token=made.secret) as agent:
        assert len(agent.episodic.history("c")) == 3
        agent.episodic.add_messages("by the agent", conversation_id="c")
        with pytest.raises(errors.PermissionDenied):
            agent.episodic.delete_conversation("c")
        space.tokens.revoke(made.id)
        for call in (agent.episodic.history, agent.episodic.messages, agent.episodic.conversation):
            with pytest.raises(errors.Unauthenticated):
                call("c")
        with pytest.raises(errors.Unauthenticated):
            agent.episodic.conversations()
        with pytest.raises(errors.Unauthenticated):
            agent.episodic.add_messages("too late", conversation_id="c")
    plain.delete_workspace(space.name)
    with pytest.raises(errors.WorkspaceDeleted):
        space.episodic.history("c")
    with pytest.raises(errors.WorkspaceDeleted):
        space.episodic.add_messages("too late", conversation_id="c")


def test_texts_are_as_long_as_they_may_be_in_any_script(space: Memory) -> None:
    """Client and plugin count alike: a character is one, also beyond the first plane."""
    rocket = "🚀"
    space.episodic.add_messages("Off it goes.", conversation_id="c", title=rocket * limits.NAME)
    assert space.episodic.conversation("c").title == rocket * limits.NAME
    run = space.telemetry.start_session(intent=rocket * limits.INTENT)
    space.telemetry.capture(action_type=rocket * limits.NAME, session_id=run, outcome="success", agent_id=rocket)
    note = rocket * (limits.CONTENT - 4) + " off"
    known = space.semantic.remember(type="fact", subject=f"{rocket * (limits.NAME - 2)} A", content=note)
    assert space.semantic.get(known.id).content == note
    space.recall(rocket * (limits.RECALL_QUERY - 4) + " off")
