"""The listing of the tools (names, descriptions, schemas, annotations) against a golden file.

After a change that is meant: `python -m tests.server.mcp.test_tool_listing`.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from oxgraph.operations import Operation
from oxgraph.server.mcp.tool_listing import EXPERIENCE, TOOLSETS, ListOptions, input_schema, listing, tools

GOLDEN = Path(__file__).parent / "golden"
LISTS = {"mcp_tools.json": ListOptions(TOOLSETS, full=True), "mcp_tools_by_default.json": ListOptions()}
MOST_CHARACTERS = 13_500
"""Of the list by default: 3,000 tokens. One token of o200k_base has 4.7 characters of it."""


def listed(file: str = "mcp_tools.json") -> list[dict[str, Any]]:
    """What an admin's client gets."""
    found = listing("admin", {}, LISTS[file])
    return [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in found]


@pytest.mark.parametrize("file", LISTS)
def test_the_listing_equals_the_golden_file(file: str) -> None:
    assert listed(file) == json.loads((GOLDEN / file).read_text(encoding="utf-8")), "see the head of this file"


def test_the_guide_lists_each_tool_in_its_toolset() -> None:
    guide = (Path(__file__).parents[3] / "docs" / "mcp.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", guide, re.MULTILINE))
    for toolset in TOOLSETS:
        named = {name for name, one in tools().items() if one.tool and one.tool.toolset == toolset}
        assert set(re.findall(r"`([\w.]+)`", rows[toolset])) == named, f"{toolset} in docs/mcp.md"


def test_the_list_by_default_costs_an_agent_little() -> None:
    assert len(json.dumps(listed("mcp_tools_by_default.json"))) <= MOST_CHARACTERS


def test_the_short_list_shows_inputs_that_exist_and_all_that_must_be_given() -> None:
    short = {tool.name: tool.input_schema for tool in listing(None, {}, ListOptions(TOOLSETS))}
    for name, operation in tools().items():
        assert operation.tool and set(operation.tool.often) <= set(operation.input.model_fields), name
        given = input_schema(operation.input)
        assert short[name].get("required", []) == given.get("required", []), name
        assert set(given.get("required", [])) <= set(short[name]["properties"]), name


@pytest.mark.parametrize("operation", tools().values(), ids=lambda operation: operation.tool_name)
def test_an_agent_can_use_it(operation: Operation) -> None:
    """A description that says when, a description of each parameter, and bounds on what could be endless."""
    tool = next(one for one in listed() if one["name"] == operation.tool_name)
    assert len(tool["description"]) > 80
    assert "Raises" not in json.dumps(tool)
    for name, field in tool["inputSchema"]["properties"].items():
        assert field.get("description"), name
        if field.get("type") == "string" and "enum" not in field and field.get("format") != "date-time":
            assert field.get("maxLength", 10_000_000) <= 10_000_000, name
        if field.get("type") in ("integer", "number"):
            assert {"minimum", "exclusiveMinimum"} & set(field), name
            assert {"maximum", "exclusiveMaximum"} & set(field), name
    for schema in (tool["inputSchema"], tool["outputSchema"]):
        assert schema["type"] == "object"
        Draft202012Validator.check_schema(schema)
    assert EXPERIENCE in tool["outputSchema"]["properties"]


@pytest.mark.parametrize("operation", tools().values(), ids=lambda operation: operation.tool_name)
def test_input_schemas_are_portable_between_model_providers(operation: Operation) -> None:
    """No references, no null beside what may be left out, no titles, nothing of the clock or the caller."""
    schema = next(one for one in listed() if one["name"] == operation.tool_name)["inputSchema"]
    text = json.dumps(schema)
    assert "$ref" not in text and '"null"' not in text and '"prefixItems"' not in text
    assert schema["additionalProperties"] is False
    assert not {"now", "touch", "without", "workspace_id", "embedding", "judge"} & set(schema["properties"])


def test_annotations_follow_the_effect() -> None:
    """What only reads says so; what is lost for good, or for the answers, is destructive."""
    by_name = {tool["name"]: tool["annotations"] for tool in listed()}
    assert {name for name, one in by_name.items() if one["destructiveHint"]} == {
        "memory.forget",
        "memory.metric_delete",
    }
    assert all(one["openWorldHint"] is False for one in by_name.values())
    for operation in tools().values():
        assert by_name[operation.tool_name]["readOnlyHint"] is (operation.effect == "reads")


if __name__ == "__main__":
    for each in LISTS:
        (GOLDEN / each).write_text(json.dumps(listed(each), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
