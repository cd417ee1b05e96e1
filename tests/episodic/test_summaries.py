"""Old turns summed up: once each, in one transaction with what becomes of them; read back as episodes."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest

import oxgraph
from oxgraph import Client, Memory, cypher, errors
from oxgraph.graph import Graph
from oxgraph.ids import new_id, stable_id
from oxgraph.local import Server
from tests.docs.test_operator_queries import SCANS, walk
from tests.episodic.summary_samples import (
    EXTRACT,
    Model,
    buried,
    chain,
    connected,
    episodes,
    left,
    rows,
    spoken_at,
    talk,
)
from tests.fixtures.client_samples import NOON, at
from tests.passes.test_runner import audits


@pytest.fixture(scope="module")
def plain(server: Server) -> Iterator[Client]:
    """Without an embedder and without a model."""
    with connected(server) as client:
        yield client


@pytest.fixture
def space(plain: Client) -> Memory:
    return plain.create_workspace(f"test {new_id()}")


def test_what_is_old_becomes_an_episode(space: Memory, graph: Graph) -> None:
    added = space.episodic.add_messages(talk(32), conversation_id="c")
    done = space.episodic.summarize_old_turns("c")
    assert (done.turns, done.waiting, done.reason, len(done.episodes)) == (12, 0, "", 1)
    (episode,) = done.episodes
    assert episode.id == stable_id(space.workspace_id, "episode", ["c", *added.ids[:12]])
    assert (episode.turn_count, episode.source_message_ids) == (12, added.ids[:12])
    assert (episode.started_at, episode.ended_at) == (spoken_at(0), spoken_at(11))
    assert episode.summary_source == "extract"
    assert episode.summary.startswith(f"{EXTRACT}12 turns (user 6, assistant 6) on 2 March 2026.")
    assert [row["id"] for row in left(graph, space)] == list(added.ids[12:])
    assert chain(graph, space) == list(range(12, 32))
    assert buried(graph, space) == set(added.ids[:12])
    assert space.episodic.episodes() == space.episodic.episodes("c") == done.episodes
    assert rows(graph, "MATCH (:_mem:episode)-[:`_mem:summarises`]->(c {workspace_id: $w}) RETURN c.id", space) == [
        stable_id(space.workspace_id, "conversation", ["c"])
    ]
    assert audits(graph, space.workspace_id, NOON) == []


def test_again_nothing_and_the_same_transcript_neither(space: Memory, graph: Graph) -> None:
    space.episodic.add_messages(talk(32), conversation_id="c")
    first = space.episodic.summarize_old_turns("c")
    assert space.episodic.summarize_old_turns("c").turns == 0
    assert space.episodic.add_messages(talk(32), conversation_id="c").written == 0
    assert len(left(graph, space)) == 20
    space.episodic.add_messages(talk(40), conversation_id="c")
    assert space.episodic.summarize_old_turns("c").turns == 8
    assert space.episodic.episodes()[-1:] == first.episodes
    assert [one.turn_count for one in space.episodic.episodes()] == [8, 12]


def test_which_are_old(space: Memory, graph: Graph) -> None:
    """Not the latest, not the last days', and not a single one."""
    space.episodic.add_messages([*talk(20), *talk(10, days=3, first=20)], conversation_id="c")
    assert space.episodic.summarize_old_turns("c", retain_last=10, max_age_days=61).turns == 0
    assert space.episodic.summarize_old_turns("c", retain_last=29, max_age_days=0).turns == 0, "a single one"
    assert space.episodic.summarize_old_turns("c", retain_last=28).turns == 2
    assert space.episodic.summarize_old_turns("c", retain_last=0).turns == 18, "the others are of this month"
    assert space.episodic.summarize_old_turns("c", retain_last=4, now=NOON + timedelta(days=40)).turns == 6
    space.update_settings(retain_messages=2, summarise_after_days=0)
    assert space.episodic.summarize_old_turns("c").turns == 2
    assert len(left(graph, space)) == 2
    assert space.episodic.summarize_old_turns("c", retain_last=0).turns == 2
    assert left(graph, space) == []
    space.episodic.add_messages(talk(2, days=1, first=90), conversation_id="c")
    assert chain(graph, space) == [30, 31], "the conversation goes on behind what is gone"


def test_a_long_talk_becomes_several(space: Memory, graph: Graph) -> None:
    added = space.episodic.add_messages(talk(451), conversation_id="c")
    done = space.episodic.summarize_old_turns("c", retain_last=0)
    assert [one.turn_count for one in done.episodes] == [50] * 8 + [51]
    assert [id for one in done.episodes for id in one.source_message_ids] == list(added.ids)
    assert left(graph, space) == []
    assert space.episodic.episodes(limit=2) == done.episodes[:-3:-1]
    assert space.episodic.episodes(before=done.episodes[1].ended_at) == done.episodes[:1]


def test_what_is_kept_is_marked(space: Memory, graph: Graph) -> None:
    space.update_settings(raw_retention="verbatim")
    added = space.episodic.add_messages(talk(32), conversation_id="c")
    done = space.episodic.summarize_old_turns("c")
    assert (done.turns, buried(graph, space)) == (12, set())
    marks = [row.get("episode_id") for row in left(graph, space)]
    assert marks == [done.episodes[0].id] * 12 + [None] * 20
    assert space.episodic.summarize_old_turns("c").turns == 0
    assert space.episodic.add_messages(talk(32), conversation_id="c").written == 0
    space.update_settings(raw_retention="window")
    later = space.episodic.summarize_old_turns("c", retain_last=10)
    assert later.episodes[0].source_message_ids == added.ids[12:22]
    assert chain(graph, space) == [*range(12), *range(22, 32)], "the chain goes on behind the gap"
    assert audits(graph, space.workspace_id, NOON) == []


def test_what_waits_for_its_extraction_is_not_touched(space: Memory, graph: Graph) -> None:
    space.episodic.add_messages(talk(10), conversation_id="c")
    text = """MATCH (m:_mem:message {workspace_id: $w, position: $at})
              SET m.extraction = $state, m.next_attempt_at = datetime() RETURN m.id"""
    rows(graph, text, space, at=6, state="pending")
    done = space.episodic.summarize_old_turns("c", retain_last=0)
    assert (done.turns, done.waiting) == (6, 1)
    assert space.episodic.summarize_old_turns("c", retain_last=0).turns == 0
    rows(graph, text, space, at=6, state="failed")
    assert space.episodic.summarize_old_turns("c", retain_last=0).turns == 4


def test_what_changes_while_the_model_writes_is_not_lost(space: Memory, graph: Graph) -> None:
    space.episodic.add_messages(talk(6), conversation_id="c")
    erase = "MATCH (m:_mem:message {workspace_id: $w}) WHERE m.position = 2 SET m.text = '[erased]' RETURN m.id"
    ask = "MATCH (m:_mem:message {workspace_id: $w}) WHERE m.position = 4 SET m.extraction = 'pending' RETURN m.id"
    for text in (erase, ask):
        model = Model(before=lambda text=text: rows(graph, text, space))  # type: ignore[misc]
        done = space.episodic.summarize_old_turns("c", retain_last=0, model=model)
        assert (done.turns, len(left(graph, space)), episodes(graph, space)) == (0, 6, [])
    assert space.episodic.summarize_old_turns("c", retain_last=0, model=Model()).turns == 4


def test_of_several_at_once_one_wins(space: Memory, server: Server, graph: Graph) -> None:
    added = space.episodic.add_messages(talk(260), conversation_id="c")

    def work(number: int) -> int:
        with connected(server) as client:
            memory = client.workspace(space.name)
            return memory.episodic.summarize_old_turns("c", retain_last=5 + number, model=Model()).turns

    with ThreadPoolExecutor(4) as pool:
        done = list(pool.map(work, range(4)))
    found = episodes(graph, space)
    told = [id for episode in found for id in episode["source_message_ids"]]
    assert len(told) == len({*told}) == sum(done)
    assert told + [row["id"] for row in left(graph, space)] == list(added.ids)
    assert buried(graph, space) == {*told}
    assert audits(graph, space.workspace_id, NOON) == []


def test_while_others_write(space: Memory, server: Server, graph: Graph) -> None:
    """Turns are added, the same ones again, while they are summed up: each is in one place."""
    talked = talk(300)

    def write(number: int) -> None:
        with connected(server) as client:
            memory = client.workspace(space.name).episodic
            for end in range(20, 301, 20):
                memory.add_messages(talked[:end], conversation_id="c")

    def sum_up(number: int) -> None:
        with connected(server) as client:
            for _ in range(15):
                try:
                    client.workspace(space.name).episodic.summarize_old_turns("c", retain_last=3)
                except errors.NotFound:
                    continue

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda number: (write, sum_up)[number % 2](number), range(4)))
    ids = space.episodic.add_messages(talked, conversation_id="c").ids
    told = [id for episode in episodes(graph, space) for id in episode["source_message_ids"]]
    there = [row["id"] for row in left(graph, space)]
    places = {id: place for place, id in enumerate(ids)}
    assert [places[id] for id in told + there] == list(range(300))
    assert len(chain(graph, space)) == len(left(graph, space))


def test_where_memory_is_off_nothing_is_summed_up(space: Memory, graph: Graph) -> None:
    space.episodic.add_messages(talk(32), conversation_id="c")
    first = space.episodic.summarize_old_turns("c")
    space.episodic.add_messages(talk(40), conversation_id="c")
    space.disable()
    done = space.episodic.summarize_old_turns("c")
    assert (done.turns, done.episodes, done.reason) == (0, (), "memory_disabled")
    assert space.episodic.recent_episodes("c").episodes == first.episodes, "what is there can be read"
    space.enable()
    model = Model(before=space.disable)
    done = space.episodic.summarize_old_turns("c", model=model)
    assert (done.turns, done.reason, len(left(graph, space))) == (0, "memory_disabled", 28)


def test_the_block_of_001(space: Memory) -> None:
    assert space.episodic.recent_episodes("c").block == ""
    for n in range(7):
        space.episodic.add_messages(talk(n + 2, days=90 - n, first=100 * n), conversation_id="c")
        model = Model(f"Summary {n}\nof the talk.")
        assert space.episodic.summarize_old_turns("c", retain_last=0, model=model).turns == n + 2
    found = space.episodic.recent_episodes("c")
    assert found.block == (
        "Earlier conversation summaries (most recent last):\n"
        "- (4 turns) Summary 2 of the talk.\n"
        "- (5 turns) Summary 3 of the talk.\n"
        "- (6 turns) Summary 4 of the talk.\n"
        "- (7 turns) Summary 5 of the talk.\n"
        "- (8 turns) Summary 6 of the talk."
    )
    assert found.ids == tuple(one.id for one in space.episodic.episodes("c", limit=5)[::-1])
    assert [one.turn_count for one in space.episodic.recent_episodes("c", 2).episodes] == [7, 8]
    space.update_settings(recent_episodes=1)
    assert [one.turn_count for one in space.episodic.recent_episodes("c").episodes] == [8]
    assert space.episodic.recent_episodes("another") == space.episodic.recent_episodes("c2")


def test_a_deleted_episode_is_in_no_read(space: Memory, graph: Graph) -> None:
    space.episodic.add_messages(talk(12), conversation_id="c")
    (episode,) = space.episodic.summarize_old_turns("c", retain_last=0).episodes
    space.episodic.delete_episode(episode.id)
    space.episodic.delete_episode(episode.id)
    assert (space.episodic.recent_episodes("c").block, space.episodic.episodes()) == ("", ())
    (node,) = episodes(graph, space)
    assert node["deleted_at"] == NOON
    assert not {"embedding", "unembedded", "workspace_term"} & node.keys()
    assert space.episodic.add_messages(talk(12), conversation_id="c").written == 0
    with pytest.raises(errors.NotFound):
        space.episodic.delete_episode(new_id())
    assert audits(graph, space.workspace_id, NOON) == []


def test_two_talks_are_two(space: Memory) -> None:
    for name in "ab":
        space.episodic.add_messages(talk(4), conversation_id=name)
        space.episodic.summarize_old_turns(name, retain_last=0)
    assert len({one.id for one in space.episodic.episodes()}) == 2
    assert [one.conversation_id for one in space.episodic.recent_episodes("a").episodes] == ["a"]


def test_what_is_refused(space: Memory) -> None:
    with pytest.raises(errors.NotFound):
        space.episodic.summarize_old_turns("nowhere")
    for wrong in ({"retain_last": -1}, {"max_age_days": float("nan")}, {"now": NOON.replace(tzinfo=None)}):
        with pytest.raises(errors.InvalidInput):
            space.episodic.summarize_old_turns("c", **wrong)
    with pytest.raises(errors.InvalidInput):
        space.episodic.recent_episodes("c", 0)
    with pytest.raises(errors.InvalidInput):
        space.episodic.episodes(limit=0)
    with pytest.raises(errors.InvalidInput):
        space.episodic.delete_episode("that one")


def test_an_agent_reads_and_an_operator_sums_up(space: Memory, server: Server) -> None:
    space.episodic.add_messages(talk(4), conversation_id="c")
    secret = space.tokens.create("agent", "reader").secret
    with oxgraph.connect(server.uri, server.auth, token=secret, clock=lambda: NOON) as memory:
        with pytest.raises(errors.PermissionDenied):
            memory.episodic.summarize_old_turns("c", retain_last=0)
        (episode,) = space.episodic.summarize_old_turns("c", retain_last=0).episodes
        assert memory.episodic.recent_episodes("c").ids == (episode.id,)
        with pytest.raises(errors.PermissionDenied):
            memory.episodic.delete_episode(episode.id)


def test_a_document_is_one_turn(space: Memory, graph: Graph) -> None:
    """A turn longer than an episode goes with the next one."""
    long = [{"text": f"{word} " * 40_000, "said_at": at(days=50)} for word in ("sail", "boat", "wind")]
    space.episodic.add_messages(long, conversation_id="c")
    done = space.episodic.summarize_old_turns("c", retain_last=0)
    assert [one.turn_count for one in done.episodes] == [3]
    assert left(graph, space) == []


@pytest.mark.parametrize("name", ["candidates", "consolidate", "list", "delete"])
def test_each_statement_seeks(graph: Graph, name: str) -> None:
    """Nothing is scanned, however much other workspaces hold."""
    file = cypher.statement(f"episode/{name}")
    given: dict[str, Any] = dict.fromkeys(file.params, "x") | {"limit": 5, "batch": 5, "retain_last": 1, "sources": []}
    given |= {"before": NOON, "now": NOON, "visible": None}
    plan = graph.driver.execute_query(f"EXPLAIN {file.text}", {key: given[key] for key in file.params}).summary.plan
    operators = list(walk(plan))
    assert any("Seek" in operator for operator in operators)
    assert not [operator for operator in operators if operator.startswith(SCANS)], operators
