"""A workspace to call, another one whose marker nobody may see, and texts that stand for something in the first."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random

import oxgraph
from oxgraph import Memory
from oxgraph.ids import new_id
from tests.fuzz.values import Values

MARKER = "zebrafinch"


@dataclass
class World:
    """What a round of calls is made on; `secrets` are a token of each role."""

    client: oxgraph.Client
    memory: Memory
    marker: str
    secrets: dict[str, str]
    values: Values


def fill(memory: Memory, word: str) -> list[str]:
    """Something of everything; the ids and names of it."""
    at = datetime.now(UTC) - timedelta(hours=1)
    telemetry, semantic = memory.telemetry, memory.semantic
    for step in range(6):
        telemetry.capture(
            action_type="get", session_id=f"s-{word}-{step}", outcome="failure", error_code="E", targets=[f"n-{word}"],
            target_node_type="person", started_at=at,
        )  # fmt: skip
        telemetry.end_session(f"s-{word}-{step}")
    ada = semantic.entities.create(f"Ada {word}", type="person", node_id=f"n-{word}")
    kept = semantic.remember(type="fact", content=f"Ada {word} works at Acme.", subject=f"Ada {word}")
    said = memory.episodic.add_messages([f"I am {word}.", "I like tea."], conversation_id=f"c-{word}")
    memory.working.set(f"c-{word}", "slot", {"word": word})
    metrics = [one.id for one in telemetry.metrics.list()]
    return [
        ada.id,
        f"Ada {word}",
        f"n-{word}",
        kept.memory_id or "",
        f"c-{word}",
        f"s-{word}-0",
        "slot",
        *said.ids,
        *metrics,
    ]


def world(client: oxgraph.Client, random: Random) -> World:
    """A fresh one."""
    marker = f"{MARKER}{new_id()[:8]}"
    fill(client.create_workspace(f"foreign {new_id()}"), marker)
    memory = client.create_workspace(f"fuzz {new_id()}")
    known = [*fill(memory, "fuzz"), memory.workspace_id, memory.name]
    tokens = {role: memory.tokens.create(role, role) for role in ("agent", "operator", "admin")}
    secrets = {role: token.secret for role, token in tokens.items()}
    return World(client, memory, marker, secrets, Values(random, known))
