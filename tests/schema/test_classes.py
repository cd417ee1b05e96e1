"""The neomodel classes say what the table of docs/reference/graph.md says."""

import re
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path

import pytest
from neomodel.exceptions import DeflateError, RequiredProperty
from neomodel.sync_.relationship_manager import RelationshipDefinition

from oxgraph import schema
from oxgraph.settings import WorkspaceSettings

GRAPH_PAGE = Path(__file__).parents[2] / "docs" / "reference" / "graph.md"
COMMON = {"id", "workspace_id", "created_at", "rev"}
KINDS = {cls.__label__: cls for cls in schema.MemoryNode.__subclasses__()}


def table() -> dict[str, set[str]]:
    """The properties of each kind, as the page names them."""
    text = GRAPH_PAGE.read_text(encoding="utf-8").split("| kind | meaning | properties |")[1].split("\n\n")[0]
    rows = [line.strip("|").split(" | ") for line in text.splitlines() if line.startswith("| ") and "---" not in line]
    return {cells[0].strip(): properties(cells[2]) for cells in rows}


def properties(cell: str) -> set[str]:
    """The names in a cell: without what stands in brackets, without the mark of the optional."""
    plain = re.sub(
        r"\([^()]*\)", "", cell.replace("every [setting](settings.md)", ", ".join(WorkspaceSettings.model_fields))
    )
    return {name.strip(" |").rstrip("?") for name in plain.split(",")}


def stored(cls: type[schema.MemoryNode]) -> set[str]:
    """The names under which a class's properties stand in the graph."""
    return {prop.get_db_property_name(name) for name, prop in cls.__all_properties__}


def test_the_table_is_read() -> None:
    assert {"workspace", "action", "pattern", "entity"} < set(table())
    assert {"sequence_gap_seconds", "memory_enabled", "purging"} < table()["workspace"]
    assert table()["pass_run"] >= {"pass", "version", "status"}


def test_there_is_a_public_class_for_each_kind() -> None:
    assert set(KINDS) == set(table())
    assert {cls.__name__ for cls in KINDS.values()} == set(schema.__all__) - {
        "MemoryNode",
        "domain_labels",
        "memory_types",
    }


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_class_has_the_properties_of_the_table(kind: str) -> None:
    assert stored(KINDS[kind]) - COMMON == table()[kind]


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_node_carries_the_kind_beside_mem(kind: str) -> None:
    assert KINDS[kind].inherited_labels() == [kind, "_mem"]


def test_relationships_are_those_of_the_page() -> None:
    text = GRAPH_PAGE.read_text(encoding="utf-8").split("Relationships, each typed")[1].split("\n\n")[0]
    named = set(re.findall(r"(?:(\w+) \((?=[\w, ]+→|newer))", text))
    found = {
        value.definition["relation_type"]
        for cls in KINDS.values()
        for value in vars(cls).values()
        if isinstance(value, RelationshipDefinition)
    }
    assert found == {f"_mem:{name}" for name in named}


def test_each_relationship_leads_to_a_class() -> None:
    for cls in KINDS.values():
        for value in vars(cls).values():
            if isinstance(value, RelationshipDefinition):
                value.lookup_node_class()
                assert value.definition["node_class"] in KINDS.values()


def test_a_node_without_scope_is_refused() -> None:
    with pytest.raises(RequiredProperty, match="workspace_id"):
        schema.Action.deflate({"uid": "a"})
    with pytest.raises(RequiredProperty, match="uid"):
        schema.Action.deflate({"workspace_id": "w"})


def test_times_are_utc() -> None:
    prop = schema.Action.started_at
    noon = datetime(2026, 5, 1, 12, 0, tzinfo=timezone(timedelta(hours=2)))
    assert prop.deflate(noon).iso_format() == "2026-05-01T10:00:00.000000000+00:00"
    assert prop.inflate(prop.deflate(noon)) == noon.astimezone(UTC)
    with pytest.raises(DeflateError, match="zone"):
        prop.deflate(datetime(2026, 5, 1))


def test_days_are_dates() -> None:
    prop = schema.Benchmark.date
    assert prop.inflate(prop.deflate(date(2026, 5, 1))) == date(2026, 5, 1)


def test_domain_labels_are_known_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema.Entity, "__optional_labels__", [])
    schema.domain_labels("Person", "Order")
    schema.domain_labels("Person")
    assert schema.Entity.inherited_optional_labels() == ["Person", "Order"]
