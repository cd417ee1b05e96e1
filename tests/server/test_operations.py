"""The operations of agents in the table: what telemetry reads of them, and the words that their results get."""

import json
from typing import Any

import pytest

from oxgraph.cli.mcp import CLIENTS, config
from oxgraph.operations import Operation
from oxgraph.server.mcp import words
from oxgraph.server.mcp.schemas import input_schema
from oxgraph.server.mcp.tools import listing, plain, tool_named, tools
from oxgraph.types import Recall
from oxgraph.types.recall import Recalled, RecallNotes


@pytest.mark.parametrize("operation", tools().values(), ids=lambda operation: operation.name)
def test_what_telemetry_reads_are_fields(operation: Operation) -> None:
    fields = set(operation.input.model_fields)
    assert set(operation.targets) <= fields
    assert operation.node_type is None or operation.node_type in fields
    assert set(words.left_out(operation.name)) <= set(operation.output.model_fields)


def test_no_two_tools_have_one_plain_name() -> None:
    assert len({plain(name) for name in tools()}) == len(tools())
    assert tool_named("memory_recall") is tool_named("memory.recall") is tools()["memory.recall"]
    assert tool_named("memory.recall_") is None


def test_what_is_told_ends_the_description() -> None:
    (tool,) = [one for one in listing("agent", {"memory.recall": "[block]"}) if one.name == "memory.recall"]
    assert (tool.description or "").endswith("\n\n[block]")
    (bare,) = [one for one in listing("agent", {}) if one.name == "memory.recall"]
    assert "[block]" not in (bare.description or "")


def test_a_result_in_short() -> None:
    """Below a result's own fields, what has its default is left out."""
    one = Recalled(rank=1, id="m-1", kind="memory", type="fact", content="Ada works at Acme.", score=0.5)
    found = Recall(results=(one,), context="[Recalled memory]", notes=RecallNotes(found=1))
    short = words.structured("memory.recall", found)
    assert set(short) == {"results", "answer", "notes"}
    assert short["results"] == [
        {"rank": 1, "id": "m-1", "kind": "memory", "type": "fact", "content": "Ada works at Acme.", "score": 0.5}
    ]
    assert words.text("memory.recall", found, short) == "[Recalled memory]\n\nIds:\nm-1: memory, Ada works at Acme."
    nothing = Recall(notes=RecallNotes(empty_because="nothing_stored"))
    assert words.text("memory.recall", nothing, {}) == "Nothing relevant is remembered (nothing_stored)."


def test_a_parameter_called_title_is_no_title() -> None:
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
def test_the_lines_to_paste(client: str, url: str | None) -> None:
    """JSON where the program reads JSON; names without dots; a place for the token, and no token."""
    text = config(client, url)
    if client in ("claude-desktop", "cursor", "vscode") and not (url and client == "claude-desktop"):
        entry: dict[str, Any] = next(iter(json.loads(text).values()))["oxgraph"]
        assert ("url" in entry) is (url is not None)
    if url and client != "claude-desktop":
        assert "https://memory.example.com/mcp?names=underscores" in text
    assert url or "--underscores" in text
    assert "oxg_…" in text or "OXGRAPH_TOKEN" in text or url
