"""The process of one memory: `python -m tests.bench.peers.worker NAME`, commands and answers as JSON lines.

The first line is the place. Then {"load": [turn…]} is answered with {"seconds"}, {"ask", "conversation", "limit"} with
{"ranked", "ms"}; the time to embed is taken off. What a memory prints itself goes to the errors.
"""

import dataclasses
import importlib
import json
import os
import sys
import time
from typing import Any

from tests.bench.peers.data import Turn
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
    vectors.one(command["ask"])
    embedded, began = vectors.seconds, time.perf_counter()
    ranked = adapter.search(command["conversation"], command["ask"], command["limit"])
    seconds = time.perf_counter() - began - (vectors.seconds - embedded)
    return {"ranked": ranked, "ms": seconds * 1000}


def as_rows(turns: list[Turn]) -> list[dict[str, Any]]:
    """Turns as they are sent."""
    return [dataclasses.asdict(turn) for turn in turns]


if __name__ == "__main__":
    main(sys.argv[1])
