"""Clients that write and read by tokens until they are stopped, and a ledger of what was acknowledged."""

import json
import random
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import oxgraph
from oxgraph import Memory, errors
from oxgraph.ids import new_id

LONG_SECONDS = 0.3
"""Waits from which on it is noted what was waited for."""

PAUSE_SECONDS = 0.05
RETRY_SECONDS = 0.1


@dataclass
class Counts:
    """What the clients of a process did. Times are in seconds."""

    writes: int = 0
    reads: int = 0
    foreign: int = 0
    odd: list[str] = field(default_factory=list)
    waits: dict[str, list[float]] = field(default_factory=lambda: {"read": [], "write": []})
    long: list[dict[str, Any]] = field(default_factory=list)


class Client(threading.Thread):
    """One client: it writes and reads in random workspaces, and tries again what was not acknowledged."""

    def __init__(self, n: int, given: dict[str, Any], stop: threading.Event) -> None:
        super().__init__(name=f"client {n}")
        self._n = n
        self._url: str = given["url"]
        self._tokens: dict[str, str] = given["tokens"]
        self._ledger = (Path(given["ledger"]) / f"{n}.jsonl").open("a", encoding="utf-8")
        self._chance = random.Random(f"{given['seed']}/{n}")
        self._halt = stop
        self._memories: dict[str, Memory] = {}
        self.counts = Counts()

    def run(self) -> None:
        """Works until it is stopped; a call under way then is finished or given up."""
        while not self._halt.is_set():
            name = self._chance.choice(sorted(self._tokens))
            if self._chance.random() < 0.4:
                self._read(name)
            else:
                self._write(name)
            self._halt.wait(PAUSE_SECONDS)
        self._ledger.close()

    def _memory(self, name: str) -> Memory:
        if name not in self._memories:
            self._memories[name] = oxgraph.connect(self._url, token=self._tokens[name])
        return self._memories[name]

    def _note(self, **row: object) -> None:
        self._ledger.write(json.dumps(row) + "\n")
        self._ledger.flush()

    def _write(self, name: str) -> None:
        id_ = new_id()
        self._note(workspace=name, tried=id_)
        row = {"action_type": "step", "session_id": f"{name}/{self._n}", "outcome": "success", "id": id_}
        if self._persist("write", name, lambda: self._memory(name).telemetry.capture(**row)):  # type: ignore[arg-type]
            self._note(workspace=name, acknowledged=id_)
            self.counts.writes += 1
        if self._chance.random() < 0.2:
            fact = {"type": "fact", "subject": f"P{self._n}", "predicate": "rank", "content": f"{name} {id_}"}
            self._persist("write", name, lambda: self._memory(name).semantic.remember(**fact))  # type: ignore[arg-type]

    def _read(self, name: str) -> None:
        def read() -> None:
            found = self._memory(name).recall(f"P{self._n} rank", k=5)
            others = [one for one in found.results if one.kind == "memory" and f"{name} " not in one.content]
            self.counts.foreign += len(others)

        if self._persist("read", name, read):
            self.counts.reads += 1

    def _persist(self, kind: str, name: str, call: Callable[[], object]) -> bool:
        """Tries until it is done; whether it was before the end."""
        began = time.monotonic()
        codes: dict[str, int] = {}
        while True:
            try:
                call()
            except errors.OxgraphError as error:
                codes[error.code] = codes.get(error.code, 0) + 1
                if error.code not in EXPECTED:
                    self.counts.odd.append(f"{error.code}: {error}"[:300])
                if self._halt.is_set() and time.monotonic() - began > 60:
                    return False
                time.sleep(RETRY_SECONDS)
                continue
            ended = time.monotonic()
            self.counts.waits[kind].append(ended - began)
            if ended - began > LONG_SECONDS:
                row = {"kind": kind, "workspace": name, "began": began, "ended": ended, "codes": codes}
                self.counts.long.append(row)
            return True


EXPECTED = (
    "connection_failed",
    "server_unreachable",
    "overloaded",
    "workspace_moving",
    "timed_out",
    "database_unavailable",
)
"""What a client may be told while servers and processes are killed."""


def main() -> None:
    """Runs clients until the standard input ends; prints their counts as JSON."""
    given = json.loads(sys.argv[1])
    stop = threading.Event()
    clients = [Client(n, given, stop) for n in given["clients"]]
    for client in clients:
        client.start()
    sys.stdin.read()
    stop.set()
    for client in clients:
        client.join()
    waits = {
        kind: [round(wait, 4) for client in clients for wait in client.counts.waits[kind]] for kind in ("read", "write")
    }
    print(
        json.dumps(
            {
                "writes": sum(client.counts.writes for client in clients),
                "reads": sum(client.counts.reads for client in clients),
                "foreign": sum(client.counts.foreign for client in clients),
                "odd": [text for client in clients for text in client.counts.odd],
                "waits": waits,
                "long": [row for client in clients for row in client.counts.long],
            }
        )
    )


if __name__ == "__main__":
    main()
