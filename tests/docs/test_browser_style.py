"""The style sheet says to Neo4j Browser what it should: parsed here by the rules of Browser's own parser."""

import re
from pathlib import Path

import pytest

from oxgraph import tables

ROOT = Path(__file__).parents[2]
SHEET = ROOT / "cypher" / "browser" / "oxgraph.grass"
NODE = {"diameter", "color", "border-color", "border-width", "text-color-internal", "font-size", "caption"}
RELATIONSHIP = {
    "color",
    "shaft-width",
    "font-size",
    "padding",
    "text-color-external",
    "text-color-internal",
    "caption",
}
VALUES = {
    "color": r"#[0-9A-Fa-f]{6}",
    "diameter": r"\d+px",
    "width": r"\d+px",
    "size": r"\d+px",
    "padding": r"\d+px",
    "caption": r"\{\w+\}( \{\w+\})*|[a-z ]+|<type>",
}


def parse(text: str) -> dict[str, dict[str, str]]:
    """Quotes are dropped and guard braces; blanks leave selectors; `;` and then one `:` split the properties."""
    rules: dict[str, dict[str, str]] = {}
    quoted = inside = False
    selector = body = ""
    for character in text:
        if character in "'\"":
            quoted = not quoted
        elif character == "{" and not quoted:
            assert not inside
            inside = True
        elif character == "}" and not quoted:
            inside = False
            pairs = [part.split(":") for part in body.split(";") if part.strip()]
            assert all(len(pair) == 2 for pair in pairs), body
            rules[selector] = {key.strip(): value.strip() for key, value in pairs}
            selector = body = ""
        elif inside:
            body += character
        elif not character.isspace():
            selector += character
    assert not quoted
    assert not inside
    return rules


RULES = parse(SHEET.read_text(encoding="utf-8"))


@pytest.mark.parametrize("selector", RULES)
def test_each_rule_has_known_properties_with_values_of_their_kind(selector: str) -> None:
    tag, _, name = selector.partition(".")
    assert tag in ("node", "relationship")
    assert re.fullmatch(r"(_mem:)?[a-z_]*", name)
    for key, value in RULES[selector].items():
        assert key in (NODE if tag == "node" else RELATIONSHIP)
        kind = "color" if key.startswith("text-color") else key.rpartition("-")[2]
        assert re.fullmatch(VALUES[kind], value), (key, value)


def test_captions_are_properties_that_their_nodes_have() -> None:
    """Browser leaves out a property that a node lacks; a relationship has its type in words."""
    declared = {(row["kind"], row["property"]) for row in tables.read("properties")}
    types = {"fact", "preference", "event", "relation", "instruction", "task"}
    for selector, rule in RULES.items():
        tag, _, name = selector.partition(".")
        if tag == "relationship":
            assert rule["caption"] == (name.removeprefix("_mem:").replace("_", " ") or "<type>")
        elif name not in ("", "_mem"):
            kind = "memory" if name in types else name
            named = re.findall(r"\{(\w+)\}", rule["caption"])
            assert named and {(kind, one) for one in named} <= declared | {(kind, "id")}, selector


def test_every_kind_of_node_and_relationship_in_the_architecture_has_a_style() -> None:
    page = (ROOT / "docs" / "reference" / "graph.md").read_text(encoding="utf-8")
    table = page.split("| kind | meaning | properties |")[1].split("\n\n")[0]
    kinds = set(re.findall(r"^\| (\w+)", table, re.MULTILINE))
    assert {kind for kind in kinds if f"node.{kind}" not in RULES} == set()
    named = page.split("Relationships, each typed")[1].split("\n\n")[0]
    types = set(re.findall(r"(\w+) \(", named))
    assert {"contains", "next", "references"} <= types
    assert {kind for kind in types if f"relationship._mem:{kind}" not in RULES} == set()
