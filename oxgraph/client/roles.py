"""Who may call what."""

from oxgraph.errors import PermissionDenied
from oxgraph.types import Role

RANK: dict[Role, int] = {"agent": 0, "operator": 1, "admin": 2}

NEEDED: dict[str, Role] = {
    "capture": "agent",
    "capture_many": "agent",
    "record": "agent",
    "start_session": "agent",
    "end_session": "agent",
    "import_sessions": "agent",
    "inject": "agent",
    "search": "agent",
    "context": "agent",
    "patterns": "agent",
    "sequences": "agent",
    "timeline": "agent",
    "metrics.list": "agent",
    "metrics.get": "agent",
    "metrics.value": "agent",
    "metrics.preview": "agent",
    "benchmarks.get": "agent",
    "benchmarks.compare": "agent",
    "settings": "agent",
    "semantic.connections.list": "operator",
    "semantic.connections.delete": "admin",
    "semantic.import_graph": "operator",
    "semantic.adopt": "admin",
    "semantic.release": "admin",
    "semantic.remember": "agent",
    "semantic.remember_many": "agent",
    "semantic.ingest": "agent",
    "semantic.take_up": "operator",
    "semantic.supersede": "agent",
    "semantic.get": "agent",
    "semantic.list": "agent",
    "semantic.history": "agent",
    "semantic.why": "agent",
    "semantic.forget": "agent",
    "semantic.revive": "agent",
    "semantic.review.list": "agent",
    "semantic.predicates.list": "agent",
    "semantic.types.list": "agent",
    "semantic.entities.types": "agent",
    "semantic.entities.list": "agent",
    "semantic.entities.get": "agent",
    "semantic.entities.resolve": "agent",
    "user.upsert_fact": "agent",
    "user.search_facts": "agent",
    "user.build_context": "agent",
    "user.facts": "agent",
    "user.delete_fact": "agent",
    "user.delete_matching_facts": "agent",
    "user.decay_old_facts": "agent",
    "semantic.review.resolve": "operator",
    "semantic.predicates.define": "operator",
    "semantic.entities.define_type": "operator",
    "semantic.entities.link": "operator",
    "semantic.entities.alias": "operator",
    "semantic.entities.merge": "operator",
    "semantic.entities.split": "operator",
    "semantic.entities.hide": "operator",
    "semantic.entities.show": "operator",
    "semantic.types.define": "admin",
    "semantic.reembed": "admin",
    "semantic.erase_subject": "admin",
    "annotate": "operator",
    "metrics.create": "operator",
    "metrics.update": "operator",
    "metrics.delete": "operator",
    "enable": "admin",
    "disable": "admin",
    "update_settings": "admin",
    "tokens.create": "admin",
    "tokens.revoke": "admin",
    "tokens.list": "admin",
    "delete": "admin",
}
"""The least role for each call of a Memory."""


def require(role: Role, call: str) -> None:
    """Raises PermissionDenied unless `role` reaches for `call`."""
    needed = NEEDED[call]
    if RANK[role] < RANK[needed]:
        raise PermissionDenied(call=call, needed=needed, role=role)
