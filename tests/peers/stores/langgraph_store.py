"""langgraph: the stores in memory (dumped by its own items), in SQLite and in Postgres.

Usage: FOLDER [DSN]. Prints the items.
"""

import json
import sqlite3
import sys
from pathlib import Path
from typing import Any

from langgraph.store.base import BaseStore
from langgraph.store.memory import InMemoryStore
from langgraph.store.sqlite import SqliteStore

ITEMS: list[tuple[tuple[str, ...], str, dict[str, Any]]] = [
    (("memories", "ada"), "m1", {"text": "Ada prefers tea to coffee"}),
    (("memories", "ada"), "m2", {"kind": "Memory", "content": {"content": "Ada works at Acme", "importance": 3}}),
    (("memories", "ada"), "m3", {"memory": "Ada is allergic to peanuts", "context": "said when ordering"}),
    (("ada", "memories"), "m4", {"data": "Ada lives in Berlin"}),
    (("memories", "bob"), "m5", {"content": "Bob plays the cello"}),
    (("ada", "profile"), "profile", {"name": "Ada", "city": "Berlin", "languages": ["English", "German"]}),
    (("agents", "writer"), "rules", {"instructions": "Answer in short sentences."}),
    (("cache",), "tokens", {"used": 12, "left": [1, 2, 3]}),
]


def fill(store: BaseStore) -> None:
    """Puts the items."""
    for namespace, key, value in ITEMS:
        store.put(namespace, key, value)
    store.put(("memories", "bob"), "m5", {"content": "Bob plays the cello in an orchestra"})
    store.put(("memories", "bob"), "gone", {"content": "Bob moved"})
    store.delete(("memories", "bob"), "gone")


def main(folder: Path, dsn: str | None) -> None:
    """Fills the stores."""
    memory = InMemoryStore()
    fill(memory)
    held = [item.dict() for item in memory.search((), limit=100)]
    (folder / "store.json").write_text(json.dumps(held))
    connection = sqlite3.connect(folder / "store.db", check_same_thread=False, isolation_level=None)
    lite = SqliteStore(connection)
    lite.setup()
    fill(lite)
    connection.close()
    if dsn:
        from langgraph.store.postgres import PostgresStore

        with PostgresStore.from_conn_string(dsn) as store:
            store.setup()
            fill(store)
    print(json.dumps(held))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else None)
