"""The sync client with the database's login, called by the names of operations."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

import oxgraph
from oxgraph import AsOf
from oxgraph.client import Memory
from oxgraph.clock import Clock
from tests.campaign.transports import CLIENT_SECONDS, Answer, JsonMap, guarded


def _of_user(memory: Memory, given: JsonMap) -> Memory:
    return memory.as_user(given.pop("user_id", None))


def _turn(memory: Memory, given: JsonMap) -> Any:
    turn = _of_user(memory, given).turn(
        given["conversation_id"], given["user_message"], turn_id=given["turn_id"], learn=False
    )
    turn.begun(datetime.fromisoformat(given["begun_at"]))
    turn.reply(given["reply"])
    return turn.finish()


def _as_of(given: JsonMap) -> JsonMap:
    valid, known = given.get("as_of"), given.pop("known_at", None)
    return {"as_of": AsOf(valid=valid, known=datetime.fromisoformat(known) if known else None)} if valid else {}


SYNC: Mapping[str, Callable[[Memory, JsonMap], Any]] = {
    "telemetry.capture": lambda m, a: m.telemetry.capture(**a),
    "telemetry.capture_many": lambda m, a: m.telemetry.capture_many(a["actions"]),
    "telemetry.start_session": lambda m, a: m.telemetry.start_session(**a),
    "telemetry.end_session": lambda m, a: m.telemetry.end_session(**a),
    "telemetry.timeline": lambda m, a: m.telemetry.timeline_page(**a),
    "telemetry.sequences": lambda m, a: m.telemetry.sequences_page(**a),
    "telemetry.patterns": lambda m, a: m.telemetry.patterns_page(**a),
    "user.list": lambda m, a: m.users(**a),
    "passes.list": lambda m, a: m.pass_runs(**a),
    "workspace.growth": lambda m, a: m.growth(**a),
    "telemetry.pattern_trends": lambda m, a: m.telemetry.pattern_trends(**a),
    "telemetry.calibration": lambda m, a: m.telemetry.calibration(),
    "telemetry.metric_history": lambda m, a: m.telemetry.metrics.history(a["metric_id"], by_agent=a["by_agent"]),
    "telemetry.overview": lambda m, a: m.telemetry.overview(**a),
    "telemetry.actions": lambda m, a: m.telemetry.actions_page(**a),
    "telemetry.action_counts": lambda m, a: m.telemetry.action_counts(**a),
    "semantic.entity_counts": lambda m, a: m.semantic.entities.counts(),
    "telemetry.coverage": lambda m, a: m.telemetry.coverage(),
    "memory.search": lambda m, a: m.telemetry.search(**a),
    "memory.context_inject": lambda m, a: m.telemetry.inject(a["node_ids"]),
    "memory.remember": lambda m, a: _of_user(m, a).semantic.remember(**a),
    "semantic.remember_many": lambda m, a: m.semantic.remember_many(a["memories"]),
    "memory.forget": lambda m, a: _of_user(m, a).semantic.forget(a["memory_id"]),
    "semantic.revive": lambda m, a: _of_user(m, a).semantic.revive(a["memory_id"]),
    "semantic.list": lambda m, a: m.semantic.list_page(**a | _as_of(a)),
    "semantic.history_of": lambda m, a: m.semantic.history(subject=a["subject"]),
    "semantic.review": lambda m, a: m.semantic.review.list(**a),
    "semantic.erase_subject": lambda m, a: m.semantic.erase_subject(a["subject"]),
    "memory.recall": lambda m, a: m.recall(a["query"], k=a["limit"], user_id=a.get("user_id")),
    "memory.why": lambda m, a: m.semantic.why(a["node_id"]),
    "episodic.add_messages": lambda m, a: _of_user(m, a).episodic.add_messages(**a),
    "episodic.messages": lambda m, a: _of_user(m, a).episodic.messages_page(**a),
    "episodic.history": lambda m, a: _of_user(m, a).episodic.history(**a),
    "episodic.search": lambda m, a: m.episodic.search(a["query"], k=a["limit"], user_id=a["user_id"]),
    "episodic.conversations": lambda m, a: m.episodic.conversations_page(**a),
    "episodic.episodes": lambda m, a: m.episodic.episodes_page(**a),
    "episodic.delete_message": lambda m, a: _of_user(m, a).episodic.delete_message(a["message_id"]),
    "episodic.summarize_old_turns": lambda m, a: _of_user(m, a).episodic.summarize_old_turns(**a),
    "episodic.import_chats": lambda m, a: m.episodic.import_chats(a["path"]),
    "turn.finish": _turn,
    "working.set": lambda m, a: m.working.set(a["conversation_id"], a["slot"], a["value"], ttl=a["ttl"]),
    "working.get_many": lambda m, a: m.working.get_many(a["conversation_id"]),
    "working.list": lambda m, a: m.working.list_page(**a),
    "working.delete": lambda m, a: m.working.delete(a["conversation_id"], a["slot"]),
    "user.upsert_fact": lambda m, a: m.user(a["user_id"]).upsert_fact(a["fact"], id=a["id"]),
    "user.delete_fact": lambda m, a: m.user(a["user_id"]).delete_fact(a["fact_id"]),
    "user.facts": lambda m, a: m.user(a["user_id"]).facts(a.get("limit", 100)),
    "user.build_context": lambda m, a: m.user(a["user_id"]).build_context(a["query"]),
    "ontology.create_node": lambda m, a: m.semantic.entities.create(a["name"], type="thing", node_id=a["node_id"]),
    "ontology.search": lambda m, a: m.semantic.entities.search(a["query"]),
    "ontology.traverse": lambda m, a: m.semantic.entities.traverse(a["node_id"]),
    "semantic.entities": lambda m, a: m.semantic.entities.list_page(**a),
    "memory.metric_list": lambda m, a: m.telemetry.metrics.list(),
}
"""Operations as the sync client has them."""


class SyncClient:
    """`oxgraph.connect`, with the database's login."""

    seconds = CLIENT_SECONDS
    json = False

    def __init__(self, uri: str, auth: tuple[str, str], workspace: str, clock: Clock) -> None:
        self._client = oxgraph.connect(uri, auth, clock=clock)
        self.memory: Memory = self._client.workspace(workspace)

    def offers(self, name: str) -> bool:
        """Those of SYNC."""
        return name in SYNC

    def call(self, name: str, arguments: JsonMap) -> Answer:
        """Calls the method."""
        return guarded(lambda: SYNC[name](self.memory, dict(arguments)))

    def close(self) -> None:
        """Closes the connection."""
        self._client.close()
