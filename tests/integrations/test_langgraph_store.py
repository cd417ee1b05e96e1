"""The store of LangGraph: the same calls to it and to LangGraph's own store in memory have the same results."""

import random
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from typing import Any

import pytest
from langgraph.graph import START, StateGraph
from langgraph.store.base import BaseStore, InvalidNamespaceError, PutOp
from langgraph.store.memory import InMemoryStore
from typing_extensions import TypedDict

import oxgraph
from oxgraph import AsyncMemory, Memory
from oxgraph.errors import InvalidInput
from oxgraph.integrations.langchain import OxgraphStore
from oxgraph.local import Server

NAMESPACES = [("docs",), ("docs", "old"), ("users", "ana", "notes"), ("users", "ben", "notes"), ("docsets",)]
KEYS = ["a", "b", "A", "two words", "größe/1"]
VALUES: list[dict[str, Any]] = [
    {"memory": "Ana likes tea"},
    {"text": "Ana likes tea"},
    {"rank": 1, "tags": ["x", "y"], "inner": {"done": True, "by": None}},
    {"rank": 2.5, "tags": ["x"], "inner": {"done": False}},
    {"text": " a text\nwith lines and blanks "},
    {},
]
FILTERS: list[dict[str, Any] | None] = [
    None,
    {"memory": "Ana likes tea"},
    {"inner": {"done": True}},
    {"tags": ["x", "y"]},
    {"rank": {"$ne": 1}},
]


def parts(item: Any) -> Any:
    """An item without its times."""
    return item and (item.namespace, item.key, item.value)


def found(store: BaseStore, prefix: tuple[str, ...], filter: dict[str, Any] | None) -> list[str]:
    return sorted(repr(parts(item)) for item in store.search(prefix, filter=filter, limit=1_000))


def same(ours: BaseStore, theirs: BaseStore, namespace: tuple[str, ...]) -> None:
    """All reads give the same."""
    for key in KEYS:
        assert parts(ours.get(namespace, key)) == parts(theirs.get(namespace, key))
    for prefix, filter in product((namespace, namespace[:1]), FILTERS):
        assert found(ours, prefix, filter) == found(theirs, prefix, filter)
    same_namespaces(ours, theirs, {"prefix": namespace[:1]}, {"suffix": namespace[-1:]})


def same_namespaces(ours: BaseStore, theirs: BaseStore, *asked: dict[str, Any]) -> None:
    for one in asked:
        assert ours.list_namespaces(**one) == theirs.list_namespaces(**one)


@pytest.mark.deep
def test_it_does_what_langgraphs_own_store_does(workspace: Memory) -> None:
    ours, theirs, chance = OxgraphStore(workspace), InMemoryStore(), random.Random(23)
    for store in (ours, theirs):
        for namespace in NAMESPACES:  # an empty namespace stays in the list of the store in memory
            store.put(namespace, "kept", {"text": "stays"})
    for _ in range(40):
        namespace, key, value = chance.choice(NAMESPACES), chance.choice(KEYS), chance.choice([*VALUES, None])
        for store in (ours, theirs):
            store.batch([PutOp(namespace, key, {"text": "never"}), PutOp(namespace, key, value)])
    for namespace in NAMESPACES:
        same(ours, theirs, namespace)
    for filter in FILTERS:
        assert found(ours, (), filter) == found(theirs, (), filter)
    by_prefix = {"prefix": ("users", "*", "notes")}
    same_namespaces(ours, theirs, {}, by_prefix, {"max_depth": 1}, {"limit": 2, "offset": 1})


async def test_it_serves_each_kind_of_memory(either_memory: Memory | AsyncMemory) -> None:
    store = OxgraphStore(either_memory)
    await store.aput(("users", "ana"), "tea", {"memory": "Ana likes tea"})
    first = await store.aget(("users", "ana"), "tea")
    await store.aput(("users", "ana"), "tea", {"memory": "Ana likes coffee", "sure": True})
    item = await store.aget(("users", "ana"), "tea")
    assert first is not None and item is not None
    assert item.value == {"memory": "Ana likes coffee", "sure": True}
    assert item.created_at == first.created_at < item.updated_at
    assert [parts(one) for one in await store.asearch(("users",))] == [parts(item)]
    assert await store.alist_namespaces() == [("users", "ana")]
    await store.adelete(("users", "ana"), "tea")
    assert await store.aget(("users", "ana"), "tea") is None
    await store.adelete(("users", "ana"), "tea")
    await store.aput(("users", "ana"), "tea", {"memory": "Ana likes tea"})
    assert parts(await store.aget(("users", "ana"), "tea")) == (("users", "ana"), "tea", {"memory": "Ana likes tea"})


def test_a_query_puts_what_is_relevant_first(workspace: Memory) -> None:
    store = OxgraphStore(workspace)
    for key, text in (("1", "The invoice is due in May"), ("2", "Ana drinks tea at noon"), ("3", "Oslo is cold")):
        store.put(("docs",), key, {"text": text})
    hits = store.search(("docs",), query="When does Ana drink tea?")
    assert hits[0].key == "2" and hits[0].score is not None and hits[0].score > 0
    assert {hit.key for hit in hits} == {"1", "2", "3"}
    assert [hit.key for hit in store.search(("docs",), query="tea", filter={"text": "Oslo is cold"})] == ["3"]


def test_items_are_memories_of_their_users(workspace: Memory, server: Server) -> None:
    store = OxgraphStore(workspace)
    store.put(("users", "ana", "food"), "tea", {"memory": "Ana likes green tea"})
    store.put(("users", "ben", "food"), "tea", {"memory": "Ben likes black tea"})
    assert workspace.recall("Who likes tea?", user_id="ana").results[0].content == "Ana likes green tea"
    assert "Ben" not in workspace.recall("Who likes tea?", user_id="ana").context
    assert "tea" not in workspace.recall("Who likes tea?").context
    token = workspace.tokens.create("agent", "phone", user_id="ben").secret
    with oxgraph.connect(server.uri, server.auth, token=token) as memory:
        bound = OxgraphStore(memory)
        assert [parts(item)[2] for item in bound.search(("users",))] == [{"memory": "Ben likes black tea"}]
        assert bound.list_namespaces() == [("users", "ben", "food")]
        with pytest.raises(oxgraph.errors.PermissionDenied):
            bound.get(("users", "ana", "food"), "tea")
    own = OxgraphStore(workspace, user_of=lambda namespace: namespace[0])
    own.put(("cleo", "food"), "tea", {"memory": "Cleo likes mint tea"})
    assert "mint" in workspace.recall("Who likes tea?", user_id="cleo").context
    workspace.semantic.erase_subject("ana")
    assert store.search(("users", "ana")) == []
    assert [item.namespace for item in store.search(("users",))] == [("users", "ben", "food")]


def test_a_put_leaves_the_history_of_its_key(workspace: Memory) -> None:
    store = OxgraphStore(workspace)
    for text in ("blue", "green", "green"):
        store.put(("profile",), "colour", {"favourite": text})
    rows = workspace.semantic.list(type="fact", status="any")
    assert [(row.content, row.status) for row in rows] == [("green", "active"), ("blue", "superseded")]
    store.delete(("profile",), "colour")
    assert workspace.semantic.list(type="fact") == []
    assert "forgotten" in workspace.semantic.why(rows[0].id).text.lower()


@pytest.mark.parametrize("before", ["nothing", "a value", "a deleted value"])
def test_of_puts_at_once_the_last_one_holds(workspace: Memory, before: str) -> None:
    store = OxgraphStore(workspace)
    if before != "nothing":
        store.put(("docs",), "a", {"text": "first"})
    if before == "a deleted value":
        store.delete(("docs",), "a")
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda text: store.put(("docs",), "a", {"text": text}), ("red", "green", "blue", "grey")))
    (row,) = workspace.semantic.list()
    item = store.get(("docs",), "a")
    assert item is not None
    assert item.value == {"text": row.content}
    store.delete(("docs",), "a")
    assert store.get(("docs",), "a") is None


@pytest.mark.parametrize("namespaces", [1, 20])
def test_a_search_beside_puts_finds_each_item(workspace: Memory, namespaces: int) -> None:
    """The value before or the one after. Of many namespaces all memories are read, the newest first."""
    store = OxgraphStore(workspace)
    places = [("docs", str(number)) for number in range(namespaces)]
    keys = ("a", "b", "c")
    for place, key in product(places, keys):
        store.put(place, key, {"text": f"{key} of {place[1]}"})
    every = sorted(product(places, keys))

    def put(key: str) -> None:
        for number in range(40):
            store.put(places[0], key, {"text": f"{key} is {number} now"})

    with ThreadPoolExecutor(len(keys)) as pool:
        putting = [pool.submit(put, key) for key in keys]
        while not all(one.done() for one in putting):
            assert sorted((item.namespace, item.key) for item in store.search(("docs",), limit=1_000)) == every
        for one in putting:
            one.result()


def test_values_that_are_nearly_the_same_stay_apart(workspace: Memory) -> None:
    store = OxgraphStore(workspace)
    texts = ["The invoice is due in May", "the invoice is due in may.", "The invoice is due in May!"] * 2
    for text in texts:
        store.put(("docs",), "invoice", {"text": text})
        assert parts(store.get(("docs",), "invoice"))[2] == {"text": text}
    for number, text in enumerate(texts):
        store.put(("docs",), f"invoice {number}", {"text": text})
    found = {item.key: item.value["text"] for item in store.search(("docs",), limit=100)}
    assert found == {f"invoice {number}": text for number, text in enumerate(texts)} | {"invoice": texts[-1]}
    store.put(("docs",), "invoice", {"note": texts[-1]})
    assert parts(store.get(("docs",), "invoice"))[2] == {"note": texts[-1]}


def test_what_the_store_cannot_hold_is_refused(workspace: Memory, awaited: AsyncMemory) -> None:
    store = OxgraphStore(workspace)
    with pytest.raises(InvalidInput, match="10,000 characters"):
        store.put(("docs",), "long", {"text": "x" * 10_001})
    with pytest.raises(InvalidInput, match="no JSON"):
        store.put(("docs",), "set", {"tags": {1, 2}})
    with pytest.raises(InvalidInput, match="characters together"):
        store.put(("docs",), "k" * 600, {"text": "x"})
    with pytest.raises(InvalidNamespaceError):
        store.put((), "key", {"text": "x"})
    with pytest.raises(NotImplementedError):
        store.put(("docs",), "key", {"text": "x"}, ttl=5)
    with pytest.raises(InvalidInput, match="none of"):
        store.put(("docs",), "key", {"text": "x"})
        store.search(("docs",), filter={"text": {"$like": "x"}})
    with pytest.raises(InvalidInput, match="asynchronous"):
        OxgraphStore(awaited).get(("docs",), "key")


class State(TypedDict):
    """The state of a graph."""

    asked: str
    known: list[str]


def test_a_graphs_nodes_use_it(workspace: Memory) -> None:
    def note(state: State, *, store: BaseStore) -> dict[str, Any]:
        store.put(("users", "ana"), state["asked"], {"memory": state["asked"]})
        return {"known": sorted(item.value["memory"] for item in store.search(("users", "ana")))}

    builder = StateGraph(State)
    builder.add_node("note", note)
    builder.add_edge(START, "note")
    graph = builder.compile(store=OxgraphStore(workspace))
    graph.invoke({"asked": "Ana likes tea", "known": []})
    assert graph.invoke({"asked": "Ana lives in Oslo", "known": []})["known"] == ["Ana likes tea", "Ana lives in Oslo"]
