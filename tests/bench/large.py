"""Recall in one large workspace: memories or messages, in the cache or by index search."""

import uuid
from collections.abc import Iterator
from datetime import timedelta

import oxgraph
from oxgraph import local
from oxgraph.clock import utc_now
from tests.bench.figures import Figure, spread
from tests.bench.memories import People
from tests.bench.recall import Home, ask, measure, neighbours
from tests.bench.recall_questions import StoredVectors, questions
from tests.bench.remember import MODEL, START
from tests.bench.sizes import Sizes
from tests.recall.crowd import Crowd

CONVERSATION = 2_000
"""Messages in a conversation."""
MOST_CACHED, MOST_INDEXED = 3.5, 6.0
"""How many times RETURN 1 a recall may take where the workspace is in the cache, and by index search."""


def run(server: local.Server, sizes: Sizes) -> Iterator[Figure]:
    """A workspace of memories, then larger and larger ones of messages; the last takes some nine minutes to load."""
    vectors = StoredVectors(MODEL)
    with oxgraph.connect(server.uri, server.auth, embedder=vectors) as client:
        people = People("large", START)
        list(people.items(sizes.large_known))
        crowd = neighbours(people)
        crowd.texts, crowd.speakers = crowd.contents, people.subjects[:2]
        for memory, size in filled(client, crowd, sizes):
            home = Home(memory, people, questions(people))
            yield from asked(client, vectors, home, size, sizes.large_calls)


def filled(client: oxgraph.Client, crowd: Crowd, sizes: Sizes) -> Iterator[tuple[oxgraph.Memory, str]]:
    """The workspaces one after the other, each with what it holds."""
    now = utc_now() - timedelta(days=1)
    memory = settled(client, crowd)
    crowd.remember(client.graph, memory.workspace_id, sizes.large_memories, now)
    yield memory, f"{sizes.large_memories:,} memories"
    for count in sizes.large_messages:
        memory = settled(client, crowd)
        length = min(CONVERSATION, count)
        for start in range(0, count, length):
            crowd.talk(client.graph, memory.workspace_id, f"talk {start}", length, now, start=start)
        yield memory, f"{count:,} messages"


def settled(client: oxgraph.Client, crowd: Crowd) -> oxgraph.Memory:
    """A new workspace with the names and the embedding model: without one nothing would be searched by vector."""
    memory = client.create_workspace(f"bench-large-{uuid.uuid4()}")
    crowd.know(client.graph, memory.workspace_id, utc_now())
    return memory


def asked(client: oxgraph.Client, vectors: StoredVectors, home: Home, size: str, calls: int) -> list[Figure]:
    """The first question and, once the server is warm, the later ones against RETURN 1."""
    first = ask(home)
    measure(client, vectors, [home], calls)
    found = measure(client, vectors, [home], calls)
    paths = ", ".join(found.paths)
    most = MOST_CACHED if paths == "cache" else MOST_INDEXED
    title = f"one workspace of {size}"
    return [
        Figure(f"recall p50 / RETURN 1, {title}", found.ratio(), at_most=most, note=f"{paths}, {spread(found.recall)}"),
        Figure(f"recall p95 / RETURN 1, {title}", found.ratio_p95(), note=f"{found.answered} answered"),
        Figure("  RETURN 1 with the vector", found.bare_p50() * 1000, "ms p50", note=spread(found.bare)),
        Figure("  first question", first, "s"),
    ]
