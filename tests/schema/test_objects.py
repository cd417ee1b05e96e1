"""The neomodel classes against a real Neo4j with the plugin's guard."""

import uuid
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

import neo4j
import pytest
from neomodel import StringProperty, db
from neomodel.exceptions import NodeClassNotDefined

from oxgraph import schema, tables
from oxgraph.graph import Graph
from oxgraph.local import Server
from oxgraph.passes import evaluate

NOON = datetime(2026, 5, 1, 12, 0, 0, 123456, tzinfo=UTC)
SAMPLES: dict[str, Any] = {
    "UtcProperty": NOON,
    "DayProperty": date(2026, 5, 1),
    "NumberProperty": 41.5,
    "StringProperty": "text",
    "IntegerProperty": 7,
    "FloatProperty": 0.25,
    "BooleanProperty": True,
    "JSONProperty": {"samples": 5, "confidence": 0.6},
}
PROPERTIES = tables.read("properties")
ALLOWED = (
    {(row["kind"], row["property"]): row["values"].split("|")[0] for row in tables.read("values")}
    | {("workspace", row["name"]): row["type"].split("|")[0] for row in tables.read("settings") if "|" in row["type"]}
    | {("memory", "type"): "fact"}
)
KINDS = sorted(schema.MemoryNode.__subclasses__(), key=lambda cls: cls.__name__)


class Person(schema.Entity):
    """A domain node of the tests' ontology."""

    __label__ = "Person"

    email = StringProperty()


@pytest.fixture(scope="module")
def connected(server: Server) -> Iterator[None]:
    """neomodel speaks to the test server."""
    with neo4j.GraphDatabase.driver(server.uri, auth=server.auth, notifications_min_severity="OFF") as driver:
        db.set_connection(driver=driver)
        yield
        db.close_connection()


@pytest.fixture
def workspace_id(connected: None) -> str:
    return str(uuid.uuid4())


@pytest.fixture
def lived(workspace: Any, graph: Graph) -> str:
    """The id of a workspace in which an agent has failed six times and every pass has run."""
    now = datetime.now(UTC)
    for number in range(6):
        workspace.telemetry.capture(
            session_id=f"s{number}",
            action_type="update",
            target_node_type="Order",
            outcome="failure",
            error_code="NotFound",
            latency_ms=1.5,
            started_at=now - timedelta(hours=8 - number),
        )
    know(workspace.semantic)
    workspace.user("u1").upsert_fact("Likes tea")
    evaluate(graph, workspace.workspace_id, now=now)
    return str(workspace.workspace_id)


def know(semantic: Any) -> None:
    """Semantic memory with every kind of node that a living workspace has."""
    fact = {"type": "fact", "subject": "Ada", "predicate": "works_at"}
    for employer, confidence in (("Acme", 1.0), ("Rivian", 0.5)):
        made = semantic.remember(**fact, content=f"Ada works at {employer}", object=employer, confidence=confidence)
    semantic.predicates.define("drives_a", True)
    semantic.entities.define_type("Person")
    semantic.entities.define_type("Customer", parent="Person")
    semantic.types.define("procedure", 700)
    semantic.remember(type="procedure", content="Check, then merge")
    semantic.forget(made.memory_id)
    semantic.ingest([{"role": "user", "text": "My sister Nora lives in Lisbon.", "speaker": "Ada"}])


def new(cls: Any, workspace_id: str, **values: Any) -> Any:
    """A saved node with all that its kind requires."""
    required = {row["property"] for row in PROPERTIES if row["kind"] == kind(cls) and row["presence"] == "required"}
    names = {name for name, prop in cls.__all_properties__ if prop.get_db_property_name(name) in required}
    given = {name: value for name, value in filled(cls).items() if name in names} | values
    return cls(uid=str(uuid.uuid4()), workspace_id=workspace_id, **given).save()


def kind(cls: Any) -> str:
    return "entity" if issubclass(cls, schema.Entity) else str(cls.__label__)


def filled(cls: Any) -> dict[str, Any]:
    """A value for each property of the class beyond those of every node."""
    common = set(schema.MemoryNode.defined_properties(rels=False))
    own = {name: prop for name, prop in cls.__all_properties__ if name not in common}
    return {
        name: ALLOWED.get((kind(cls), prop.get_db_property_name(name))) or sample(prop) for name, prop in own.items()
    }


def sample(prop: Any) -> Any:
    if type(prop).__name__ != "ArrayProperty":
        return SAMPLES[type(prop).__name__]
    return [sample(prop.base_property) if prop.base_property else "2026-05-01"] * 2


@pytest.mark.parametrize("cls", KINDS, ids=lambda cls: cls.__name__)
def test_each_kind_is_written_and_read(cls: Any, workspace_id: str) -> None:
    values = filled(cls) | ({"token_hash": workspace_id} if cls is schema.Token else {})
    values |= {"by_id": None} if cls is schema.Transition else {}  # it would have to name a token
    written = new(cls, workspace_id, **values)
    read = cls.nodes.get(workspace_id=workspace_id)
    assert {name: getattr(read, name) for name in values} == values
    assert read.uid == written.uid
    assert read.rev > 0
    assert set(read.labels()) == {"_mem", cls.__label__}


def test_a_node_is_found_by_its_id_whatever_its_kind(workspace_id: str) -> None:
    action = new(schema.Action, workspace_id, action_type="search")
    found = schema.MemoryNode.nodes.get(workspace_id=workspace_id, uid=action.uid)
    assert isinstance(found, schema.Action)
    assert found.action_type == "search"


def test_a_change_is_stamped(workspace_id: str) -> None:
    pattern = new(schema.Pattern, workspace_id, suppressed=False)
    before = schema.Pattern.nodes.get(workspace_id=workspace_id).rev
    pattern.suppressed = True
    pattern.save()
    pattern.refresh()
    assert pattern.suppressed is True
    assert pattern.rev > before


def test_a_node_without_scope_is_refused_by_the_guard(workspace_id: str) -> None:
    with pytest.raises(neo4j.exceptions.Neo4jError, match="oxgraph:guard_missing_scope"):
        schema.Action(uid="", workspace_id=workspace_id).save()


def test_a_node_cannot_change_its_workspace(workspace_id: str) -> None:
    action = new(schema.Action, workspace_id)
    action.workspace_id = str(uuid.uuid4())
    with pytest.raises(neo4j.exceptions.Neo4jError, match="oxgraph:guard_scope_changed"):
        action.save()


def test_a_relationship_stays_within_the_workspace(workspace_id: str) -> None:
    action, foreign = new(schema.Action, workspace_id), new(schema.Action, str(uuid.uuid4()))
    with pytest.raises(neo4j.exceptions.Neo4jError, match="oxgraph:guard_cross_workspace"):
        action.next_action.connect(foreign)


def test_a_transition_is_not_changed(workspace_id: str) -> None:
    transition = new(schema.Transition, workspace_id, rule="promotion", inputs={"sample_count": 5})
    transition.rule = "another"
    with pytest.raises(neo4j.exceptions.Neo4jError, match="oxgraph:guard_append_only"):
        transition.save()


def test_relationships_are_walked(workspace_id: str) -> None:
    first, second = (new(schema.Action, workspace_id, seq=number) for number in (0, 1))
    sequence, pattern = new(schema.Sequence, workspace_id), new(schema.Pattern, workspace_id)
    person = new(Person, workspace_id, node_id="p1")
    first.next_action.connect(second)
    for action in (first, second):
        sequence.actions.connect(action)
    first.targets.connect(person)
    pattern.references.connect(person)
    pattern.evidence.connect(sequence)
    pattern.injected.connect(second)
    assert [one.uid for one in second.previous_action.all()] == [first.uid]
    assert {one.uid for one in sequence.actions.all()} == {first.uid, second.uid}
    assert [one.uid for one in person.actions.all()] == [first.uid]
    assert [one.uid for one in person.patterns.all()] == [pattern.uid]
    assert [one.uid for one in second.injected_patterns.all()] == [pattern.uid]
    assert [one.uid for one in sequence.patterns.all()] == [pattern.uid]
    assert [one.uid for one in second.sequence.all()] == [sequence.uid]


def test_a_query_orders_and_filters_by_time(workspace_id: str) -> None:
    for hour in (10, 12, 11):
        new(schema.Action, workspace_id, started_at=NOON.replace(hour=hour), outcome="failure")
    later = schema.Action.nodes.filter(workspace_id=workspace_id, started_at__gte=NOON.replace(hour=11))
    assert [one.started_at.hour for one in later.order_by("-started_at")] == [12, 11]


def test_a_domain_node_is_read_as_its_own_class(workspace_id: str) -> None:
    new(Person, workspace_id, node_id="p1", email="ada@example.org")
    [found] = schema.Entity.nodes.filter(workspace_id=workspace_id)
    assert isinstance(found, Person)
    assert found.email == "ada@example.org"


def test_unknown_domain_labels_need_naming(workspace_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema.Entity, "__optional_labels__", [])
    entity = new(schema.Entity, workspace_id, node_id="o1")
    entity.cypher("MATCH (n) WHERE elementId(n) = $self SET n:Order, n.total = 12")
    with pytest.raises(NodeClassNotDefined):
        list(schema.Entity.nodes.filter(workspace_id=workspace_id))
    schema.domain_labels("Order")
    [found] = schema.Entity.nodes.filter(workspace_id=workspace_id)
    found.name = "Order 1"
    found.save()
    rows, _ = entity.cypher("MATCH (n) WHERE elementId(n) = $self RETURN n.total, n.name, labels(n)")
    assert rows[0][:2] == [12, "Order 1"]
    assert set(rows[0][2]) == {"_mem", "entity", "Order"}


def test_the_counters_of_a_run_are_read(workspace_id: str) -> None:
    run = new(schema.PassRun, workspace_id, pass_name="sequences", version=1)
    run.cypher("MATCH (n) WHERE elementId(n) = $self SET n.sequences = 3, n.actions = 40")
    [found] = schema.PassRun.nodes.filter(workspace_id=workspace_id)
    assert found.counters == {"sequences": 3, "actions": 40}
    found.status = "done"
    found.save()
    found.refresh()
    assert (found.status, found.counters) == ("done", {"sequences": 3, "actions": 40})


def stored(node: Any) -> dict[str, Any]:
    """A node's properties as they stand in the graph."""
    rows, _ = node.cypher("MATCH (n) WHERE elementId(n) = $self RETURN properties(n)")
    return dict(rows[0][0])


LIVED = (
    schema.Workspace,
    schema.Session,
    schema.Action,
    schema.Sequence,
    schema.Tally,
    schema.PatternKey,
    schema.Pattern,
    schema.Forecast,
    schema.Metric,
    schema.Benchmark,
    schema.Transition,
    schema.PassRun,
    schema.Alias,
    schema.Conversation,
    schema.Entity,
    schema.EntityType,
    schema.Lock,
    schema.Memory,
    schema.Message,
    schema.Predicate,
    schema.Question,
)


@pytest.mark.deep
def test_what_the_layers_write_is_read(connected: None, lived: str) -> None:
    """Every node of a workspace that has lived becomes an object, and has no property that its class does not know."""
    schema.memory_types("procedure")
    found = list(schema.MemoryNode.nodes.filter(workspace_id=lived))
    assert {type(node) for node in found} == set(LIVED)
    for node in found:
        names = {prop.get_db_property_name(name) for name, prop in node.__all_properties__}
        names |= set(getattr(node, "counters", {})) | {"half_life_procedure_days"}
        assert not set(stored(node)) - names, type(node).__name__


@pytest.mark.deep
def test_what_the_layers_write_can_be_saved_unchanged(connected: None, lived: str) -> None:
    schema.memory_types("procedure")
    for node in schema.MemoryNode.nodes.filter(workspace_id=lived):
        if isinstance(node, schema.Transition):
            continue
        before = stored(node)
        node.save()
        assert stored(node) | {"rev": 0} == before | {"rev": 0}
