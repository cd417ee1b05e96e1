"""A store of LangGraph over a workspace's memories."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, cast

from langgraph.store.base import (
    BaseStore,
    GetOp,
    Item,
    ListNamespacesOp,
    MatchCondition,
    Op,
    PutOp,
    Result,
    SearchItem,
    SearchOp,
)

from oxgraph.client import AsyncMemory
from oxgraph.errors import InvalidInput
from oxgraph.integrations._async.items import AsyncItems
from oxgraph.integrations._sync.items import Items
from oxgraph.integrations.conversation import AnyMemory, either, plain_memory
from oxgraph.integrations.store_items import Namespace, StoredItem

Key = tuple[Namespace, str]

USERS = frozenset({"user", "users"})


def user_after_users(namespace: Namespace) -> str | None:
    """The label after the first `users` or `user`; None where there is none."""
    place = next((n for n, label in enumerate(namespace) if label in USERS), len(namespace))
    return namespace[place + 1] if place + 1 < len(namespace) else None


class OxgraphStore(BaseStore):
    """A `BaseStore` whose items are memories of a workspace: `builder.compile(store=OxgraphStore(memory))`.

    A namespace is a category of memories, and an entity that they are about. `user_of` tells from a namespace whose its
    items are (default: the label after `users` or `user`); all others are shared. A value with one text is remembered
    as that text, any other as JSON of at most 10,000 characters. A put supersedes the former value of its key, and a
    delete forgets it: `why`, `history` and `as_of` show both. `search` with a query puts first what recall finds, with
    its score. `index` and `ttl` are not supported: every item is searched, and none ends. A `Memory` serves all calls,
    an `AsyncMemory` the asynchronous alone. Calls raise InvalidInput for a value that is no JSON or too long.
    """

    __slots__ = ("_items", "_memory")

    def __init__(self, memory: AnyMemory, *, user_of: Callable[[Namespace], str | None] = user_after_users) -> None:
        self._memory = memory
        self._items: Items | AsyncItems = (
            AsyncItems(memory, user_of) if isinstance(memory, AsyncMemory) else Items(memory, user_of)
        )

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Performs operations: reads first, then the last put of each key."""
        plain_memory(self._memory)
        items, given = cast("Items", self._items), list(ops)
        results = [self._read(items, op) for op in given]
        for op in _last_puts(given):
            if op.value is None:
                items.delete(op.namespace, op.key)
            else:
                items.put(op.namespace, op.key, op.value)
        return results

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """Performs operations: reads first, then the last put of each key."""
        if isinstance(self._items, Items):
            return cast("list[Result]", await either(self.batch, list(ops)))
        given = list(ops)
        results = [await self._aread(self._items, op) for op in given]
        for op in _last_puts(given):
            if op.value is None:
                await self._items.delete(op.namespace, op.key)
            else:
                await self._items.put(op.namespace, op.key, op.value)
        return results

    @staticmethod
    def _read(items: Items, op: Op) -> Result:
        if isinstance(op, GetOp):
            return _item(items.get(op.namespace, op.key))
        if isinstance(op, SearchOp):
            found = items.under(op.namespace_prefix)
            scores = items.ranked(op.namespace_prefix, op.query) if op.query and found else {}
            return _searched(op, found, scores)
        return _namespaces(op, items.under(_prefix(op))) if isinstance(op, ListNamespacesOp) else None

    @staticmethod
    async def _aread(items: AsyncItems, op: Op) -> Result:
        if isinstance(op, GetOp):
            return _item(await items.get(op.namespace, op.key))
        if isinstance(op, SearchOp):
            found = await items.under(op.namespace_prefix)
            scores = await items.ranked(op.namespace_prefix, op.query) if op.query and found else {}
            return _searched(op, found, scores)
        return _namespaces(op, await items.under(_prefix(op))) if isinstance(op, ListNamespacesOp) else None


def _last_puts(ops: Iterable[Op]) -> list[PutOp]:
    last: dict[Key, PutOp] = {(op.namespace, op.key): op for op in ops if isinstance(op, PutOp)}
    return list(last.values())


def _item(found: StoredItem | None) -> Item | None:
    if found is None:
        return None
    return Item(
        value=found.value,
        key=found.key,
        namespace=found.namespace,
        created_at=found.created_at,
        updated_at=found.updated_at,
    )


def _searched(op: SearchOp, found: list[StoredItem], scores: Mapping[str, float]) -> list[SearchItem]:
    """The page of the items that fit the filter: those with a score first."""
    fitting = [item for item in found if all(_fits(item.value.get(name), to) for name, to in (op.filter or {}).items())]
    fitting.sort(key=lambda item: -scores.get(item.memory_id, 0.0))
    return [
        SearchItem(
            namespace=item.namespace,
            key=item.key,
            value=item.value,
            created_at=item.created_at,
            updated_at=item.updated_at,
            score=scores.get(item.memory_id),
        )
        for item in fitting[op.offset : op.offset + op.limit]
    ]


def _prefix(op: ListNamespacesOp) -> Namespace:
    """The labels with which every namespace begins that is asked for."""
    paths = [condition.path for condition in op.match_conditions or () if condition.match_type == "prefix"]
    path = max(paths, key=len, default=())
    return tuple(str(label) for label in (path[: path.index("*")] if "*" in path else path))


def _namespaces(op: ListNamespacesOp, found: Iterable[StoredItem]) -> list[Namespace]:
    conditions = op.match_conditions or ()
    fitting = {item.namespace for item in found}
    fitting = {one for one in fitting if all(_matches(condition, one) for condition in conditions)}
    return sorted({one[: op.max_depth] for one in fitting})[op.offset : op.offset + op.limit]


def _matches(condition: MatchCondition, namespace: Namespace) -> bool:
    path = condition.path
    part = namespace[: len(path)] if condition.match_type == "prefix" else namespace[-len(path) :] if path else ()
    return len(part) == len(path) and all(label in ("*", own) for label, own in zip(path, part, strict=True))


COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "$eq": lambda own, to: bool(own == to),
    "$ne": lambda own, to: bool(own != to),
    "$gt": lambda own, to: float(own) > float(to),
    "$gte": lambda own, to: float(own) >= float(to),
    "$lt": lambda own, to: float(own) < float(to),
    "$lte": lambda own, to: float(own) <= float(to),
}


def _fits(own: Any, to: Any) -> bool:
    """Whether a field's value fits a filter's: equal, or by operators; part by part in maps and lists."""
    if isinstance(to, dict):
        if any(name.startswith("$") for name in to):
            return all(_compared(own, name, value) for name, value in to.items())
        return isinstance(own, dict) and all(_fits(own.get(name), value) for name, value in to.items())
    if isinstance(to, list | tuple):
        same = isinstance(own, list | tuple) and len(own) == len(to)
        return same and all(_fits(one, other) for one, other in zip(own, to, strict=True))
    return bool(own == to)


def _compared(own: Any, operator: str, to: Any) -> bool:
    if operator not in COMPARISONS:
        raise InvalidInput(field="filter", reason=f"{operator} is none of {', '.join(COMPARISONS)}")
    return COMPARISONS[operator](own, to)
