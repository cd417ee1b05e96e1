"""mem0ai: memories drawn from talks of two users, one of them updated, one deleted, and one of an agent.

Usage: FOLDER. Prints what `get_all` gives.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any

os.environ["MEM0_TELEMETRY"] = "False"

from mem0 import Memory
from model import DIMENSION, serve

SAID = {
    "ada": [
        "Prefers tea to coffee",
        "Works at Acme as an engineer",
        "Is allergic to peanuts",
        "Flew to Lisbon in May 2025",
        "Lives in Hamburg",
        "Has a cat named Turing",
        "Likes trains more than planes",
    ],
    "bob": ["Plays the cello in an orchestra", "Dislikes early meetings", "Moved to Oslo in 2024"],
}


def answer(asked: dict[str, Any]) -> Any:
    """What is to be extracted: the lines of the latest user message."""
    text = json.dumps(asked["messages"][-1]["content"])
    return {"memory": [{"text": one, "attributed_to": "user"} for said in SAID.values() for one in said if one in text]}


def opened(folder: Path) -> Memory:
    """The store."""
    url = serve(answer)
    return Memory.from_config(
        {
            "vector_store": {
                "provider": "qdrant",
                "config": {
                    "path": str(folder / "qdrant"),
                    "collection_name": "mem0",
                    "embedding_model_dims": DIMENSION,
                    "on_disk": True,
                },
            },
            "llm": {"provider": "openai", "config": {"api_key": "none", "openai_base_url": url}},
            "embedder": {
                "provider": "openai",
                "config": {"api_key": "none", "openai_base_url": url, "embedding_dims": DIMENSION},
            },
            "history_db_path": str(folder / "history.db"),
        }
    )


def main(folder: Path) -> None:
    """Fills the store."""
    memory = opened(folder)
    for user, lines in SAID.items():
        for line in lines:
            talk = [{"role": "user", "content": line}, {"role": "assistant", "content": "Noted."}]
            memory.add(talk, user_id=user, run_id=f"run-{user}")
    memory.add([{"role": "user", "content": "Answer in short sentences."}], agent_id="writer", infer=False)
    memory.add("Visits the dentist", user_id="ada", expiration_date="2020-01-01", infer=False)
    by_text = {row["memory"]: row["id"] for row in memory.get_all(filters={"user_id": "ada"}, top_k=100)["results"]}
    memory.update(by_text["Lives in Hamburg"], data="Lives in Berlin")
    memory.delete(by_text["Has a cat named Turing"])
    held = {"results": []}
    for filters in ({"user_id": "ada"}, {"user_id": "bob"}, {"agent_id": "writer"}):
        held["results"] += memory.get_all(filters=filters, top_k=100, show_expired=True)["results"]
    (folder / "get_all.json").write_text(json.dumps(held))
    memory.close()
    print(json.dumps(held))


def delete(folder: Path) -> None:
    """Deletes in the filled store: one memory of ada, one after it was changed, all of bob; bob says one again."""
    memory = opened(folder)
    held = memory.get_all(filters={"user_id": "ada"}, top_k=100)["results"]
    by_text = {row["memory"]: row["id"] for row in held}
    memory.delete(by_text["Is allergic to peanuts"])
    memory.update(by_text["Works at Acme as an engineer"], data="Works at Rivian")
    memory.delete(by_text["Works at Acme as an engineer"])
    memory.delete_all(user_id="bob")
    memory.add("Moved to Oslo in 2024", user_id="bob", infer=False)
    memory.close()
    print("{}")


if __name__ == "__main__":
    (delete if sys.argv[2:] else main)(Path(sys.argv[1]))
