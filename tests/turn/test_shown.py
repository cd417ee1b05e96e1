"""What memory showed in the prompt before an answer: stored with it, and said as it is later."""

from typing import Any

import pytest

from oxgraph import Memory, errors
from oxgraph.client.turn_prompt import shown_ids
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.types import limits
from oxgraph.types.turn import TurnPart
from tests.fixtures.samples import works_at
from tests.turn.samples import CONVERSATION, furnish, turn


def answered(space: Memory, **given: Any) -> Any:
    """A turn with an answer."""
    with turn(space, **given) as found:
        found.reply("At Acme.")
    assert found.recorded.failed == ()
    return found


def told(space: Memory, subject: str, content: str) -> str:
    """The id of a fact."""
    id_ = space.semantic.remember(type="fact", subject=subject, content=content).memory_id
    assert id_ is not None
    return id_


def stands(space: Memory, message_id: str) -> dict[str, tuple[str | None, str, str | None]]:
    """Kind, status and reason of what was shown before an answer, by id."""
    return {one.id: (one.kind, one.status, one.reason) for one in space.episodic.shown(message_id)}


def test_an_answer_has_what_its_prompt_showed(space: Memory, graph: Graph) -> None:
    furnish(space, graph)
    found = answered(space)
    parts = ("patterns", "instructions", "episodes", "entities", "memories")
    expected = tuple(id for name in parts for id in found.supports[name])
    user, reply = found.recorded.message_ids
    assert len(expected) >= len(parts) and space.episodic.message(reply).shown_ids == expected
    assert space.episodic.message(user).shown_ids == ()
    for read in (space.episodic.history, space.episodic.messages):
        assert [one.shown_ids for one in read(CONVERSATION)][-2:] == [(), expected]
    shown = space.episodic.shown(reply)
    assert tuple(one.id for one in shown) == expected
    kinds = {id: name for name in parts for id in found.supports[name]}
    titles = {kinds[one.id]: one.title for one in shown if one.kind != "message"}
    assert {one.kind for one in shown} >= {"pattern", "episode", "entity", "memory"}
    assert (titles["entities"], titles["memories"]) == ("Acme Ltd", "Ada works at Acme")
    assert {one.status for one in shown} == {"active"}
    assert space.episodic.shown(user) == ()
    with pytest.raises(errors.NotFound):
        space.episodic.shown(new_id())


def test_what_was_left_out_or_never_prepared_is_not_named(space: Memory) -> None:
    known = works_at(space, "Acme").memory_id
    assert known in answered(space).shown_ids
    assert known not in answered(space, without=["memories"]).shown_ids
    begun = turn(space)
    begun.reply("At Acme.")
    begun.finish()
    assert space.episodic.history(CONVERSATION)[-1].shown_ids == ()


def test_what_is_gone_since_is_said_to_be_so(space: Memory, whole: Memory) -> None:
    old = works_at(space, "Acme", "2024-01-01").memory_id
    assert old
    forgotten = told(space, "Ada", "Ada works late where she likes.")
    (said,) = space.episodic.add_messages("Ada works where her friends do.", conversation_id="elsewhere").ids
    before = answered(space)
    reply = before.recorded.message_ids[1]
    assert {old, forgotten, said} <= set(before.shown_ids)
    works_at(space, "Rivian", "2025-01-01")
    space.semantic.forget(forgotten)
    whole.episodic.delete_message(said)
    now = stands(whole, reply)
    assert now[old] == ("memory", "superseded", None)
    assert now[forgotten] == ("memory", "forgotten", None)
    assert now[said] == ("message", "deleted", "message_deleted")
    titles = {one.id: one.title for one in space.episodic.shown(reply)}
    assert (titles[old], titles[forgotten], titles[said]) == ("Ada works at Acme", "", "")


def test_an_erasure_leaves_no_id_of_what_is_there(whole: Memory) -> None:
    known = works_at(whole, "Acme").memory_id
    assert known
    entity = whole.semantic.entities.get("Ada").id
    reply, other = answered(whole).recorded.message_ids[1], "Acme is near the river."
    whole.episodic.add_messages(
        [{"text": "Ada's employer?", "id": "q"}, {"text": other, "role": "assistant", "shown_ids": [known, entity]}],
        conversation_id="other",
    )
    naming = whole.episodic.add_messages(
        [{"text": "Ada works at Acme.", "role": "assistant", "shown_ids": [known]}], conversation_id="naming"
    ).ids[0]
    whole.semantic.erase_subject("Ada")
    assert whole.episodic.message(naming).shown_ids == ()
    (unnamed,) = [one for one in whole.episodic.messages("other") if one.text == other]
    assert stands(whole, unnamed.id) == {
        known: ("memory", "deleted", "erased"),
        entity: ("entity", "deleted", "erased"),
    }
    assert stands(whole, reply)[known] == ("memory", "deleted", "erased")


def test_another_users_nodes_are_not_shown(whole: Memory) -> None:
    own = told(whole.as_user("ben"), "Ben", "Ben likes tea.")
    (said,) = whole.episodic.add_messages(
        [{"text": "Somebody likes tea.", "role": "assistant", "shown_ids": [own]}], conversation_id="c"
    ).ids
    (row,) = whole.as_user("ana").episodic.shown(said)
    assert (row.kind, row.title, row.status) == (None, "", "deleted")
    assert whole.as_user("ben").episodic.shown(said)[0].title == "Ben likes tea."


def test_of_too_many_the_first_are_stored() -> None:
    many = tuple(new_id() for _ in range(limits.SHOWN_IDS + 1))
    memories, entities = TurnPart(name="memories", ids=many), TurnPart(name="entities", ids=many[-1:])
    assert shown_ids({"memories": memories, "entities": entities}) == (many[-1], *many[: limits.SHOWN_IDS - 1])
