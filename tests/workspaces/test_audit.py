"""Who changed what: every administrative call leaves its author."""

from collections.abc import Iterator

import pytest

import oxgraph
from oxgraph import Client, Memory, errors
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.local import Server
from tests.fixtures.cli import Cli, cli
from tests.fixtures.client_samples import pattern

__all__ = ["cli"]


@pytest.fixture
def client(server: Server) -> Iterator[Client]:
    with oxgraph.connect(server.uri, server.auth) as opened:
        yield opened


def test_every_change_says_who_made_it(client: Client, server: Server, graph: Graph) -> None:
    name = f"audit {new_id()}"
    space = client.create_workspace(name)
    token = space.tokens.create("admin", "Grace")
    shown = pattern(graph, space.workspace_id)
    space.episodic.add_messages(["Hello."], conversation_id="c")
    with oxgraph.connect(server.uri, server.auth, token=token.secret) as by_token:
        changed(by_token, shown)
        rows = by_token.audit(limit=1_000).items
    assert {row.by for row in rows[:-2]} == {"Grace"}
    assert {row.by_id for row in rows[:-2]} == {token.id}
    assert [(row.by, row.by_id, row.rule, row.subject_kind) for row in rows[-2:]] == [
        ("operator", None, "create", "token"), ("operator", None, "create", "workspace"),
    ]  # fmt: skip
    assert [(row.rule, row.subject_kind) for row in reversed(rows[:-2])] == [
        ("create", "token"), ("revoke", "token"), ("update_settings", "workspace"), ("disable", "workspace"),
        ("enable", "workspace"), ("annotate", "pattern"), ("create", "metric"), ("update", "metric"),
        ("delete", "metric"), ("defined", "predicate"), ("defined", "workspace"), ("defined", "entity_type"),
        ("hidden", "entity"), ("shown", "entity"), ("conversation_deleted", "conversation"), ("erased", "entity"),
    ]  # fmt: skip
    settings = next(row for row in rows if row.rule == "update_settings")
    assert (settings.inputs, settings.subject) == ({"promote_samples": [5, 7]}, name)
    client.delete_workspace(name)
    back = client.restore_workspace(name)
    assert [(row.by, row.rule) for row in back.audit(limit=2).items] == [
        ("operator", "restore"), ("operator", "soft_delete"),
    ]  # fmt: skip


def changed(memory: Memory, shown: str) -> None:
    """One of each change that an admin can make."""
    memory.tokens.revoke(memory.tokens.create("agent", "helper").id)
    memory.update_settings(promote_samples=7)
    memory.disable()
    memory.enable()
    memory.telemetry.annotate(shown, suppressed=True)
    metric = memory.telemetry.metrics.create("m", success_condition="outcome == 'success'")
    memory.telemetry.metrics.update(metric.id, window_days=3)
    memory.telemetry.metrics.delete(metric.id)
    memory.semantic.predicates.define("lives_in", True)
    memory.semantic.types.define("decision", 30)
    memory.semantic.entities.define_type("person")
    entity = memory.semantic.entities.create("Ada").id
    memory.semantic.entities.hide(entity)
    memory.semantic.entities.show(entity)
    memory.episodic.delete_conversation("c")
    memory.semantic.erase_subject(entity)


def test_what_was_changed_says_from_what_to_what(world: Memory, graph: Graph, cli: Cli) -> None:
    """Of metrics, patterns and definitions the former value was nowhere, and of a deleted metric its name."""
    shown = pattern(graph, world.workspace_id)
    telemetry, semantic = world.telemetry, world.semantic
    for days in (3, 14):
        telemetry.annotate(shown, annotation=f"for {days} days", suppressed=days == 14)
    metric = telemetry.metrics.create("m", success_condition="outcome == 'success'", window_days=3)
    telemetry.metrics.update(metric.id, window_days=14)
    telemetry.metrics.delete(metric.id)
    telemetry.metrics.update("Task success rate", active=False)
    for importance in (0.4, 0.9):
        semantic.predicates.define("lives_in", True, importance=importance)
        semantic.types.define("decision", importance * 10)
        semantic.entities.define_type("Person", f"weighs {importance}")
    found = [(f"{row.rule} {row.subject_kind}", row.inputs) for row in world.audit(limit=1_000).items]
    for change in (
        ("annotate pattern", {"annotation": ["for 3 days", "for 14 days"], "suppressed": [False, True]}),
        ("update metric", {"window_days": [3, 14]}),
        ("update metric", {"active": [True, False]}),
        ("delete metric", {"name": "m"}),
        ("defined predicate", {"importance": [0.4, 0.9]}),
        ("defined workspace", {"half_life_decision_days": [4, 9]}),
        ("defined entity_type", {"description": ["weighs 0.4", "weighs 0.9"]}),
    ):
        assert change in found
    text = cli("workspace", "audit", "--workspace", world.name, "--wide").out
    for line in ("window_days: 3 → 14", "importance: 0.4 → 0.9", "active: yes → no", "half_life_decision_days: 4 → 9"):
        assert line in text


def test_what_agents_do_is_no_part_of_it(world: Memory) -> None:
    before = world.audit().items
    world.semantic.entities.create("Ada")
    world.semantic.remember(type="fact", content="Ada sings", subject="Ada")
    world.telemetry.capture(action_type="get", session_id="s", outcome="success")
    assert world.audit().items == before


def test_only_an_admin_reads_it(server: Server, world: Memory) -> None:
    secret = world.tokens.create("operator", "o").secret
    with oxgraph.connect(server.uri, server.auth, token=secret) as memory, pytest.raises(errors.PermissionDenied):
        memory.audit()
