"""Recall among many workspaces against a RETURN 1 that carries the same vector; and again once others have grown."""

import itertools
import statistics
import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

import oxgraph
from oxgraph import local
from oxgraph.clock import utc_now
from oxgraph.types.semantic_inputs import packed
from tests.bench.figures import Figure, p95, spread
from tests.bench.load import cypher
from tests.bench.memories import DIMENSION, PREDICATES, VERBS, People
from tests.bench.recall_questions import StoredVectors, questions, sayings
from tests.bench.remember import BATCH, MODEL, START, Town
from tests.bench.sizes import Sizes
from tests.recall.crowd import Crowd, pool

MOST_P50, MOST_P95, MOST_GROWTH, MOST_FIRST = 3.0, 3.0, 1.3, 5.0
PAUSE = 10
"""Seconds after the last write in which workspaces are read into memory ahead of their first question."""
WARM = 0.1
CONVERSATION = 100
"""Messages in a conversation."""


@dataclass(frozen=True)
class Home:
    """A workspace that is asked, and its questions."""

    memory: oxgraph.Memory
    people: People
    questions: Iterator[str]


@dataclass
class Measured:
    """Seconds, call by call in turns, and what came back; `read` is recall with all its results read."""

    bare: list[float] = field(default_factory=list)
    recall: list[float] = field(default_factory=list)
    read: list[float] = field(default_factory=list)
    answered: int = 0
    paths: Counter[str] = field(default_factory=Counter)

    def bare_p50(self) -> float:
        """The median of RETURN 1."""
        return statistics.median(self.bare)

    def ratio(self) -> float:
        """The medians'."""
        return statistics.median(self.recall) / self.bare_p50()

    def ratio_p95(self) -> float:
        """The 95th percentiles'."""
        return p95(self.recall) / p95(self.bare)


def run(server: local.Server, sizes: Sizes) -> Iterator[Figure]:
    """At the first size, with and without messages; once the others have grown."""
    vectors = StoredVectors(MODEL)
    with oxgraph.connect(server.uri, server.auth, embedder=vectors) as client:
        homes = settle(client, sizes)
        quiet, talkative = homes[sizes.recall_talkative :], homes[: sizes.recall_talkative]
        cold = [ask(home) for home in homes[::2]]
        time.sleep(PAUSE)
        ahead = [ask(home) for home in homes[1::2]]
        first = measure(client, vectors, quiet, sizes.recall_calls)
        yield from at(f"{sizes.recall_memories:,} memories", first)
        yield from at("workspaces with messages", measure(client, vectors, talkative, sizes.recall_calls))
        yield from firsts(cold, ahead, statistics.median(first.recall))
        crowd = neighbours(homes[0].people)
        for name, count in shares(sizes):
            crowd.remember(client.graph, client.create_workspace(name).workspace_id, count, utc_now())
        yield from grown(first, measure(client, vectors, quiet, sizes.recall_calls), sizes)


def settle(client: oxgraph.Client, sizes: Sizes) -> list[Home]:
    """The workspaces that are asked, filled by the client's own calls; the first of them have messages too."""
    names = [f"bench-recall-{number}-{uuid.uuid4()}" for number in range(sizes.recall_workspaces)]
    town = Town(client, [client.create_workspace(name) for name in names], [People(name, START) for name in names])
    share = sizes.recall_memories // sizes.recall_workspaces
    for home, start in itertools.product(range(len(names)), range(0, share, BATCH)):
        town.send(home, list(town.people[home].items(min(BATCH, share - start))))
    for memory, people in zip(town.memories[: sizes.recall_talkative], town.people, strict=False):
        for start in range(0, sizes.recall_messages, CONVERSATION):
            said = sayings(people, min(CONVERSATION, sizes.recall_messages - start))
            messages = [{"text": text, "speaker": people.subjects[0], "said_at": START} for text in said]
            memory.episodic.add_messages(messages, conversation_id=f"conversation-{start}")
    return [Home(memory, people, questions(people)) for memory, people in zip(town.memories, town.people, strict=True)]


def measure(client: oxgraph.Client, vectors: StoredVectors, homes: list[Home], calls: int) -> Measured:
    """One call each in turns, workspace after workspace; the first tenth does not count."""
    found, bare = Measured(), cypher("one_with_vector")
    for home in itertools.islice(itertools.cycle(homes), calls):
        question = next(home.questions)
        vector = packed(vectors.embed(question))
        found.bare.append(timed(partial(client.graph.read, bare, embedding=vector)))
        began = time.perf_counter()
        # Below the threshold nothing is packed, which is quicker; here every call is to do all of its work.
        answer = home.memory.recall(question, without="threshold")
        found.recall.append(time.perf_counter() - began)
        found.read.append(found.recall[-1] + timed(partial(tuple, answer.results)))
        found.answered += bool(answer.results)
        found.paths[answer.notes.path or "none"] += 1
    cold = int(calls * WARM)
    found.bare, found.recall, found.read = found.bare[cold:], found.recall[cold:], found.read[cold:]
    return found


def ask(home: Home) -> float:
    """Seconds that a question takes."""
    return timed(partial(home.memory.recall, next(home.questions)))


def firsts(cold: list[float], ahead: list[float], later: float) -> Iterator[Figure]:
    """The first question of each workspace, right after it was written and a while later, against the later ones."""
    yield Figure(
        "  first question, right after the writes / later ones", statistics.median(cold) / later, note=spread(cold)
    )
    title = f"first question, {PAUSE} s after the writes / later ones"
    yield Figure(title, statistics.median(ahead) / later, at_most=MOST_FIRST, note=spread(ahead))


def timed(call: Callable[[], object]) -> float:
    """Seconds that a call takes."""
    began = time.perf_counter()
    call()
    return time.perf_counter() - began


def at(title: str, found: Measured) -> list[Figure]:
    """The figures against RETURN 1."""
    calls = sum(found.paths.values())
    paths = ", ".join(f"{name} {count}" for name, count in found.paths.items())
    return [
        Figure(f"recall p50 / RETURN 1 p50, {title}", found.ratio(), at_most=MOST_P50, note=spread(found.recall)),
        Figure(f"recall p95 / RETURN 1 p95, {title}", found.ratio_p95(), at_most=MOST_P95),
        Figure("  the p50 with all results read too", statistics.median(found.read) / found.bare_p50()),
        Figure("  RETURN 1 with the vector", found.bare_p50() * 1000, "ms p50", note=spread(found.bare)),
        Figure("  calls that were answered", found.answered / calls * 100, "%", at_least=95, note=paths),
    ]


def grown(before: Measured, after: Measured, sizes: Sizes) -> list[Figure]:
    """What the same questions take beside larger neighbours."""
    title = f"{sizes.recall_grown:,} / {sizes.recall_memories:,}"
    by = statistics.median(after.recall) / statistics.median(before.recall)
    bare = f"RETURN 1: {statistics.median(after.bare) / statistics.median(before.bare):.2f} ×"
    return [
        Figure(f"recall p50 at {title} memories", by, at_most=MOST_GROWTH, note=bare),
        *at(f"{sizes.recall_grown:,} memories", after),
    ]


def neighbours(people: People) -> Crowd:
    """Who lives in the other workspaces: the same words, the same names."""
    names = people.objects[:100]
    contents = [f"{names[n % 50]} {VERBS[n % len(VERBS)]} {names[50 + n % 50]}" for n in range(500)]
    return Crowd(contents, names, PREDICATES, pool("neighbours", DIMENSION), MODEL)


def shares(sizes: Sizes) -> Iterator[tuple[str, int]]:
    """New workspaces, as many as there are, with what is missing to the grown size."""
    each = (sizes.recall_grown - sizes.recall_memories) // sizes.recall_workspaces
    for _ in range(sizes.recall_workspaces if each > 0 else 0):
        yield f"bench-neighbour-{uuid.uuid4()}", each
