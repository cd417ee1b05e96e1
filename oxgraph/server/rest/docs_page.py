"""The page /docs: the OpenAPI document for people, without a script."""

import functools
import json
from html import escape
from typing import Any

from oxgraph.server.rest.openapi import document

Schema = dict[str, Any]

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>oxgraph REST API</title>
<link rel="icon" href="/static/icon.svg">
<link rel="stylesheet" href="/static/style/api_docs.css">
</head>
<body>
<header><h1>oxgraph REST API <small>{version}</small></h1>{description}
<p><a href="/openapi.json">openapi.json</a></p>
<nav aria-label="Groups">{groups}</nav></header>
<main>{sections}</main>
</body>
</html>
"""


@functools.cache
def page() -> bytes:
    """The page as HTML."""
    found = document()
    by_tag: dict[str, list[str]] = {tag["name"]: [] for tag in found["tags"]}
    for path, methods in found["paths"].items():
        for method, operation in methods.items():
            by_tag[operation["tags"][0]].append(_operation(path, method, operation, found["components"]))
    described = {tag["name"]: tag["description"] for tag in found["tags"]}
    sections, links = [], []
    for name, rows in by_tag.items():
        about = f"<h2>{escape(name)}</h2><p>{escape(described[name])}</p>"
        sections.append(f'<section id="{_anchor(name)}">{about}{"".join(rows)}</section>')
        links.append(f'<a href="#{_anchor(name)}">{escape(name)}</a>')
    text = PAGE.format(
        version=escape(found["info"]["version"]),
        description=_paragraphs(found["info"]["description"]),
        groups=" ".join(links),
        sections="".join(sections),
    )
    return text.encode()


def _anchor(name: str) -> str:
    return name.replace(" ", "-")


def _paragraphs(text: str) -> str:
    parts = [" ".join(part.split()) for part in text.strip().split("\n\n")]
    return "".join(f"<p>{escape(part)}</p>" for part in parts)


def _operation(path: str, method: str, operation: Schema, components: Schema) -> str:
    name = operation["operationId"]
    parts = [_paragraphs(operation.get("description", "")), _inputs(operation, components), _body(operation)]
    responses = ", ".join(sorted(operation["responses"]))
    return (
        f'<details id="{escape(name)}"><summary><b class="{method}">{method.upper()}</b> <code>{escape(path)}</code> '
        f"<span>{escape(operation['summary'])}</span></summary>"
        f"{''.join(parts)}<p>Responses: {escape(responses)}</p></details>"
    )


def _inputs(operation: Schema, components: Schema) -> str:
    given = [_resolved(one, components) for one in operation.get("parameters", ())]
    fields = [(one["name"], one["in"], one.get("required"), one["schema"], one.get("description")) for one in given]
    schema = _resolved(_content(operation).get("schema", {}), components)
    fields += [
        (name, "body", name in schema.get("required", ()), field, field.get("description"))
        for name, field in schema.get("properties", {}).items()
    ]
    if not fields:
        return ""
    lines = [
        f"<tr><td><code>{escape(name)}</code>{'*' if required else ''}</td><td>{place}</td>"
        f"<td>{escape(_type(field))}</td><td>{escape(text or '')}</td></tr>"
        for name, place, required, field, text in fields
    ]
    return f"<table><tr><th>field</th><th>in</th><th>type</th><th></th></tr>{''.join(lines)}</table>"


def _body(operation: Schema) -> str:
    example = _content(operation).get("example")
    return f"<pre>{escape(json.dumps(example, indent=2, ensure_ascii=False))}</pre>" if example is not None else ""


def _content(operation: Schema) -> Schema:
    found: Schema = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    return found


def _resolved(node: Schema, components: Schema) -> Schema:
    """What a reference names."""
    if "$ref" not in node:
        return node
    kind, name = node["$ref"].split("/")[-2:]
    found: Schema = components[kind][name]
    return found


def _type(schema: Schema) -> str:
    """A schema's type in a few words."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "enum" in schema:
        return " | ".join(str(one) for one in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_type(one) for one in schema["anyOf"] if one.get("type") != "null"))
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items', {}))}"
    return str(schema.get("format") or schema.get("type") or "any")
