"""The process of one memory: `python -m tests.bench.peers.worker NAME`, commands and answers as JSON lines.

The first line is the place. Then {"load": [turn…]} and {"learn": [fact…]} are answered with {"seconds"},
{"ask", "conversation", "budget"} with {"ranked", "context", "tokens", "ms"}; the time to embed is taken off. What a
memory prints itself goes to the errors.
"""

import dataclasses
import importlib
import json
import os
import sys
import time
from collections.abc import Sequence
from typing import Any

from tests.bench.peers.data import Fact, Turn
from tests.bench.peers.protocol import Adapter, Place, Vectors


def main(name: str) -> None:
    """Answers until the input ends."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", buffering=1)
    os.dup2(2, 1)
    place = Place(**json.loads(sys.stdin.readline()))
    vectors = Vectors()
    adapter: Adapter = importlib.import_module(f"tests.bench.peers.adapters.{name}").Adapter(place, vectors)
    try:
        for line in sys.stdin:
            answers.write(json.dumps(answer(adapter, vectors, json.loads(line))) + "\n")
    finally:
        adapter.close()


def answer(adapter: Adapter, vectors: Vectors, command: dict[str, Any]) -> dict[str, Any]:
    """Does what one line asks for."""
    if "load" in command:
        began = time.perf_counter()
        adapter.load([Turn(**row) for row in command["load"]])
        return {"seconds": time.perf_counter() - began}
    if "learn" in command:
        began = time.perf_counter()
        adapter.learn([Fact(**row) for row in command["learn"]])
        return {"seconds": time.perf_counter() - began}
    vectors.one(command["ask"])
    embedded, began = vectors.seconds, time.perf_counter()
    found = adapter.search(command["conversation"], command["ask"], command["budget"])
    seconds = time.perf_counter() - began - (vectors.seconds - embedded)
    return dataclasses.asdict(found) | {"ms": seconds * 1000}


def as_rows(rows: Sequence[Turn] | Sequence[Fact]) -> list[dict[str, Any]]:
    """Turns or facts as they are sent."""
    return [dataclasses.asdict(row) for row in rows]


if __name__ == "__main__":
    main(sys.argv[1])
