"""Semantic memory in the tests of isolation: what the full workspace knows, and each call by one who may not see it."""

import json
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from oxgraph import Memory
from oxgraph.client._sync.connections import Connections
from oxgraph.client._sync.entities import Entities
from oxgraph.client._sync.episodic import Episodic
from oxgraph.client._sync.evaluations import Evaluations
from oxgraph.client._sync.graph_view import GraphView
from oxgraph.client._sync.ontology import Predicates, Types
from oxgraph.client._sync.remember import Review
from oxgraph.client._sync.semantic import Semantic
from oxgraph.client._sync.user_facts import User
from oxgraph.client._sync.working import Working
from oxgraph.models import embedder
from oxgraph.types.evaluation import Evaluated
from tests.fixtures.client_samples import at

T = TypeVar("T")

MARK = "zebrafinch"
"""In every text of the full workspace."""


TALK = [{"text": f"My sister {MARK} lives in Lisbon now.", "speaker": MARK}, {"text": f"Does {MARK}?", "role": "tool"}]
"""Said in both workspaces, in conversations of one name."""

OLD = f"{MARK} of old"
"""A conversation that is summed up."""


@dataclass(frozen=True)
class Knowledge:
    """Ids of the full workspace's semantic memory."""

    fact: str
    rival: str
    user_fact: str
    entity: str
    other: str
    absorbed: str
    evaluation: str
    episode: str
    message: str


Call = Callable[[Memory, Knowledge], object]


def learn(memory: Memory) -> Knowledge:
    """Semantic memory of every kind, with the mark in every text. Two facts contradict each other."""
    fact: dict[str, Any] = {"type": "fact", "subject": MARK, "predicate": "works_at", "topic_key": MARK}
    sure = memory.semantic.remember(**fact, content=f"{MARK} works at Acme", object=f"{MARK} Acme", keywords=[MARK])
    rival = memory.semantic.remember(**fact, content=f"{MARK} works at Rivian", object=f"{MARK} Rivian", confidence=0.4)
    user = memory.user(MARK).upsert_fact(f"{MARK} likes tea", category=MARK)
    memory.semantic.predicates.define(MARK, True, 0.9, MARK)
    memory.semantic.types.define(MARK, 30)
    memory.semantic.entities.define_type(MARK, MARK)
    memory.semantic.entities.create(
        f"{MARK} Ltd", type=MARK, node_id=f"{MARK}-ltd", description=MARK, properties={"p": MARK}, shown=["p"]
    )
    memory.semantic.ingest(TALK[:1])
    memory.episodic.add_messages(TALK, conversation_id=MARK)
    memory.working.set(MARK, MARK, MARK)
    twin = memory.semantic.remember(type="fact", content=f"{MARK} twin", subject=f"{MARK} the second").subject_id or ""
    memory.semantic.entities.merge(sure.subject_id or "", twin)
    ends = sure.subject_id or "", sure.object_id or ""
    memory.semantic.entities.link(ends[0], "KNOWS", ends[1], connection=MARK)
    run, episode = measured(memory).run.id, summed_up(memory)
    said = memory.episodic.history(MARK)[0].id
    return Knowledge(sure.memory_id or "", rival.memory_id or "", user.memory_id or "", *ends, twin, run, episode, said)


def summed_up(memory: Memory) -> str:
    """An old conversation in one episode."""
    said = [{"text": f"Old {MARK} {word}.", "said_at": at(days=90)} for word in ("sails", "rows")]
    memory.episodic.add_messages(said, conversation_id=OLD)
    return memory.episodic.summarize_old_turns(OLD, retain_last=0).episodes[0].id


def imported(memory: Memory) -> int:
    """A chat of the other workspace's conversation, under the ids that its messages have there."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "chat.json"
        path.write_text(json.dumps({"id": MARK, "title": MARK, "messages": TALK}), encoding="utf-8")
        return memory.episodic.import_chats(path).written


def gold(call: Callable[[list[str], list[str]], T]) -> T:
    """`call` with files of turns and of questions, whose words are those of the full workspace."""
    said: list[dict[str, Any]] = [{"id": "a", "text": "We have tea."}]
    asked: list[dict[str, Any]] = [{"id": "q", "question": f"Where does {MARK} live?", "evidence": ["a"]}]
    asked += [{"id": "r", "question": "What do we have?", "evidence": []}]
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / name for name in ("turns", "questions")]
        for path, rows in zip(paths, (said, asked), strict=True):
            path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        return call([str(paths[0])], [str(paths[1])])


def measured(memory: Memory) -> Evaluated:
    """A run of the gold set."""
    return gold(memory.evaluations.run)


def foreign(memory: Memory) -> list[str]:
    """The turns of a run that are not of its set, and the run before it."""
    found = measured(memory)
    turns = [turn for row in found.rankings for turn in row.ranked if turn != "a"]
    return turns + ([found.before.id] if found.before else [])


CALLS: dict[str, Call] = {
    "semantic.remember": lambda m, k: (
        m.semantic.remember(
            type="fact",
            content="mine",
            subject=MARK,
            predicate="knows",
            object=f"{MARK} Acme",
            topic_key=MARK,
            evidence=[k.fact],
            id=k.fact,
        ).outcome
    ),
    "semantic.remember_many": lambda m, k: [
        row.outcome for row in m.semantic.remember_many([{"type": "fact", "content": f"{MARK} works at Acme"}])
    ],
    "semantic.supersede": lambda m, k: m.semantic.supersede(k.fact, content="mine"),
    "semantic.get": lambda m, k: m.semantic.get(k.fact),
    "semantic.list": lambda m, k: [
        m.semantic.list(status="any"),
        m.semantic.list(MARK, status="any"),
        m.semantic.list(k.entity),
        m.semantic.list(object=k.other),
    ],
    "semantic.list_page": lambda m, k: [
        row
        for subject, object in ((None, None), (MARK, None), (k.entity, None), (None, k.other))
        for row in m.semantic.list_page(subject, None, object, status="any").items
    ],
    "graph.node": lambda m, k: m.graph.node(k.fact),
    "graph.neighbours": lambda m, k: m.graph.neighbours(k.entity),
    "graph.find": lambda m, k: [*m.graph.find(MARK), *m.graph.find(k.fact), *m.graph.find(kind="memory")],
    "semantic.history": lambda m, k: m.semantic.history(k.fact),
    "semantic.why": lambda m, k: m.semantic.why(k.fact),
    "semantic.forget": lambda m, k: m.semantic.forget(k.fact, restore=True),
    "semantic.revive": lambda m, k: m.semantic.revive(k.fact),
    "semantic.ingest": lambda m, k: m.semantic.ingest(f"My sister {MARK} lives in Porto now.").messages,
    "working.get": lambda m, k: m.working.get(MARK, MARK),
    "working.get_many": lambda m, k: list(m.working.get_many(MARK)),
    "working.list_page": lambda m, k: m.working.list_page().items + m.working.list_page(MARK).items,
    "working.set": lambda m, k: m.working.set(MARK, MARK, "mine"),
    "working.delete": lambda m, k: m.working.delete(MARK, MARK),
    "working.clear": lambda m, k: m.working.clear(MARK),
    "episodic.add_messages": lambda m, k: m.episodic.add_messages(TALK, conversation_id=MARK).written,
    "episodic.history": lambda m, k: m.episodic.history(MARK),
    "episodic.messages": lambda m, k: m.episodic.messages(MARK, after=k.message),
    "episodic.search": lambda m, k: m.episodic.search(MARK, minimum=0.0, k=1000),
    "episodic.conversations": lambda m, k: m.episodic.conversations(),
    "episodic.messages_page": lambda m, k: m.episodic.messages_page(MARK).items,
    "episodic.conversations_page": lambda m, k: m.episodic.conversations_page().items,
    "episodic.episodes_page": lambda m, k: m.episodic.episodes_page().items + m.episodic.episodes_page(OLD).items,
    "episodic.conversation": lambda m, k: m.episodic.conversation(MARK),
    "episodic.message": lambda m, k: m.episodic.message(k.message),
    "episodic.shown": lambda m, k: m.episodic.shown(k.message),
    "episodic.delete_message": lambda m, k: m.episodic.delete_message(k.message),
    "episodic.delete_conversation": lambda m, k: m.episodic.delete_conversation(MARK),
    "episodic.import_chats": lambda m, k: imported(m),
    "episodic.summarize_old_turns": lambda m, k: m.episodic.summarize_old_turns(OLD, retain_last=0),
    "episodic.recent_episodes": lambda m, k: m.episodic.recent_episodes(OLD).block,
    "episodic.episodes": lambda m, k: [*m.episodic.episodes(), *m.episodic.episodes(OLD)],
    "episodic.delete_episode": lambda m, k: m.episodic.delete_episode(k.episode),
    "evaluations.run": lambda m, k: foreign(m),
    "evaluations.calibrate": lambda m, k: gold(
        lambda turns, questions: m.evaluations.calibrate(questions, lost=0.5).curve[1:-1]
    ),
    "evaluations.list": lambda m, k: m.evaluations.list(),
    "evaluations.live": lambda m, k: m.evaluations.live(),
    "evaluations.compare": lambda m, k: m.evaluations.compare(k.evaluation, k.evaluation),
    "semantic.extract_pending": lambda m, k: m.semantic.extract_pending().messages,
    "semantic.take_up": lambda m, k: m.semantic.take_up().messages,
    "semantic.adopt": lambda m, k: m.semantic.adopt("Person"),
    "semantic.release": lambda m, k: m.semantic.release("Person"),
    "semantic.erase_subject": lambda m, k: sum(m.semantic.erase_subject(k.entity).removed.values()),
    "semantic.reembed": lambda m, k: m.semantic.reembed(embedder("minilm")).model_dump(),
    "semantic.review.list": lambda m, k: m.semantic.review.list(),
    "semantic.review.resolve": lambda m, k: m.semantic.review.resolve(k.fact, keep=k.rival),
    "semantic.predicates.list": lambda m, k: [row for row in m.semantic.predicates.list() if row.defined],
    "semantic.predicates.define": lambda m, k: m.semantic.predicates.define("mine", True).stateful,
    "semantic.types.list": lambda m, k: m.semantic.types.list(),
    "semantic.types.define": lambda m, k: m.semantic.types.define("mine", 5),
    "semantic.entities.counts": lambda m, k: m.semantic.entities.counts(),
    "semantic.entities.types": lambda m, k: m.semantic.entities.types(),
    "semantic.entities.define_type": lambda m, k: m.semantic.entities.define_type("mine", parent=MARK),
    "semantic.entities.link": lambda m, k: m.semantic.entities.link(k.entity, "KNOWS", k.other),
    "semantic.entities.list": lambda m, k: m.semantic.entities.list(name=MARK, hidden=True),
    "semantic.entities.list_page": lambda m, k: [
        *m.semantic.entities.list_page(name=MARK).items,
        *m.semantic.entities.list_page(hidden=True).items,
    ],
    "semantic.entities.search": lambda m, k: [
        *m.semantic.entities.search(MARK),
        *m.semantic.entities.search(f"Where is {MARK} Acme?"),
    ],
    "semantic.entities.create": lambda m, k: m.semantic.entities.create("mine", node_id=MARK[::-1]).name,
    "semantic.entities.update": lambda m, k: m.semantic.entities.update(k.entity, name="mine", properties={"mine": 1}),
    "semantic.entities.traverse": lambda m, k: m.semantic.entities.traverse(k.entity, depth=4, memory=True),
    "semantic.entities.get": lambda m, k: m.semantic.entities.get(k.entity),
    "semantic.entities.resolve": lambda m, k: [
        row.entity_id for row in m.semantic.entities.resolve([MARK, f"{MARK} Acme"], create=False)
    ],
    "semantic.entities.alias": lambda m, k: m.semantic.entities.alias(k.entity, "mine"),
    "semantic.entities.merge": lambda m, k: m.semantic.entities.merge(k.entity, k.other),
    "semantic.entities.split": lambda m, k: m.semantic.entities.split(k.absorbed),
    "semantic.entities.hide": lambda m, k: m.semantic.entities.hide(k.entity),
    "semantic.entities.show": lambda m, k: m.semantic.entities.show(k.entity),
    "semantic.connections.list": lambda m, k: m.semantic.connections.list(),
    "semantic.connections.delete": lambda m, k: m.semantic.connections.delete(MARK),
    "user": lambda m, k: m.user(MARK).facts(),
    "user.upsert_fact": lambda m, k: (
        m.user(MARK).upsert_fact("mine", supersedes=f"{MARK} likes tea", id=k.user_fact).superseded
    ),
    "user.search_facts": lambda m, k: m.user(MARK).search_facts(f"{MARK} likes tea"),
    "user.build_context": lambda m, k: [*m.user(MARK).build_context(f"{MARK} likes tea")],
    "user.facts": lambda m, k: m.user(MARK).facts(),
    "user.delete_fact": lambda m, k: m.user(MARK).delete_fact(k.user_fact),
    "user.delete_matching_facts": lambda m, k: m.user(MARK).delete_matching_facts(MARK),
    "user.decay_old_facts": lambda m, k: m.user(MARK).decay_old_facts().decayed,
}

FOREIGN_ID = {"supersede", "get", "history", "why", "forget", "revive", "review.resolve", "entities.define_type"}
FOREIGN_ID |= {f"entities.{name}" for name in ("link", "get", "alias", "merge", "split", "hide", "show")}
FOREIGN_ID = {f"semantic.{name}" for name in FOREIGN_ID} | {"user.delete_fact", "evaluations.compare"}
FOREIGN_ID |= {"semantic.entities.update", "semantic.entities.traverse", "graph.node", "graph.neighbours"}
FOREIGN_ID |= {"episodic.summarize_old_turns", "episodic.delete_episode"}
FOREIGN_ID |= {
    "episodic.message",
    "episodic.shown",
    "episodic.messages",
    "episodic.conversation",
    "episodic.delete_conversation",
}
"""Calls that name a node by its id: one of another workspace is simply not there."""

NO_TOKEN = {"semantic.adopt", "semantic.release", "semantic.connections.delete"}
"""Calls that also reach nodes that are in no workspace: no token does."""

EMPTY = {
    "semantic.list",
    "semantic.extract_pending",
    "semantic.take_up",
    "semantic.review.list",
    "semantic.predicates.list",
}
EMPTY |= {"semantic.entities.types", "semantic.entities.list", "semantic.connections.list"}
EMPTY |= {"evaluations.run", "evaluations.calibrate", "evaluations.list"}
EMPTY |= {"semantic.erase_subject", "user", "user.upsert_fact", "user.search_facts", "user.build_context"}
EMPTY |= {"user.facts", "user.delete_matching_facts", "user.decay_old_facts"}
EMPTY |= {"working.get_many", "working.list_page", "working.delete", "working.clear"}
EMPTY |= {"episodic.recent_episodes", "episodic.episodes", "episodic.search"}
EMPTY |= {"episodic.history", "episodic.conversations", "episodic.delete_message"}
EMPTY |= {"episodic.messages_page", "episodic.conversations_page", "episodic.episodes_page"}
EMPTY |= {"semantic.list_page", "semantic.entities.list_page", "semantic.entities.search", "graph.find"}
"""Calls that find nothing at all in a workspace without memory."""

NOTHING: tuple[object, ...] = (0, [], (), "", [[], [], [], []])

PARTS: list[tuple[type, str]] = [
    (Semantic, "semantic."),
    (Review, "semantic.review."),
    (Predicates, "semantic.predicates."),
    (Types, "semantic.types."),
    (Entities, "semantic.entities."),
    (Connections, "semantic.connections."),
    (User, "user."),
    (Episodic, "episodic."),
    (Working, "working."),
    (Evaluations, "evaluations."),
    (GraphView, "graph."),
]
