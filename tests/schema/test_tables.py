"""The shared tables: their shape, and that no copy of them stands elsewhere."""

import re
from pathlib import Path

import pytest

from oxgraph import memory_types, predicates, tables
from oxgraph.errors import error_table
from oxgraph.settings import WorkspaceSettings
from oxgraph.types import limits

ROOT = Path(__file__).parents[2]
JAVA = ROOT / "procedures" / "src" / "main" / "java" / "io" / "oxgraph"
KEYS = {
    "abbreviations": "language",
    "agents": "agent",
    "choices": "dimension",
    "client_calls": "call",
    "error_classes": "class tools exit pattern",
    "errors": "code",
    "file_kinds": "name",
    "hook_events": "agent event",
    "limits": "name",
    "memory_types": "type",
    "negations": "language",
    "nodes": "kind",
    "plurals": "plural",
    "predicates": "name",
    "programs": "program role",
    "prompt_blocks": "block",
    "properties": "kind property",
    "recall_plans": "kind",
    "relationships": "kind attribute",
    "settings": "name",
    "spellings": "british",
    "tool_kinds": "tool",
    "values": "kind property",
}


def test_every_table_has_a_key_and_a_comment() -> None:
    assert {path.stem for path in tables.root().glob("*.tsv")} == set(KEYS)
    for name, key in KEYS.items():
        keys = [tuple(row[column] for column in key.split()) for row in tables.read(name)]
        assert len(keys) == len(set(keys)), name
        assert (tables.root() / f"{name}.tsv").read_text(encoding="utf-8").startswith("# ")


def test_a_row_with_a_missing_cell_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "short.tsv").write_text("# A comment.\nname\tvalue\none\n", encoding="utf-8")
    monkeypatch.setattr(tables, "root", lambda: tmp_path)
    with pytest.raises(ValueError, match="zip"):
        tables.read("short")


def test_settings_have_the_defaults_of_the_table() -> None:
    settings = WorkspaceSettings().model_dump()
    for row in tables.read("settings"):
        if "{type}" not in row["name"]:
            assert str(settings[row["name"]]).lower() == row["default"] or settings[row["name"]] == float(
                row["default"]
            )
    assert memory_types.half_lives(settings) == memory_types.DEFAULT_HALF_LIVES


def test_limits_and_codes_are_read_from_the_tables() -> None:
    assert {row["name"]: int(row["value"]) for row in tables.read("limits")} == {
        row["name"]: getattr(limits, row["name"].upper()) for row in tables.read("limits")
    }
    assert set(error_table()) == {row["code"] for row in tables.read("errors")}
    assert {row["name"] for row in predicates.defaults()} == set(predicates.question_templates())


def test_the_plugin_reads_only_what_the_tables_have() -> None:
    """A name that the table lacks would fail when the class is loaded, on a server."""
    source = "\n".join(path.read_text(encoding="utf-8") for path in JAVA.rglob("*.java"))
    asked = {
        "limits": re.findall(r'Limits\.(?:of|large)\("(\w+)"\)', source),
        "settings": re.findall(r'SettingDefaults\.\w+\((?:\w+, )?"(\w+)"\)', source),
    }
    for name, found in asked.items():
        assert found
        assert set(found) <= {row["name"] for row in tables.read(name)}


def test_no_default_of_a_setting_stands_in_the_plugin() -> None:
    """Settings that are read with a literal default would differ from the table unseen."""
    names = "|".join(row["name"] for row in tables.read("settings") if "{" not in row["name"])
    literal = re.compile(rf'"(?:{names})", (?:[\d.]+|true|false)\)')
    assert [path.name for path in JAVA.rglob("*.java") if literal.search(path.read_text(encoding="utf-8"))] == []


def mirrored_columns() -> dict[str, set[str]]:
    """The columns of each mirrored table, from the migrations."""
    columns: dict[str, set[str]] = {}
    for path in sorted((ROOT / "sql" / "migrations").glob("*.sql")):
        text = path.read_text(encoding="utf-8")
        for table, body in re.findall(r"CREATE TABLE agent_memory\.(\w+) \((.*?)\n\);", text, re.DOTALL):
            lines = [line.split() for line in body.splitlines() if line.strip()]
            columns[table] = {words[0] for words in lines if words[0] not in ("PRIMARY", "CONSTRAINT")}
        for table, body in re.findall(r"ALTER TABLE agent_memory\.(\w+)(.*?);", text, re.DOTALL):
            columns.setdefault(table, set()).update(re.findall(r"ADD COLUMN (\w+)", body))
    return columns


def test_mirrored_properties_are_the_columns_of_the_mirror() -> None:
    columns = mirrored_columns()
    common = {"workspace_id", "id", "rev", "created_at"}
    of_relationships = {"agent_actions": {"injected_pattern_ids"}, "agent_sequences": {"action_ids"}}
    of_relationships["memories"] = {"superseded_by"}
    for node in tables.read("nodes"):
        marked = {
            row["property"] for row in tables.read("properties") if row["kind"] == node["kind"] and row["mirrored"]
        }
        expected = columns[node["mirror"]] - common if node["mirror"] else set()
        assert marked == expected - of_relationships.get(node["mirror"], set()), node["kind"]


def test_secret_and_search_properties_are_not_mirrored() -> None:
    for row in tables.read("properties"):
        assert row["visibility"] in ("", "search", "secret")
        assert not (row["visibility"] and row["mirrored"]), row


def test_cells_of_nodes_are_from_their_lists() -> None:
    rows = tables.read("nodes")
    assert {row[column] for row in rows for column in ("graph", "archive")} == {"", "yes"}
    assert not [
        row["kind"] for row in rows if row["kind"] in ("token", "lock", "slot") and (row["graph"] or row["archive"])
    ]


def test_cells_of_properties_are_from_their_lists() -> None:
    kinds = {row["kind"] for row in tables.read("nodes")}
    limit_names = {row["name"] for row in tables.read("limits")}
    for row in tables.read("properties"):
        assert row["kind"] in kinds
        assert row["presence"] in ("required", "optional")
        assert row["content"] in (("free", "id", "word", "id here", "word here") if is_text(row) else ("",)), row
        assert not row["input"] or row["input"].isdigit() or row["input"] in limit_names


def is_text(row: tables.Row) -> bool:
    """Whether a property holds text, so that an erasure must know what it is."""
    return row["type"] in ("text", "texts", "json", "vector")
