"""A workspace with something to say in every layer, and turns in it that have time."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any, get_args

from oxgraph import Memory
from oxgraph.graph import Graph
from oxgraph.types.turn import Limited
from tests.fixtures.client_samples import pattern
from tests.fixtures.samples import START, works_at

CONVERSATION = "support-1"
QUESTION = "Where does Ada work?"
SLOTS = ("planner_decision",)
TARGET = "customer:acme"
ABOUT: dict[str, Any] = {"action_type": "get", "target_node_type": "person", "slots": SLOTS, "targets": (TARGET,)}
"""What makes every layer speak."""

NAMES: tuple[Limited, ...] = get_args(Limited)
PATIENCE: Mapping[Limited, float] = dict.fromkeys(NAMES, 60.0)
"""Limits under which only what a test breaks is missing, however slow the machine."""

INSTRUCTION = "Always answer in English."
OLD = ("What are your opening hours?", "From nine to five, every day but Sunday.")
LATELY = ("I am looking for Ada.", "I can help with that.")


def furnish(space: Memory, graph: Graph | None = None) -> str:
    """Says something in every layer; the id of the pattern. `graph` is for a memory that has no login."""
    works_at(space, "Acme", "2024-01-01")
    space.semantic.remember(type="instruction", content=INSTRUCTION)
    space.semantic.entities.create("Acme Ltd", node_id=TARGET, description="only call after 5 pm")
    said = [(START - timedelta(days=60), OLD), (START - timedelta(minutes=5), LATELY)]
    for at, (asked, answered) in said:
        messages = [{"text": asked, "said_at": at}, {"text": answered, "role": "assistant", "said_at": at}]
        space.episodic.add_messages(messages, conversation_id=CONVERSATION)
    space.episodic.summarize_old_turns(CONVERSATION, retain_last=2)
    space.working.set(CONVERSATION, SLOTS[0], {"next": "ask for the employer"})
    return pattern(graph or space._access.graph, space.workspace_id)


def turn(space: Any, question: str = QUESTION, **given: Any) -> Any:
    """A turn about everything, with time; of either client."""
    limits = dict(PATIENCE) | given.pop("limits", {})
    return space.turn(CONVERSATION, question, **ABOUT | {"limits": limits} | given)


def texts(space: Memory) -> list[tuple[str, str]]:
    """Who said what in the conversation, as far as it is kept."""
    return [(one.role, one.text) for one in space.episodic.history(CONVERSATION, max_messages=100)]


def shown(graph: Any, space: Memory) -> list[dict[str, Any]]:
    """The actions of a workspace, each with the patterns that its agent was shown."""
    query = (
        "MATCH (a:_mem:action {workspace_id: $w}) OPTIONAL MATCH (p)-[:`_mem:injected`]->(a)"
        " WITH a, collect(p.id) AS patterns ORDER BY a.started_at, a.id"
        " RETURN a {.action_type, .outcome, .error_code, .session_id, .agent_id, patterns: patterns} AS action"
    )
    found = graph.driver.execute_query(query, w=space.workspace_id, database_=graph.database)
    return [dict(record["action"]) for record in found.records]
