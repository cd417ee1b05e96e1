"""One caller whose memories a reference model follows step by step: contradictions, supersession, forgetting, revival.

It has a workspace of its own, and repeats each step until it is acknowledged. The reference of tests/semantic replays
the acknowledged steps; the one whose answer is missing at the end may have come to pass or not.
"""

import random
import threading
import time
import uuid
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from oxgraph.errors import OxgraphError
from oxgraph.graph import Graph
from tests.campaign.ledger import Call, Ledger, Put
from tests.campaign.transports import CLIENT_SECONDS, failed
from tests.semantic.reference import Reference
from tests.semantic.support import Store, differences, item

KIND = "history"
SUBJECTS = ("anna", "anna", "bruno", None)
OBJECTS = ("oslo", "lima", "rome", None)
PREDICATES = ("lives_in", "lives_in", "age", "likes", None)
CONTENTS = ("the answer is round", "the  Answer is round", "the answer is oval", "the answer is not round")
DAYS = (-400, -30, -1, 0)
PAUSE = 0.3
Json = dict[str, Any]


@dataclass
class History:
    """Random steps over the semantic layer's statements."""

    name: str
    graph: Graph
    ledger: Ledger
    chance: random.Random
    base: datetime
    stop: threading.Event
    steps: int = 0
    said: list[str] = field(default_factory=list)

    def run(self) -> None:
        """Steps until `stop` is set."""
        store = self._store()
        while store is not None and not self.stop.is_set():
            if not self._done(store, self._step()):
                return

    def _store(self) -> Store | None:
        while not self.stop.is_set():
            try:
                return Store(self.graph)
            except OxgraphError:
                self.stop.wait(PAUSE)
        return None

    def _step(self) -> Json:
        kind = self.chance.choices(("remember", "forget", "revive"), (6, 2, 1))[0] if self.said else "remember"
        self.steps += 1
        now = (self.base + timedelta(seconds=self.steps)).isoformat()
        if kind == "remember":
            items = [self._item() for _ in range(self.chance.choice((1, 1, 2, 5)))]
            self.said += [one["id"] for one in items]
            return {"do": kind, "items": items, "now": now}
        restore = {"restore": self.chance.random() < 0.5} if kind == "forget" else {}
        return {"do": kind, "memory_id": self.chance.choice(self.said), "now": now} | restore

    def _item(self) -> Json:
        fields = {
            "subject": self.chance.choice(SUBJECTS),
            "predicate": self.chance.choice(PREDICATES),
            "object": self.chance.choice(OBJECTS),
            "confidence": self.chance.choice((1.0, 0.8, 0.5)),
            "id": str(uuid.UUID(int=self.chance.getrandbits(128), version=4)),
        }
        if self.chance.random() < 0.6:
            fields["valid_from"] = (self.base + timedelta(days=self.chance.choice(DAYS))).isoformat()
        return item(self.chance.choice(CONTENTS), **{key: one for key, one in fields.items() if one is not None})

    def _done(self, store: Store, step: Json) -> bool:
        """Performs a step until it is acknowledged; False where the campaign ends before."""
        put = Put(KIND, f"{self.name}/{self.steps}", step | {"workspace_id": store.workspace_id})
        while True:
            number = self.ledger.begin(self.name, f"history.{step['do']}", [put], CLIENT_SECONDS)
            began = time.monotonic()
            status, code = self._perform(store, step)
            self.ledger.end(number, status, code, time.monotonic() - began)
            if status == "done":
                return True
            if status != "unknown" or self.stop.wait(PAUSE):
                return False

    def _perform(self, store: Store, step: Json) -> tuple[str, str]:
        try:
            apply(store, step)
        except OxgraphError as error:
            answer = failed(error.code, str(error))
            if answer.status != "unknown":
                self.ledger.wrong("untyped", f"history.{step['do']}", f"{error.code}: {error}; given {step}")
            return answer.status, answer.code
        return "done", ""


def apply(target: Store | Reference, step: Json) -> None:
    """A step, on the server or on the reference: both have the same calls."""
    now = datetime.fromisoformat(step["now"])
    if step["do"] == "remember":
        target.remember([_timed(one) for one in step["items"]], now)
    elif step["memory_id"] in _known(target):
        if step["do"] == "forget":
            target.forget(step["memory_id"], step["restore"], now)
        else:
            target.revive(step["memory_id"], now)


def _timed(one: Json) -> Json:
    return one | ({"valid_from": datetime.fromisoformat(one["valid_from"])} if "valid_from" in one else {})


def _known(target: Store | Reference) -> Iterable[str]:
    """The memories that there are: a statement that was merged has none."""
    return target.memories if isinstance(target, Reference) else {row["properties"]["id"] for row in target.rows()}


def check(graph: Graph, calls: Iterable[Call], found: Callable[[str, str], None]) -> int:
    """Compares each history with its reference; the number of those that were compared."""
    lanes: dict[str, list[Call]] = {}
    for call in calls:
        if call.operation.startswith(f"{KIND}."):
            lanes.setdefault(call.lane, []).append(call)
    for lane, steps in lanes.items():
        wrong = _differences(graph, steps)
        if wrong:
            found("lost", f"history {lane} of {len(steps)} calls: {wrong[:5]}")
    return len(lanes)


def _differences(graph: Graph, calls: list[Call]) -> list[str]:
    """Where graph and reference differ, whether or not the last step came to pass."""
    steps = {call.puts[0].key: call.puts[0].value for call in calls}
    done = {call.puts[0].key for call in calls if call.status == "done"}
    certain = [step for key, step in steps.items() if key in done]
    store = Store.__new__(Store)
    store.graph, store.workspace_id = graph, next(iter(steps.values()))["workspace_id"]
    wrong = _compared(store, certain)
    return wrong and _compared(store, list(steps.values())) if len(done) < len(steps) else wrong


def _compared(store: Store, steps: list[Json]) -> list[str]:
    reference = Reference(store.workspace_id)
    for step in steps:
        apply(reference, step)
    return differences(store, reference)
