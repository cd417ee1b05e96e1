"""A turn: what every layer brings to it, and what is kept of it."""

import threading
import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any, get_args

import pytest

import oxgraph
from oxgraph import Memory, errors
from oxgraph.cypher import CypherFile
from oxgraph.graph import Graph
from oxgraph.ids import new_id, stable_id
from oxgraph.imports.message_files import pending_messages
from oxgraph.local import Server
from oxgraph.models import embedder
from oxgraph.types.turn import Limited, TurnRecord
from tests.fixtures.remote import Over
from tests.fixtures.samples import START, Clock, works_at
from tests.models.tiny_embedders import Tiny
from tests.turn.samples import (
    CONVERSATION,
    INSTRUCTION,
    LATELY,
    PATIENCE,
    QUESTION,
    TARGET,
    furnish,
    shown,
    texts,
    turn,
)


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[oxgraph.Client]:
    with oxgraph.connect(server.uri, server.auth, clock=lambda: START, embedder=embedder("minilm")) as found:
        yield found


@pytest.fixture
def space(client: oxgraph.Client, over: Over) -> Iterator[Memory]:
    with over(client.create_workspace(f"turn {new_id()}")) as found:
        yield found


def test_every_layer_letter_for_letter(space: Memory, graph: Graph) -> None:
    shown_pattern = furnish(space, graph)
    with turn(space, system="You are a clerk.") as found:
        summary = space.episodic.recent_episodes(CONVERSATION).episodes[0]
        injection = space.telemetry.inject([TARGET], action_type="get", target_node_type="person")
        recalled = found.parts["memories"]
        assert found.prompt == (
            "You are a clerk.\n\n"
            f"[Lasting instructions — 1 instruction]\n- {INSTRUCTION}\n\n"
            f"Earlier conversation summaries (most recent last):\n- (2 turns) {summary.summary}\n\n"
            "[Business graph — 1 entity]\n- Acme Ltd (customer:acme): only call after 5 pm\n[/Memory]\n\n"
            f"{recalled.text}\n\n"
            f"{injection.block}\n\n"
            '[Working memory — 1 slot]\n- planner_decision: {"next": "ask for the employer"}'
        )
        assert recalled.text.startswith("[Recalled memory — ")
        assert "Ada works at Acme" in recalled.text
        assert injection.ids == (shown_pattern,)
        assert found.supports == {
            "history": tuple(one.id for one in space.episodic.history(CONVERSATION)),
            "instructions": tuple(one.id for one in space.semantic.list(type="instruction")),
            "episodes": (summary.id,),
            "entities": (space.semantic.entities.get(TARGET).id,),
            "memories": recalled.ids,
            "patterns": (shown_pattern,),
            "slots": ("planner_decision",),
        }
        assert found.messages == [
            {"role": "system", "content": found.prompt},
            {"role": "user", "content": LATELY[0]},
            {"role": "assistant", "content": LATELY[1]},
            {"role": "user", "content": QUESTION},
        ]
        assert found.left_out == {}
        assert all(part.elapsed_ms > 0 for part in found.parts.values())


def test_lasting_instructions_come_with_every_turn_of_their_user(space: Memory) -> None:
    def told(content: str, **given: Any) -> str:
        return str(space.semantic.remember(type="instruction", content=content, **given).memory_id)

    everybody = told("Be polite to everybody.", stated_at=START - timedelta(days=3))
    spanish = told("Always answer in Spanish.", user_id="mia", stated_at=START - timedelta(days=2))
    early = told("Never book a flight before nine.", user_id="mia", stated_at=START - timedelta(days=1))
    told("Always answer in verse.", user_id="tom")
    told("Never use a table.", user_id="mia", confidence=0.2)
    space.semantic.forget(told("Always add a joke.", user_id="mia"))
    with turn(space, "How many legs does a spider have?", user_id="mia") as found:
        assert found.supports["instructions"] == (early, spanish, everybody)
        assert found.prompt.startswith("[Lasting instructions — 3 instructions]\n- Never book a flight before nine.\n")
        assert "Spanish" in found.messages[0]["content"]
    with turn(space, "Which flights do I never book?", user_id="mia") as found:
        assert (early in found.supports["instructions"], early in found.supports["memories"]) == (True, False)
    with turn(space, user_id="mia", without=["instructions"]) as found:
        assert (found.supports["instructions"], found.left_out) == ((), {"instructions": "left_out"})
    with turn(space) as found:
        assert found.supports["instructions"] == (everybody,)


def test_a_turn_about_no_action_names_what_fails_most(space: Memory, graph: Graph) -> None:
    patterns = (furnish(space, graph),)
    none: dict[str, Any] = {"action_type": None, "target_node_type": None, "targets": ()}
    with turn(space, **none) as found:
        costliest = space.telemetry.costliest_failures()
        assert (found.injection.ids, found.injection.block) == (patterns, costliest.block)
        assert (found.supports["patterns"], found.injection.threshold) == (patterns, None)
        assert costliest.block in found.prompt
        with found.record("look up"):
            pass
    assert shown(graph, space)[-1]["patterns"] == list(patterns)
    with turn(space, **none, without=["patterns"]) as found:
        assert (found.injection.ids, found.left_out) == ((), {"patterns": "left_out"})
    space.update_settings(injection_enabled=False)
    with turn(space, **none) as found:
        assert (found.injection.ids, found.left_out) == ((), {"patterns": "disabled: injection_disabled"})


def test_the_exchange_and_the_actions_are_kept(space: Memory, graph: Graph) -> None:
    shown_pattern = furnish(space, graph)
    with turn(space, agent_id="clerk", turn_id="t1") as found:
        with pytest.raises(KeyError), found.record("get", target_node_type="person"):
            raise KeyError("Ada")
        found.action("answer", "success", latency_ms=3)
        found.reply("Ada works at Acme.", metadata={"model": "scripted"})
    user, reply = (
        stable_id(space.workspace_id, "message", [CONVERSATION, "id", f"turn:t1:{role}"])
        for role in ("user", "assistant")
    )
    assert found.recorded == TurnRecord(message_ids=(user, reply), actions=2)
    assert texts(space)[-2:] == [("user", QUESTION), ("assistant", "Ada works at Acme.")]
    kept = space.episodic.history(CONVERSATION)[-1]
    assert (kept.id, kept.metadata["model"]) == (reply, "scripted")
    steps = [(step["action_type"], step["outcome"], step.get("error_code")) for step in kept.metadata["steps"]]
    assert steps == [("get", "failure", "KeyError"), ("answer", "success", None)]
    actions = {one["action_type"]: one for one in shown(graph, space)}
    assert actions["get"] == {
        "action_type": "get",
        "outcome": "failure",
        "error_code": "KeyError",
        "session_id": CONVERSATION,
        "agent_id": "clerk",
        "patterns": [shown_pattern],
    }
    assert actions["answer"]["patterns"] == [shown_pattern]


def test_a_turn_is_written_once(space: Memory, graph: Graph) -> None:
    for _ in range(2):
        with turn(space, turn_id="once") as found:
            found.action("get", "success")
            found.reply("At Acme.")
        assert found.recorded.failed == ()
        assert [message["content"] for message in found.messages][-1:] == [QUESTION]
    assert texts(space) == [("user", QUESTION), ("assistant", "At Acme.")]
    assert len(shown(graph, space)) == 1
    with turn(space, turn_id="once") as again:
        assert again.history == ()


def test_what_history_shows_is_not_recalled(space: Memory) -> None:
    old = START - timedelta(days=3)
    space.episodic.add_messages(
        [
            {"text": "Ada has a boat called Rex.", "said_at": old},
            *({"text": f"Yes, {n}.", "said_at": old} for n in range(9)),
        ],
        conversation_id=CONVERSATION,
    )
    space.episodic.add_messages("Ada has a boat called Rex, they say.", conversation_id="elsewhere")
    asked = "What is Ada's boat called?"
    with turn(space, asked, history=10) as near:
        assert "Ada has a boat called Rex." in [one.text for one in near.history]
        assert "a boat called Rex, they say" in near.parts["memories"].text
        assert "a boat called Rex." not in near.parts["memories"].text
        assert not set(near.supports["memories"]) & set(near.supports["history"])
    with turn(space, asked, history=2) as far:
        assert "a boat called Rex." in far.parts["memories"].text


def test_all_parts_are_read_in_one_round_trip(client: oxgraph.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    space, run = client.create_workspace(f"turn {new_id()}"), Graph.once
    furnish(space)
    space.recall(QUESTION)  # so that the names of speakers are known
    asked: list[str] = []

    def once(graph: Graph, file: CypherFile, **params: Any) -> Any:
        asked.append(file.name)
        return run(graph, file, **params)

    monkeypatch.setattr(Graph, "once", once)
    with turn(space) as found:
        assert not found.left_out
        assert asked == ["turn/parts"]
    asked.clear()
    with turn(space, limits={"history": 59.0}) as found:
        assert not found.left_out
        assert sorted(asked)[-2:] == ["turn/parts"] * 2
        assert not set(found.supports["memories"]) & set(found.supports["history"])


def test_a_memory_whose_evidence_is_shown_is_not_repeated(space: Memory) -> None:
    (said,) = space.episodic.add_messages("Ada works at Acme since May.", conversation_id=CONVERSATION).ids
    kept = works_at(space, "Acme", evidence=[said])
    with turn(space) as found:
        assert kept.memory_id not in found.supports["memories"]
    with turn(space, without=("history",)) as found:
        assert kept.memory_id in found.supports["memories"]
        assert found.left_out == {"history": "left_out"}
        assert found.history == ()


class Counting(Tiny):
    """Tells what it was asked to embed."""

    def __init__(self) -> None:
        super().__init__("tiny-counting", 8)
        self.texts: list[str] = []

    def embed(self, text: str) -> list[float]:
        self.texts.append(text)
        return super().embed(text)


def test_one_embedding_for_the_question_and_one_for_the_reply(server: Server, graph: Graph) -> None:
    counting = Counting()
    with oxgraph.connect(server.uri, server.auth, clock=lambda: START, embedder=counting) as client:
        space = client.create_workspace(f"turn {new_id()}")
        with turn(space) as found:
            found.reply("At Acme.")
        query = "MATCH (m:_mem:message {workspace_id: $w}) RETURN m.embedding AS vector ORDER BY m.position"
        for _ in range(600):
            rows = graph.driver.execute_query(query, w=space.workspace_id, database_=graph.database).records
            if all(row["vector"] for row in rows):
                break
            time.sleep(0.1)
    assert counting.texts == [QUESTION, "At Acme."]
    assert [row["vector"] for row in rows] == [
        pytest.approx(Tiny("tiny-counting", 8).embed(text), abs=1e-6) for text in counting.texts
    ]


def test_what_is_stored_behind_the_reply(space: Memory) -> None:
    """At once for the caller, in order, and there for the next turn; told as it ended, and kept once."""
    found = []
    for number in range(5):
        with turn(space, f"Question {number}?", wait=False) as one:
            said = [(message.role, message.text) for message in one.history]
            assert number == 0 or said[-2:] == [("user", f"Question {number - 1}?"), ("assistant", "Yes.")]
            one.action("get", "success")
            one.reply("Yes.")
        found.append(one)
    after = turn(space, "And then?")
    after.prepare()
    expected = [line for number in range(5) for line in (("user", f"Question {number}?"), ("assistant", "Yes."))]
    assert [(message.role, message.text) for message in after.history] == expected
    for one in found:
        record = one.recorded
        if space.has_login:
            assert (len(record.message_ids), record.actions, record.unconfirmed) == (2, 1, ())
        else:  # the server stores it, and tells nobody
            assert (record.message_ids, record.failed, record.unconfirmed) == ((), (), ("exchange", "actions"))
    found[-1].finish()
    after.prepare()
    assert texts(space) == expected


def test_the_worker_learns_from_it(server: Server) -> None:
    clock = Clock()
    with oxgraph.connect(server.uri, server.auth, clock=clock) as client:
        space = client.create_workspace(f"learn {new_id()}")
        with turn(space, "My name is Ada and I live in Vienna.", speaker="Ada") as found:
            found.reply("Noted.")
        with turn(space, "I live in Graz.", speaker="Ada", learn=False):
            pass
        clock.now += timedelta(minutes=10)
        assert pending_messages(client.graph)(space.workspace_id, clock.now) == 2
        contents = " ".join(row.content for row in space.semantic.list())
        assert "Vienna" in contents
        assert "Graz" not in contents


def test_an_exception_goes_through_and_the_question_is_kept(space: Memory, graph: Graph) -> None:
    with pytest.raises(ZeroDivisionError), turn(space) as found, found.record("compute"):
        1 / 0  # noqa: B018
    assert texts(space) == [("user", QUESTION)]
    assert [(one["action_type"], one["error_code"]) for one in shown(graph, space)] == [
        ("compute", "ZeroDivisionError")
    ]


def test_without_a_with_block(space: Memory) -> None:
    found = turn(space)
    assert (found.prepare() is found, found.recorded) == (True, None)
    found.reply("At Acme.")
    assert found.finish() == found.recorded
    assert len(found.recorded.message_ids) == 2
    assert found.finish().message_ids == found.recorded.message_ids
    assert len(texts(space)) == 2


def test_turns_of_one_conversation_at_once(server: Server) -> None:
    with oxgraph.connect(server.uri, server.auth, embedder=embedder("minilm")) as client:
        space = client.create_workspace(f"turns {new_id()}")

        def one(number: int) -> None:
            with turn(space, f"Question {number}?") as found:
                found.action("get", "success")
                found.reply(f"Answer {number}.")
            assert found.recorded.failed == ()

        threads = [threading.Thread(target=one, args=(number,)) for number in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        kept = space.episodic.history(CONVERSATION, max_messages=100)
        assert sorted(one.text for one in kept) == sorted(
            f"{w} {n}{e}" for n in range(6) for w, e in (("Question", "?"), ("Answer", "."))
        )
        assert [one.position for one in kept] == list(range(12))
        assert [one.said_at for one in kept] == sorted(one.said_at for one in kept)
        with turn(space, "Outer?") as outer, turn(space, "Inner?") as inner:
            inner.reply("Inner.")
            outer.reply("Outer.")
        assert {"Outer?", "Inner?", "Inner.", "Outer."} <= {text for _, text in texts(space)}


def test_a_scripted_model_call(space: Memory, graph: Graph) -> None:
    """Around any model: it gets the messages, its tools are recorded, its answer is kept."""
    furnish(space, graph)

    def model(messages: list[dict[str, str]]) -> str:
        known = "Ada works at Acme" in messages[0]["content"]
        return "At Acme." if known and messages[-1]["content"] == QUESTION else "I do not know."

    with turn(space) as found:
        found.reply(model(found.messages))
    assert texts(space)[-1] == ("assistant", "At Acme.")
    with turn(space, "And since when?") as after:
        assert [one.text for one in after.history][-2:] == [QUESTION, "At Acme."]


async def test_without_blocking(server: Server, graph: Graph) -> None:
    async with await oxgraph.connect_async(
        server.uri, server.auth, clock=lambda: START, embedder=embedder("minilm")
    ) as client:
        space = await client.create_workspace(f"turn {new_id()}")
        await space.semantic.remember(type="fact", subject="Ada", predicate="works_at", content="Ada works at Acme")
        async with turn(space, turn_id="a") as found:
            assert "Ada works at Acme" in found.prompt
            async with found.record("get", target_node_type="person"):
                pass
            found.reply("At Acme.")
        assert (len(found.recorded.message_ids), found.recorded.actions, found.recorded.failed) == (2, 1, ())
        history = await space.episodic.history(CONVERSATION)
        assert [one.text for one in history] == [QUESTION, "At Acme."]
        with pytest.raises(ZeroDivisionError):
            async with turn(space):
                raise ZeroDivisionError
        assert len(await space.episodic.history(CONVERSATION)) == 3


def test_who_may_not_is_told(client: oxgraph.Client, server: Server) -> None:
    space = client.create_workspace(f"turn {new_id()}")
    token = space.tokens.create("agent", "a")
    with oxgraph.connect(server.uri, server.auth, token=token.secret, clock=lambda: START) as agent:
        with turn(agent) as found:
            space.tokens.revoke(token.id)
            found.reply("At Acme.")
        assert (found.recorded.failed, found.recorded.message_ids) == (("exchange",), ())
        for without in ((), ("history", "episodes", "memories", "patterns", "slots")):
            with pytest.raises(errors.Unauthenticated):
                turn(agent, without=without).prepare()
    space.delete()
    with pytest.raises(errors.WorkspaceDeleted):
        turn(space).prepare()


@pytest.mark.parametrize("given", [{"user_message": " "}, {"k": 0}, {"limits": {"nothing": 1}}, {"without": ["all"]}])
def test_what_a_turn_is_not_given(space: Memory, given: dict[str, Any]) -> None:
    with pytest.raises(errors.InvalidInput):
        space.turn(**{"conversation_id": CONVERSATION, "user_message": QUESTION} | given)


def test_nothing_of_another_workspace(client: oxgraph.Client, space: Memory, graph: Graph) -> None:
    furnish(space, graph)
    other = client.create_workspace(f"turn {new_id()}")
    with turn(other) as found:
        assert (found.prompt, found.history, set(found.supports.values())) == ("", (), {()})
        assert {part.reason for part in found.parts.values()} == {"empty"}
        found.reply("At Acme.")
    assert texts(space)[-1] == ("assistant", LATELY[1])


def test_names_of_limits_are_those_of_the_request() -> None:
    assert set(PATIENCE) == set(get_args(Limited))


def test_the_agents_log_has_what_a_turn_is_without(workspace: Memory, caplog: pytest.LogCaptureFixture) -> None:
    """With a token too, where the server leaves it out."""
    with workspace.turn("c", "Where does Ada work?", limits={"history": 0.0, "exchange": 0.0}) as turn:
        assert turn.left_out["history"] == "timeout: took longer than 0 s"
        turn.reply("At Acme.")
    assert turn.recorded is not None
    assert turn.recorded.failed == ("exchange",)
    by = "" if workspace.has_login else " by the server"
    assert f"the part history of a turn is left out{by}: took longer than 0 s" in caplog.text
    lost = "the part exchange of a turn could not be kept" if workspace.has_login else "not keep of a turn: exchange"
    assert lost in caplog.text
