"""The operations and tools: declared targets, names of arguments, private properties, rendered results."""

import json
from typing import Any

import pytest

from oxgraph import tables
from oxgraph.cli.mcp import CLIENTS, config
from oxgraph.errors import InvalidInput
from oxgraph.operations import OPERATIONS, Operation
from oxgraph.server.mcp import results
from oxgraph.server.mcp.tool_listing import input_schema, listing, tool_named, tools, with_underscores
from oxgraph.types import Recall
from oxgraph.types.recall import Recalled, RecallNotes


@pytest.mark.parametrize("operation", tools().values(), ids=lambda operation: operation.name)
def test_declared_targets_are_input_fields(operation: Operation) -> None:
    fields = set(operation.input.model_fields)
    assert set(operation.targets) <= fields
    assert operation.node_type is None or operation.node_type in fields
    assert set(results.omitted(operation.tool_name)) <= set(operation.output.model_fields)


def test_names_with_underscores_are_distinct() -> None:
    assert len({with_underscores(name) for name in tools()}) == len(tools())
    assert tool_named("memory_recall") is tool_named("memory.recall") is tools()["memory.recall"]
    assert tool_named("memory.recall_") is None


def test_past_experience_ends_the_description() -> None:
    (tool,) = [one for one in listing("agent", {"memory.recall": "[block]"}) if one.name == "memory.recall"]
    assert (tool.description or "").endswith("\n\n[block]")
    (bare,) = [one for one in listing("agent", {}) if one.name == "memory.recall"]
    assert "[block]" not in (bare.description or "")


def test_nested_defaults_are_left_out_of_results() -> None:
    """Below a result's own fields, what has its default is left out."""
    one = Recalled(rank=1, id="m-1", kind="memory", type="fact", content="Ada works at Acme.", score=0.5)
    found = Recall(results=(one,), context="[Recalled memory]", notes=RecallNotes(found=1))
    short = results.structured("memory.recall", found)
    assert set(short) == {"results", "answer", "notes", "context_ids"}
    assert short["results"] == [
        {"rank": 1, "id": "m-1", "kind": "memory", "type": "fact", "content": "Ada works at Acme.", "score": 0.5}
    ]
    assert results.text("memory.recall", found, short) == "[Recalled memory]\n\nIds:\nm-1: memory, Ada works at Acme."
    nothing = Recall(notes=RecallNotes(empty_because="nothing_stored"))
    assert results.text("memory.recall", nothing, {}) == "Nothing relevant is remembered (nothing_stored)."


def test_a_property_named_title_is_kept() -> None:
    from pydantic import BaseModel, Field

    class Asked(BaseModel):
        title: str = Field(description="Of the book. Raises InvalidInput when it is blank.")
        of: "Asked2 | None" = None

    class Asked2(BaseModel):
        default: int = 1

    Asked.model_rebuild(_types_namespace={"Asked2": Asked2})
    assert input_schema(Asked) == {
        "type": "object",
        "properties": {
            "title": {"type": "string", "description": "Of the book."},
            "of": {"type": "object", "properties": {"default": {"type": "integer", "default": 1}}},
        },
        "required": ["title"],
    }


@pytest.mark.parametrize("client", CLIENTS)
@pytest.mark.parametrize("url", [None, "https://memory.example.com/"])
def test_configurations_of_known_clients(client: str, url: str | None) -> None:
    """JSON where the program reads JSON; names without dots; a place for the token, and no token."""
    text = config(client, url)
    if client in ("claude-desktop", "cursor", "vscode") and not (url and client == "claude-desktop"):
        entry: dict[str, Any] = next(iter(json.loads(text).values()))["oxgraph"]
        assert ("url" in entry) is (url is not None)
    if url and client != "claude-desktop":
        assert "https://memory.example.com/mcp?names=underscores" in text
    assert url or "--underscores" in text
    assert "oxg_…" in text or "OXGRAPH_TOKEN" in text or url


@pytest.mark.parametrize(
    ("operation", "former", "present"),
    [(one, former, present) for one in OPERATIONS.values() for former, present in one.renamed.items()],
    ids=lambda value: value.name if isinstance(value, Operation) else value,
)
def test_a_former_name_of_an_argument_is_accepted(operation: Operation, former: str, present: str) -> None:
    """A former name stands for the present one; both together are refused."""
    fields = set(operation.input.model_fields)
    assert present in fields
    assert former not in fields
    assert operation.current_names({former: 1}) == {present: 1}
    assert operation.current_names({former: 1, present: 2}) == {former: 1, present: 2}
    with pytest.raises(InvalidInput):
        operation.validate({former: "1", present: "2"})


ONE_NAME = {
    "query": {"q", "text", "search", "question"},
    "limit": {"k", "top_k", "count", "max_results"},
    "node_id": {"entity_id", "entity"},
    "node_type": {"target_node_type", "entity_type"},
    "memory_id": {"memory"},
    "as_of": {"valid"},
    "known_at": {"known"},
}


@pytest.mark.parametrize("operation", OPERATIONS.values(), ids=lambda operation: operation.name)
def test_one_argument_has_one_name(operation: Operation) -> None:
    """The same argument has the same name everywhere; an action's own fields are called as they are stored."""
    allowed = {"target_node_type"} if operation.name == "telemetry.capture" else set()
    allowed |= {"memory"} if operation.name == "workspace.update_settings" else set()
    for name, others in ONE_NAME.items():
        assert not (set(operation.input.model_fields) & others) - allowed, f"call it {name}"


PRIVATE = {"rev"} | {row["property"] for row in tables.read("properties") if row["visibility"]} - {"embedding_model"}
"""The name of the embedding model is private on a memory, and public on a workspace."""


def _properties(schema: Any) -> set[str]:
    """The names of all properties in a JSON schema, at any depth."""
    if isinstance(schema, list):
        return set().union(*map(_properties, schema)) if schema else set()
    if not isinstance(schema, dict):
        return set()
    own = set(schema["properties"]) if isinstance(schema.get("properties"), dict) else set()
    return own.union(*map(_properties, schema.values()))


@pytest.mark.parametrize("operation", OPERATIONS.values(), ids=lambda operation: operation.name)
def test_private_properties_are_in_no_result(operation: Operation) -> None:
    """Vectors, revisions and hashes of tokens leave by no route and no tool."""
    found = _properties(operation.output.model_json_schema(mode="serialization"))
    assert not found & PRIVATE
