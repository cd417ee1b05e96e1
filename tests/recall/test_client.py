"""Recall through the client: what is found, in how many round trips, and what a caller can say about it."""

import copy
import pickle
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

import oxgraph
from oxgraph import Memory, errors
from oxgraph.client.recall_request import CLIENT_RULES
from oxgraph.client.recall_result import memories
from oxgraph.errors import InvalidInput
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.local import Server
from oxgraph.models import embedder
from tests.eval.recall import ABLATION, NOT_MEASURED
from tests.fixtures.samples import START, day, works_at
from tests.models.tiny_embedders import Tiny

TALK = [
    {"speaker": "Ada", "text": "I adopted a greyhound called Rex.", "said_at": "2026-04-01T10:00:00Z"},
    {"speaker": "Tom", "text": "How lovely! How old is he?", "said_at": "2026-04-01T10:01:00Z"},
    {"speaker": "Ada", "text": "He is four, and very lazy.", "said_at": "2026-04-01T10:02:00Z"},
]


ROSES = [
    {"role": "user", "text": "I want to plant roses in my garden this spring."},
    {"role": "assistant", "text": "Roses for a garden with clay soil: the rose Bonica does well."},
    {"role": "user", "text": "My garden gets no sun in the morning."},
    {"role": "user", "text": "My roses of last year died in the frost."},
    {"role": "user", "text": "My neighbour has a garden full of roses."},
]


@pytest.fixture(scope="module")
def known(server: Server) -> Iterator[Memory]:
    """A workspace with a few memories, a conversation and vectors; its clock stands at START."""
    model = embedder("minilm")
    with oxgraph.connect(server.uri, server.auth, clock=lambda: START, embedder=model) as client:
        space = client.create_workspace(f"recall {new_id()}")
        works_at(space, "Acme", "2020-05-01")
        works_at(space, "Rivian", "2024-01-01")
        space.semantic.remember(type="preference", subject="Ada", predicate="likes", content="Ada likes green tea")
        space.semantic.remember(type="event", subject="Tom", content="Tom ran a marathon", valid_from=day("2026-04-12"))
        space.semantic.remember(type="fact", subject="Tom", content="Tom owns a boat", confidence=0.35)
        space.episodic.add_messages(TALK, conversation_id="pets")
        space.episodic.add_messages(ROSES, conversation_id="roses")
        yield space


def contents(found: oxgraph.Recall) -> list[str]:
    return [one.content for one in found.results]


@pytest.mark.parametrize("question", ["What do we know about Anna?", "Tell me about Anna."])
def test_a_question_about_everything_is_answered_without_vectors(server: Server, question: str) -> None:
    with oxgraph.connect(server.uri, server.auth, clock=lambda: START) as client:
        space = client.create_workspace(f"all about Anna {new_id()}")
        for number in range(5):
            space.semantic.remember(type="event", subject="Anna", content=f"Anna bought {number + 2} lamps")
        found = space.recall(question)
        assert (len(found.results), found.notes.empty_because) == (5, None)
        assert space.recall("What did Anna eat?").notes.empty_because == "nothing_relevant"


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Which rose did you recommend for my garden?", "Roses for a garden"),
        ("What was the rose for my garden that you've told me about?", "Roses for a garden"),
        ("What did the assistant tell the user about roses?", "Roses for a garden"),
        ("What happened to my roses?", "My roses of last year"),
        ("What happened to the user's roses?", "My roses of last year"),
    ],
)
def test_what_the_assistant_said_and_what_the_user_said(known: Memory, question: str, said: str) -> None:
    assert contents(known.recall(question))[0].startswith(said)


@pytest.mark.parametrize(
    "question",
    [
        "What did Ada eat for lunch?",
        "I want to know what Ada ate for lunch.",
        "Can you remind me what Ada ate for lunch?",
        "Ada's lunch? I need it for our list.",
    ],
)
def test_what_one_of_several_people_said_is_found_in_the_askers_words(server: Server, question: str) -> None:
    lunch = [
        {"speaker": "Ben", "text": "I ate soup for lunch today."},
        {"speaker": "Cleo", "text": "For lunch I ate a salad."},
        {"speaker": "Ada", "text": "I ate a cheese sandwich for lunch."},
    ]
    with oxgraph.connect(server.uri, server.auth, clock=lambda: START, embedder=embedder("minilm")) as client:
        space = client.create_workspace(f"lunch {new_id()}")
        space.episodic.add_messages(lunch, conversation_id="lunch")
        assert contents(space.recall(question))[0] == "I ate a cheese sandwich for lunch."


def test_an_old_memory_answers_among_messages_that_do_not(server: Server) -> None:
    said = [
        "I work at Hansekontor.", "My favourite restaurant is Fischerhaus.", "I live in Kiel.",
        "My phone number is 0151 2345678.", "I sold the Skoda.", "I prefer light mode.",
        "My sister's name is Clara.", "I'm allergic to peanuts.", "I like green tea.", "I bought two lamps.",
        "My dog's name is Pixel.", "I'm learning the cello.", "I need to submit my tax return.",
    ]  # fmt: skip
    now = START - timedelta(days=70)
    with oxgraph.connect(server.uri, server.auth, clock=lambda: now, embedder=embedder("minilm")) as client:
        space = client.create_workspace(f"old {new_id()}")
        space.semantic.remember(type="event", subject="Lena", content="Lena ran a marathon in Vienna on 2026-03-15")
        now = START
        space.episodic.add_messages([{"text": text} for text in said], conversation_id="c")
        found = space.recall("When did I run the marathon in Vienna?")
        assert (found.notes.empty_because, "marathon in Vienna" in found.context) == (None, True)
        assert space.recall("When did I ride the camel in Cairo?").notes.empty_because == "nothing_relevant"


def test_a_question_finds_its_memory_first(known: Memory) -> None:
    found = known.recall("Where does Ada work?")
    first = found.results[0]
    assert (first.content, first.kind, first.type, first.rank) == ("Ada works at Rivian", "memory", "fact", 1)
    assert (first.subject, first.predicate, first.object) == ("Ada", "works_at", "Rivian")
    assert (first.valid_from, first.valid_to) == (day("2024-01-01"), None)
    assert "Ada works at Acme" not in contents(found)
    assert "Ada works at Rivian" in found.context
    assert first.in_context
    assert found.answer == ""
    assert "works_at" in found.notes.predicates
    assert [one.name for one in found.notes.entities] == ["Ada"]


def test_messages_are_evidence_with_their_neighbours(known: Memory) -> None:
    first = known.recall("What is the name of Ada's greyhound?", kinds="message").results[0]
    assert (first.kind, first.type, first.speaker) == ("message", "user", "Ada")
    assert first.said_at == datetime(2026, 4, 1, 10, tzinfo=UTC)
    assert [one.text for one in first.neighbours] == ["How lovely! How old is he?"]
    assert all(one.kind == "message" for one in known.recall("greyhound", kinds="message").results)
    assert all(one.kind == "memory" for one in known.recall("greyhound", kinds=["memory"]).results)


def test_both_clocks_and_history(known: Memory) -> None:
    then = known.recall("Where does Ada work?", as_of=(day("2022-01-01"), None), types="fact")
    assert then.results[0].content == "Ada works at Acme"
    assert "Ada works at Rivian" not in contents(then)
    both = contents(known.recall("Where does Ada work?", historical=True))
    assert {"Ada works at Acme", "Ada works at Rivian"} <= set(both)


def test_types_kinds_and_floors(known: Memory) -> None:
    assert contents(known.recall("Ada and Tom", types="event")) == ["Tom ran a marathon"]
    hinted = known.recall("Which events were there with Ada?", without="threshold")
    assert hinted.notes.types == ("event",)
    assert {one.type for one in hinted.results if one.kind == "memory"} <= {"event"}
    assert any(one.kind == "message" for one in hinted.results)
    unhinted = known.recall("Which events were there with Ada?", without=["type_hint", "threshold"])
    assert "Ada works at Rivian" in contents(unhinted)
    assert "Tom owns a boat" not in contents(known.recall("Who owns a boat?"))
    assert "Tom owns a boat" in contents(known.recall("Who owns a boat?", confidence_floor=0.1))


def test_what_the_words_say_about_time_and_what_to_keep_out(known: Memory) -> None:
    found = known.recall("What happened last month?", explain=True)
    assert found.notes.window == (day("2026-04-01"), day("2026-05-01"))
    assert found.results[0].why
    assert "time" in {name for one in found.results for name in one.ranks}
    kept_out = known.recall("Who works or runs, but not Ada?")
    assert kept_out.notes.negated == ("Ada",)
    assert not [one for one in kept_out.results if one.subject == "Ada"]
    given = known.recall("what happened", window=(day("2026-04-12"), day("2026-04-13")), types="event")
    assert given.notes.window == (day("2026-04-12"), day("2026-04-13"))


def test_now_is_the_askers(known: Memory) -> None:
    asked = known.recall("What happened last month?", now=START + timedelta(days=31), touch=False)
    assert asked.notes.window == (day("2026-05-01"), day("2026-06-01"))


def test_k_budget_and_conversation(known: Memory) -> None:
    assert len(known.recall("Ada", k=2).results) == 2
    assert known.recall("Ada", budget=0).context == ""
    assert {one.conversation_id for one in known.recall("greyhound", conversation_id="pets", kinds="message").results}
    assert not known.recall("greyhound", conversation_id="elsewhere", kinds="message").results


def test_entities_by_name_and_by_id(known: Memory) -> None:
    ada = known.recall("Where does Ada work?").results[0]
    meant = known.recall("who is it about?", entities="Tom").notes.entities
    assert [one.name for one in meant] == ["Tom"]
    entity = known.semantic.get(ada.id).subject_id or ""
    assert [one.id for one in known.recall("who is it about?", entities=[entity]).notes.entities] == [entity]


@pytest.mark.parametrize("fusion", ["sum", "rrf"])
def test_both_ways_to_fuse(known: Memory, fusion: Any) -> None:
    assert known.recall("Where does Ada work?", fusion=fusion).results[0].content == "Ada works at Rivian"


def counting(call: Any, sent: list[str]) -> Any:
    """`call`, which notes the statement that it sends."""

    def counted(self: Graph, file: Any, *given: Any, **params: Any) -> Any:
        sent.append(file.name)
        return call(self, file, *given, **params)

    return counted


def test_one_statement_is_sent(known: Memory, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """One round trip once the query is embedded, by the database's login and by a token; speakers are known by then."""
    token = known.tokens.create("agent", "reader")
    sent: list[str] = []
    with oxgraph.connect(
        server.uri, server.auth, token=token.secret, clock=lambda: START, embedder=embedder("minilm")
    ) as agent:
        agent.recall("Where does Ada work?", touch=False)
        known.flush()  # what earlier tests read is written down by a statement of its own
        for name in ("_execute", "once", "stream"):
            monkeypatch.setattr(Graph, name, counting(getattr(Graph, name), sent))
        for space in (known, agent):
            sent.clear()
            assert space.recall("Where does Ada work?", touch=False).results
            assert sent == ["recall/recall"]
        monkeypatch.undo()
        known.tokens.revoke(token.id)
        with pytest.raises(errors.Unauthenticated):
            agent.recall("Where does Ada work?")


def test_a_deadline_of_nothing_is_well_formed(known: Memory) -> None:
    found = known.recall("Where does Ada work?", deadline=0)
    assert "deadline" in {one.reason for one in found.notes.dropped}
    assert {one.retriever for one in found.notes.dropped} >= {"embedding", "meaning", "words", "message_words"}
    assert known.recall("Where does Ada work?", deadline=60).notes.dropped == ()


def test_a_slow_embedder_is_not_waited_for(known: Memory, server: Server) -> None:
    going = threading.Event()

    class Slow(Tiny):
        def embed(self, text: str) -> list[float]:
            going.wait(60)
            return super().embed(text)

    with oxgraph.connect(server.uri, server.auth, clock=lambda: START, embedder=Slow("slow", 4)) as client:
        found = client.workspace(known.name).recall("Where does Ada work?", deadline=1.0, touch=False)
        going.set()
    assert ("embedding", "deadline") in {(one.retriever, one.reason) for one in found.notes.dropped}
    assert "Ada works at Rivian" in contents(found)


def test_vectors_of_another_model_are_left_out(known: Memory, server: Server) -> None:
    with oxgraph.connect(server.uri, server.auth, clock=lambda: START, embedder=Tiny("other", 384)) as client:
        found = client.workspace(known.name).recall("Where does Ada work?", touch=False)
    assert "other_model" in {one.reason for one in found.notes.dropped}
    assert found.results[0].content == "Ada works at Rivian"


def test_nothing_is_found_where_nothing_is(world: Memory) -> None:
    found = world.recall("Where does Ada work?")
    assert (found.results, found.context, found.notes.empty_because) == ((), "", "nothing_stored")
    works_at(world, "Acme")
    world.disable()
    assert world.recall("Where does Ada work?").results, "what is there stays and can be asked"
    world.enable()
    world.delete()
    with pytest.raises(errors.WorkspaceDeleted):
        world.recall("Where does Ada work?")


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"query": ""}, "query"),
        ({"query": " \n\t"}, "query"),
        ({"query": "\ud800"}, "query"),
        ({"query": 5}, "query"),
        ({"k": 0}, "k"),
        ({"k": 1001}, "k"),
        ({"kinds": "action"}, "kinds"),
        ({"types": "No Type"}, "types"),
        ({"budget": -1}, "budget"),
        ({"deadline": -1.0}, "deadline"),
        ({"deadline": float("nan")}, "deadline"),
        ({"window": (START, START)}, "window"),
        ({"window": ("a", "b")}, "window"),
        ({"as_of": "yesterday"}, "as_of"),
        ({"now": datetime(2026, 1, 1)}, "now"),
        ({"entities": [{"nme": "x"}]}, "entities"),
        ({"fusion": "product"}, "fusion"),
        ({"without": ["nonsense"]}, "without"),
        ({"conversation_id": ""}, "conversation_id"),
    ],
)
def test_what_does_not_fit_is_named(known: Memory, values: dict[str, Any], field: str) -> None:
    query = values.pop("query", "Where does Ada work?")
    with pytest.raises(errors.InvalidInput, match=field):
        known.recall(query, **values)


@pytest.mark.parametrize("query", ["thanks!", "ok", "hello", "good morning", "great, do it", "Yes please.", "danke!"])
def test_small_talk_asks_for_nothing(known: Memory, query: str) -> None:
    found = known.recall(query)
    assert (found.results, found.context, found.notes.empty_because) == ((), "", "small_talk")
    assert found.notes.found == found.notes.tokens == 0


def test_what_only_begins_as_small_talk_is_searched_for(known: Memory) -> None:
    assert "He is four, and very lazy." in contents(known.recall("Thanks! How old is Rex?"))
    assert "How lovely! How old is he?" in contents(known.recall("lovely"))
    assert known.recall("hello", types=["preference"], without=["threshold"]).results
    assert known.recall("how lovely", without=["small_talk", "threshold"]).results


def test_a_long_query_is_cut_and_says_so(known: Memory) -> None:
    found = known.recall("Where does Ada work? " + "and so on " * 100_000)
    assert found.notes.cut
    assert "Ada works at Rivian" in contents(found)
    assert not known.recall("Where does Ada work?").notes.cut


async def test_without_blocking(known: Memory, server: Server) -> None:
    async with await oxgraph.connect_async(
        server.uri, server.auth, clock=lambda: START, embedder=embedder("minilm")
    ) as client:
        space = await client.workspace(known.name)
        found = await space.recall("Where does Ada work?", deadline=30.0)
        assert found.results[0].content == "Ada works at Rivian"
        await space.flush()


@pytest.fixture(scope="module")
def chatter(server: Server) -> Iterator[Memory]:
    """A workspace with sixty messages about one dog, on three days, and a few that say the same."""
    said = [
        {
            "speaker": ("Ada", "Tom")[n % 2],
            "text": f"Rex the greyhound learned trick {n}",
            "said_at": day(f"2026-04-0{1 + n // 20}"),
        }
        for n in range(60)
    ]
    said += [{"speaker": "Tom", "text": "REX the greyhound learned trick 7!", "said_at": day("2026-04-05")}]
    with oxgraph.connect(server.uri, server.auth, clock=lambda: START, embedder=embedder("minilm")) as client:
        space = client.create_workspace(f"chatter {new_id()}")
        space.episodic.add_messages(said, conversation_id="tricks")
        yield space


def test_a_context_fills_its_budget_unless_k_bounds_it(chatter: Memory) -> None:
    query = "Which tricks did Rex the greyhound learn?"
    found = chatter.recall(query, budget=400)
    assert len(found.results) > 10
    assert 370 < found.notes.tokens <= 400
    assert sorted(found.context_ids) == sorted(one.id for one in found.results if one.in_context)
    assert [one.rank for one in found.results] == list(range(1, len(found.results) + 1))
    lines = {line.removeprefix("- ").split(": ", 1)[-1] for line in found.context.splitlines()}
    assert {one.content for one in found.results if one.in_context} <= lines
    assert len(chatter.recall(query).context_ids) == 60
    bounded = chatter.recall(query, k=3)
    assert (len(bounded.results), len(bounded.context_ids)) == (3, 3)
    assert len(chatter.recall(query, budget=0).results) == 10
    assert chatter.recall(query, budget=0).context_ids == ()


def test_what_fills_the_context_is_a_message_or_the_shorter_memory_of_it(server: Server) -> None:
    tricks = [f"Rex the greyhound learned trick {n}" for n in range(30)]
    said = [{"speaker": "Ada", "text": f"{trick} in the park near the river, after some practice"} for trick in tricks]
    query = "Which tricks did Rex the greyhound learn?"
    with oxgraph.connect(server.uri, server.auth, clock=lambda: START, embedder=embedder("minilm")) as client:
        space = client.create_workspace(f"tricks {new_id()}")
        ids = space.episodic.add_messages(said, conversation_id="tricks").ids
        given = zip(tricks, ids, strict=True)
        rows = [{"type": "fact", "content": trick, "confidence": 0.8, "evidence": [id_]} for trick, id_ in given]
        space.semantic.remember_many(rows)
        found, both = space.recall(query), space.recall(query, without=["repeats"])
    filling = [one for one in found.results[10:] if one.in_context]
    assert {one.kind for one in filling} == {"memory"}
    assert not {id_ for one in filling for id_ in one.evidence} & set(found.context_ids)
    assert {id_ for one in found.results for id_ in (one.id, *one.evidence)} >= set(ids)
    assert {id_ for one in both.results[10:] if one.in_context for id_ in one.evidence} & set(both.context_ids)


def test_the_day_stands_above_its_messages_once(chatter: Memory) -> None:
    context = chatter.recall("Which tricks did Rex the greyhound learn?").context
    days = [line for line in context.splitlines() if line.startswith("2026-")]
    assert days == sorted(set(days))
    assert "2026-04-01:\nAda: Rex the greyhound learned trick 0\nTom: Rex" in context
    assert context.lower().count("trick 7") == 1


def test_what_only_fills_the_context_does_not_count_as_read(chatter: Memory) -> None:
    found = chatter.recall("Which tricks did Rex the greyhound learn?")
    assert {one.relevance is None for one in found.results[10:]} == {True}
    assert all(one.neighbours for one in found.results[:10])


def test_results_are_read_when_they_are_looked_at(known: Memory) -> None:
    found, again = (known.recall("Where does Ada work?", touch=False) for _ in range(2))
    assert found.results == again.results == tuple(again.results)
    assert found.results[0] is found.results[0] is found.results[:1][0]
    assert found == pickle.loads(pickle.dumps(found)) == copy.deepcopy(found)
    assert type(found).model_validate(found.model_dump(mode="json")) == found


@pytest.mark.parametrize("k", [None, 3])
def test_what_is_not_looked_at_counts_as_read_too(known: Memory, k: int | None) -> None:
    found = known.recall("What does Ada like?", k=k, touch=False)
    expected = tuple(one.id for one in found.results[: k or 10] if one.kind == "memory")
    assert expected and memories(found.results, 10) == memories(tuple(found.results), 10) == expected


def test_the_ablation_leaves_out_each_retriever_and_rule_that_can_be_left_out(workspace: Memory) -> None:
    with pytest.raises(InvalidInput, match="without: must be of ") as refused:
        workspace.recall("Where does Ada work?", without=["nothing_like_it"])
    known = set(str(refused.value).partition("must be of ")[2].split(", ")) | CLIENT_RULES
    assert known == {name for variant in ABLATION for name in variant.without} | NOT_MEASURED
