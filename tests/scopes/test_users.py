"""What belongs to a user is read by that user alone; what a user without a name says is about that user."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

import oxgraph
from oxgraph import Memory, errors
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.local import Server
from oxgraph.models import embedder
from oxgraph.passes import run_pass
from tests.fixtures.samples import START
from tests.passes.test_runner import audits
from tests.turn.samples import PATIENCE

LISBON, OSLO = "I live in Lisbon with my two sisters.", "I live in Oslo with my old parents."


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[oxgraph.Client]:
    with oxgraph.connect(server.uri, server.auth, clock=lambda: START, embedder=embedder("minilm")) as found:
        yield found


@pytest.fixture
def space(client: oxgraph.Client) -> Memory:
    return client.create_workspace(f"scopes {new_id()}")


def prompt(space: Memory, conversation: str, text: str, **given: Any) -> str:
    """The prompt of a turn in which nothing is learnt."""
    with space.turn(conversation, text, limits=PATIENCE, learn=False, **given) as found:
        return found.prompt


def homes(space: Memory, subject: str) -> list[tuple[str, str]]:
    """Where a subject lives by all its memories."""
    rows = space.semantic.list(subject, "lives_in", status="any")
    return sorted((row.status, row.object or "") for row in rows)


def test_two_conversations_without_user_or_speaker_have_two_subjects(space: Memory) -> None:
    space.ingest(LISBON, conversation_id="a")
    space.ingest(OSLO, conversation_id="b")
    assert homes(space, "conversation:a") == [("active", "Lisbon")]
    assert homes(space, "conversation:b") == [("active", "Oslo")]
    found = space.recall("Where does the user live?", kinds="memory").context
    assert "user of conversation a: User lives in Lisbon" in found
    assert "user of conversation b: User lives in Oslo" in found


def test_the_later_home_of_one_user_supersedes_in_whatever_conversation(space: Memory) -> None:
    space.ingest({"text": LISBON, "said_at": START.replace(year=2024)}, conversation_id="a", user_id="ada")
    space.ingest({"text": OSLO, "said_at": START.replace(year=2025)}, conversation_id="b", user_id="ada")
    assert homes(space, "ada") == [("active", "Oslo"), ("superseded", "Lisbon")]


def test_what_two_users_say_does_not_meet(space: Memory) -> None:
    for user, text in (("ada", LISBON), ("bob", OSLO)):
        space.ingest(text, conversation_id="c", user_id=user)
    assert homes(space, "ada") == [("active", "Lisbon")]
    assert homes(space, "bob") == [("active", "Oslo")]
    for user, own, other in (("ada", "Lisbon", "Oslo"), ("bob", "Oslo", "Lisbon")):
        found = space.recall("Where do I live?", user_id=user)
        assert own in found.context
        assert other not in found.context
        assert f"{user}: User lives in {own}" in found.context
        assert {one.user_id for one in found.results} == {user}
    assert space.recall("Where do I live?").results == ()


def test_a_turn_of_a_user_reads_its_own_and_the_shared(space: Memory) -> None:
    space.user("ada").upsert_fact("is allergic to peanuts")
    space.semantic.remember(type="fact", content="The kitchen serves peanuts on Fridays", subject="Kitchen")
    with space.turn("c", "I like walnuts.", user_id="ada", limits=PATIENCE) as asked:
        asked.reply("Noted, walnuts.")
    own = prompt(space, "d", "What about peanuts?", user_id="ada")
    assert "ada: is allergic to peanuts" in own
    assert "The kitchen serves peanuts on Fridays" in own
    for other in (prompt(space, "d", "What about peanuts?", user_id="bob"), prompt(space, "d", "What about peanuts?")):
        assert "allergic" not in other
        assert "walnuts" not in other
        assert "The kitchen serves peanuts on Fridays" in other


def test_the_exchange_of_a_turn_is_the_users_and_so_is_what_is_learnt_of_it(space: Memory) -> None:
    with space.turn("c", LISBON, user_id="ada", agent_id="clerk", limits=PATIENCE) as asked:
        asked.reply("Lisbon is lovely.")
    report = space.semantic.extract_pending()
    assert [one.outcome for one in report.memories] == ["created"]
    (row,) = space.semantic.list("ada", "lives_in")
    assert (row.user_id, row.agent_id, row.object) == ("ada", "clerk", "Lisbon")
    assert [one.text for one in space.episodic.history("c", user_id="ada")] == [LISBON, "Lisbon is lovely."]
    assert space.episodic.history("c") == ()
    assert space.episodic.history("c", user_id="bob") == ()


def test_a_private_statement_neither_merges_nor_supersedes_nor_contradicts_one_of_another_scope(space: Memory) -> None:
    given: dict[str, Any] = {"type": "fact", "subject": "Acme", "predicate": "located_in"}
    rows = [
        space.semantic.remember(content="Acme is in Rome", object="Rome", **given),
        space.semantic.remember(content="Acme is in Rome", object="Rome", user_id="ada", **given),
        space.semantic.remember(content="Acme is in Paris", object="Paris", user_id="bob", **given),
    ]
    assert [row.outcome for row in rows] == ["created"] * 3
    assert [(row.superseded, row.contradicts) for row in rows] == [((), ())] * 3
    assert space.semantic.remember(content="Acme is in Rome", object="Rome", user_id="ada", **given).outcome == "merged"
    with pytest.raises(errors.NotFound):
        space.as_user("bob").semantic.supersede(rows[1].memory_id or "", content="Acme is in Bonn", object="Bonn")


def test_one_conversation_id_of_two_users_is_two_conversations(space: Memory) -> None:
    shared = space.episodic.add_messages("Hello all", conversation_id="c")
    ada = space.episodic.add_messages("Hello from one", conversation_id="c", user_id="ada")
    bob = space.episodic.add_messages("Hello from one", conversation_id="c", user_id="bob")
    assert len({*shared.ids, *ada.ids, *bob.ids}) == 3
    assert [one.text for one in space.episodic.history("c", user_id="ada")] == ["Hello from one"]
    assert [one.text for one in space.episodic.history("c")] == ["Hello all"]
    assert [one.text for one in space.episodic.history("c", user_id="eve")] == ["Hello all"]
    assert {one.user_id for one in space.episodic.conversations()} == {None, "ada", "bob"}
    assert space.episodic.conversation("c", user_id="ada").user_id == "ada"
    space.episodic.delete_conversation("c", user_id="ada")
    assert [one.text for one in space.episodic.history("c", user_id="bob")] == ["Hello from one"]
    with pytest.raises(errors.NotFound):
        space.episodic.delete_conversation("c", user_id="ada")


def test_conversations_of_several_users_with_one_id_are_whole(space: Memory, graph: Graph) -> None:
    space.episodic.add_messages("Hello all", conversation_id="c")
    for user in ("ada", "bob"):
        space.episodic.add_messages(["Hello from one", "And more"], conversation_id="c", user_id=user)
    assert audits(graph, space.workspace_id, START) == []


def test_search_finds_the_users_messages_and_the_shared(space: Memory) -> None:
    for user in ("ada", "bob", None):
        text = f"The password rule was written by {user or 'all'}."
        space.episodic.add_messages(text, conversation_id="c", user_id=user, agent_id=f"agent of {user}")
    found = space.episodic.search("Who wrote the password rule?", user_id="ada", minimum=0)
    assert {one.text.split()[-1] for one in found} == {"ada.", "all."}
    of_agent = space.episodic.search("the password rule", user_id="ada", agent_id="agent of ada", minimum=0)
    assert [one.text.split()[-1] for one in of_agent] == ["ada."]
    assert {one.text.split()[-1] for one in space.episodic.search("the password rule", minimum=0)} == {"all."}


def test_slots_and_episodes_are_a_users_own(space: Memory) -> None:
    for user in ("ada", "bob", None):
        space.working.set("c", "plan", f"of {user}", user_id=user)
        old = [{"text": f"Old {n} of {user}, a long story.", "said_at": START.replace(year=2024)} for n in range(4)]
        space.episodic.add_messages(old, conversation_id="c", user_id=user)
        space.episodic.summarize_old_turns("c", retain_last=0, user_id=user)
    assert space.working.get("c", "plan", user_id="ada") == "of ada"
    assert space.working.get("c", "plan", user_id="eve") == "of None"
    assert space.working.get_many("c", user_id="bob") == {"plan": "of bob"}
    (episode,) = space.episodic.recent_episodes("c", user_id="bob").episodes
    assert "bob" in episode.summary
    assert "bob" not in space.episodic.recent_episodes("c").block
    assert space.working.clear("c", user_id="ada") == 1
    assert space.working.get("c", "plan", user_id="ada") == "of None"
    assert space.working.get("c", "plan", user_id="bob") == "of bob"


def test_all_users_are_read_by_an_operator_alone(space: Memory, server: Server) -> None:
    space.user("ada").upsert_fact("collects stamps")
    assert [one.content for one in space.recall("stamps", all_users=True).results] == ["collects stamps"]
    space.episodic.add_messages([{"text": "It rains stamps."}], conversation_id="c", user_id="ada")
    assert [one.user_id for one in space.episodic.search("It rains stamps.", all_users=True)] == ["ada"]
    assert space.episodic.search("It rains stamps.") == ()
    with pytest.raises(errors.InvalidInput, match="all_users: does not go with a user_id"):
        space.recall("stamps", all_users=True, user_id="ada")
    token = space.tokens.create("agent", "agent").secret
    with oxgraph.connect(server.uri, server.auth, token=token) as agent:
        with pytest.raises(errors.PermissionDenied):
            agent.recall("stamps", all_users=True)
        with pytest.raises(errors.PermissionDenied):
            agent.episodic.search("stamps", all_users=True)
        assert agent.recall("stamps").results == ()


def test_a_question_of_a_users_memory_is_the_users(space: Memory, graph: Graph) -> None:
    given: dict[str, Any] = {"type": "fact", "predicate": "works_at", "object": "Acme"}
    space.semantic.remember(content="Eve works at Acme", subject="Eve", user_id="ada", **given)
    run_pass(graph, space.workspace_id, "upkeep", now=START)
    found = graph.driver.execute_query(
        "MATCH (q:_mem:question {workspace_id: $w}) RETURN DISTINCT q.user_id AS user_id", w=space.workspace_id
    )
    assert [row["user_id"] for row in found.records] == ["ada"]


def test_erasing_a_user_leaves_nothing_of_the_user(space: Memory, graph: Graph) -> None:
    for user in ("ada", "bob"):
        space.ingest(LISBON, conversation_id="c", user_id=user)
        space.user(user).upsert_fact("collects stamps")
        space.semantic.remember(type="fact", content="The dog is called Rex", subject="Rex", user_id=user)
        space.working.set("c", "plan", "secret", user_id=user)
        space.tokens.create("agent", "phone", user_id=user)
    receipt = space.semantic.erase_subject("ada")
    assert receipt.clean
    assert receipt.removed["conversations"] == 1
    assert space.recall("stamps dog Lisbon", user_id="ada", without="threshold").results == ()
    assert len(space.recall("stamps dog Lisbon", user_id="bob", without="threshold").results) >= 3
    assert owned_by(graph, space, "ada") == 0


def test_what_was_erased_with_a_user_is_not_written_anew(space: Memory, graph: Graph) -> None:
    before = START - timedelta(days=9)
    old = [{"text": "I live in Leeds.", "said_at": before}, {"text": "Who likes tea?", "said_at": before}]
    fact: dict[str, Any] = {"type": "fact", "content": "Lives in Leeds", "user_id": "ada", "id": new_id()}

    def written() -> None:
        space.episodic.add_messages(old, conversation_id="c", user_id="ada", title="Leeds")
        space.semantic.remember(**fact)

    written()
    space.user("ada").upsert_fact("collects stamps")
    space.episodic.add_messages(old, conversation_id="c", user_id="bob")
    assert space.semantic.erase_subject("ada").clean
    written()
    assert owned_by(graph, space, "ada") == 0
    remembered = space.semantic.remember(**fact)
    assert (remembered.outcome, remembered.reason) == ("unchanged", "deleted")
    # What is said afterwards is new, also in the same words.
    assert space.user("ada").upsert_fact("collects stamps").outcome == "created"
    assert space.episodic.add_messages([old[0] | {"said_at": None}], conversation_id="c", user_id="ada").written == 1
    assert space.episodic.add_messages(old, conversation_id="c", user_id="bob").known == 2
    space.episodic.delete_conversation("c", user_id="bob")
    assert space.episodic.add_messages(old, conversation_id="c", user_id="bob").written == 2


def owned_by(graph: Graph, space: Memory, user: str) -> int:
    """Nodes that belong to a user."""
    found = graph.driver.execute_query(
        "MATCH (n:_mem {workspace_id: $w}) WHERE n.user_id = $user OR n.private_to = $user RETURN count(n) AS left",
        w=space.workspace_id,
        user=user,
    )
    return int(found.records[0]["left"])


def test_a_user_whose_id_is_a_name_too_is_erased(space: Memory, graph: Graph) -> None:
    given: dict[str, Any] = {"type": "fact", "subject": "Ada", "predicate": "likes"}
    for user in ("ada", "bob"):
        space.episodic.add_messages([{"text": "It rains."}], conversation_id="c", user_id=user)
    space.semantic.remember(content="Ada likes tea", user_id="ada", **given)
    assert space.semantic.erase_subject("ada").clean
    assert owned_by(graph, space, "ada") == 0
    assert [row.text for row in space.episodic.history("c", user_id="bob")] == ["It rains."]


def test_the_id_of_a_user_comes_before_the_name_of_another(space: Memory, graph: Graph) -> None:
    for user in ("ada", "u-7"):
        space.episodic.add_messages([{"text": "It rains."}], conversation_id="c", user_id=user)
    other = space.semantic.entities.create("Ada", node_id="u-7")
    space.semantic.remember(type="fact", subject_id=other.id, content="Ada likes tea.")
    assert space.semantic.erase_subject("ada").clean
    assert owned_by(graph, space, "ada") == 0
    assert [row.content for row in space.semantic.list()] == ["Ada likes tea."]
    assert [row.text for row in space.episodic.history("c", user_id="u-7")] == ["It rains."]
    assert space.semantic.erase_subject("u-7").clean
    assert owned_by(graph, space, "u-7") == 0


def test_a_name_that_only_one_user_said_is_no_others(space: Memory) -> None:
    given: dict[str, Any] = {"type": "fact", "subject": "Rexford the Third"}
    own = space.semantic.remember(content="Rexford the Third likes bones", user_id="ada", **given)
    other = space.semantic.remember(content="Rexford the Third is a king", user_id="bob", **given)
    shared = space.semantic.remember(content="Rexford the Third is a hotel", **given)
    assert len({own.subject_id, other.subject_id, shared.subject_id}) == 3
    again = space.semantic.remember(content="Rexford the Third hates cats", user_id="ada", **given)
    assert again.subject_id == own.subject_id
    for user in ("ada", "bob", None):
        found = space.recall("Rexford the Third", user_id=user)
        names = {one.id for one in found.notes.entities}
        mine = {"ada": own.subject_id, "bob": other.subject_id, None: shared.subject_id}
        assert mine[user] in names
        assert names.isdisjoint({mine[one] for one in ("ada", "bob") if one != user})
