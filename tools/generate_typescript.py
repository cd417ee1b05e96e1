"""Writes the TypeScript client's types and its table of operations from the OpenAPI document, and which arguments of a
tool are ids from the package's own tables; `--check` finds stale."""

import argparse
import json
import re
import sys
from pathlib import Path
from typing import Any

from oxgraph.actions import argument_mapping, captured_values
from oxgraph.extraction.recalled_text import STOPPED_ONCE
from oxgraph.integrations import message_content
from oxgraph.operations import OPERATIONS
from oxgraph.server.rest.openapi import document
from oxgraph.types import limits

Schema = dict[str, Any]

FOLDER = Path(__file__).parents[1] / "clients" / "typescript" / "src"
HEAD = "// Written by tools/generate_typescript.py from the OpenAPI document; do not edit.\n"
ARGUMENTS_HEAD = "// Written by tools/generate_typescript.py from the Python package; do not edit.\n"
SCALARS = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
WORKSPACE = "workspace_id"
PROBLEM = "Problem"


def _type(schema: Schema) -> str:
    """The TypeScript type of a schema."""
    if "$ref" in schema:
        return _name(schema["$ref"].rpartition("/")[2])
    if "const" in schema or "enum" in schema:
        return " | ".join(json.dumps(one) for one in schema.get("enum", [schema.get("const")]))
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_type(one) for one in schema["anyOf"]))
    if schema.get("type") == "array":
        return _array(schema)
    if schema.get("type") == "object":
        return _object(schema)
    return SCALARS.get(schema.get("type", ""), "unknown")


def _array(schema: Schema) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(_type(one) for one in schema['prefixItems'])}]"
    item = _type(schema.get("items", {}))
    return f"({item})[]" if "|" in item else f"{item}[]"


def _object(schema: Schema) -> str:
    if "properties" in schema:
        return "{\n" + _fields(schema["properties"], set(schema.get("required", ()))) + "}"
    values = schema.get("additionalProperties", True)
    return f"Record<string, {_type(values) if isinstance(values, dict) else 'unknown'}>"


def _fields(properties: Schema, required: set[str]) -> str:
    lines = []
    for name, schema in properties.items():
        described = schema.get("description") or next(
            (one["description"] for one in schema.get("anyOf", ()) if "description" in one), ""
        )
        lines += [f"  /** {_comment(described)} */"] if described else []
        field = name if re.fullmatch(r"\w+", name) else json.dumps(name)
        optional = "" if name in required else "?"
        undefined = "" if name in required else " | undefined"
        lines.append(f"  {field}{optional}: {_type(schema)}{undefined};")
    return "".join(line + "\n" for line in lines)


def _comment(text: str) -> str:
    return " ".join(text.replace("*/", "* /").split())


def _name(name: str) -> str:
    """`Page_Message_` as PageMessage, `A-Input` as AInput."""
    return re.sub(r"[_-](\w?)", lambda found: found[1].upper(), name)


def _references(schema: Any) -> set[str]:
    """The names of the schemas that a schema refers to."""
    if isinstance(schema, list):
        return set[str]().union(*map(_references, schema)) if schema else set()
    if not isinstance(schema, dict):
        return set()
    own = {schema["$ref"].rpartition("/")[2]} if isinstance(schema.get("$ref"), str) else set()
    return own.union(*map(_references, schema.values()))


def _sent(found: Schema) -> set[str]:
    """The schemas that callers send, in which what has a default may be left out; answers have all fields."""
    waiting = set[str]()
    for methods in found["paths"].values():
        for described in methods.values():
            waiting |= _references([described.get("parameters", []), described.get("requestBody", {})])
    done = set[str]()
    while waiting:
        name = waiting.pop()
        done.add(name)
        waiting |= _references(found["components"]["schemas"].get(name, {})) - done
    return done


def _interface(name: str, schema: Schema, *, sent: bool) -> str:
    comment = f"/** {_comment(schema['description'])} */\n" if schema.get("description") else ""
    properties = schema.get("properties", {})
    body = _fields(properties, set(schema.get("required", ())) if sent or name == PROBLEM else set(properties))
    if "properties" not in schema:
        return f"{comment}export type {_name(name)} = {_type(schema)};\n"
    return f"{comment}export interface {_name(name)} {{\n{body}}}\n"


def _input(described: Schema) -> str:
    """All fields of an operation: those in the path, in the query and in the body."""
    properties: Schema = {}
    required: set[str] = set()
    for parameter in described["parameters"]:
        if "name" in parameter and parameter["name"] != WORKSPACE:
            properties[parameter["name"]] = parameter["schema"] | {"description": parameter.get("description", "")}
            required |= {parameter["name"]} if parameter.get("required") else set()
    body = described.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    if "$ref" in body:
        body = document()["components"]["schemas"][body["$ref"].rpartition("/")[2]]
    properties |= body.get("properties", {})
    required |= set(body.get("required", ()))
    return "{\n" + _fields(properties, required) + "}" if properties else "Record<string, never>"


def source() -> str:
    """The file's text."""
    found = document()
    paths, table, types = found["paths"], [], []
    for name, operation in OPERATIONS.items():
        path = "/v1/workspaces/{workspace_id}" + operation.path
        described = paths[path][operation.method.lower()]
        responses = described["responses"]
        success = next(responses[status] for status in ("200", "201", "202") if status in responses)
        output = _type(success["content"]["application/json"]["schema"])
        key = {"$ref": "#/components/parameters/IdempotencyKey"} in described["parameters"]
        table.append(f'  "{name}": {{ method: "{operation.method}", path: "{path}", key: {json.dumps(key)} }},\n')
        types.append(
            f"  /** {_comment(described['summary'])} Role: {operation.role}. */\n"
            f'  "{name}": {{ input: {_input(described)}; output: {output} }};\n'
        )
    sent = _sent(found)
    schemas = [_interface(name, schema, sent=name in sent) for name, schema in found["components"]["schemas"].items()]
    return "\n".join(
        [
            HEAD,
            *schemas,
            "export interface Operations {\n" + "".join(types) + "}\n",
            "/** Method and path of each operation; `key`: whether it takes an Idempotency-Key. */\n"
            "export const OPERATIONS: { readonly [Name in keyof Operations]: OperationRoute } = {\n"
            + "".join(table)
            + "};\n",
            "export interface OperationRoute {\n  method: string;\n  path: string;\n  key: boolean;\n}\n",
        ]
    )


def arguments() -> str:
    """The text of the file that says which arguments of a tool are ids, and how ids look."""
    entries = [
        json.dumps(
            {
                "names": "|".join(map(_glob, entry.names)),
                "value": None if entry.ignore else entry.value,
                "nodeType": entry.node_type or "",
            }
        )
        for entry in argument_mapping.default_file().argument
    ]
    patterns = {
        "ID": captured_values.ID.pattern,
        "PERSONAL": captured_values.PERSONAL.pattern,
        "SECRET": captured_values.SECRET.pattern,
    }
    numbers = {
        "MAX_ID": captured_values.MAX_ID,
        "MAX_PATH": captured_values.MAX_PATH,
        "MAX_INTEGER": captured_values.MAX_INTEGER,
        "CARD_LEAST": captured_values.CARD_DIGITS.start,
        "CARD_MOST": captured_values.CARD_DIGITS.stop - 1,
        "NAME": limits.NAME,
        "TARGETS": limits.TARGETS,
        "LATENCY_MS": limits.LATENCY_MS,
        "PAGE": message_content.PAGE,
    }
    lines = [
        "/** How an argument is read: `value` is null where it is never taken. */\n"
        'export interface Argument {\n  names: string;\n  value: "id" | "path" | "url" | null;\n'
        "  nodeType: string;\n}\n",
        "/** Arguments by their names: the first entry that fits counts. */\n"
        "export const ARGUMENTS: readonly Argument[] = [\n" + "".join(f"  {entry},\n" for entry in entries) + "];\n",
        "/** What a value must match as a whole to be an id, a person's number or a secret. */\n"
        + "".join(f"export const {name} = {json.dumps(f'^(?:{text})$')};\n" for name, text in patterns.items()),
        f"export const HOME = {json.dumps(captured_values.HOME.pattern)};\n"
        f"export const STEM_SUFFIX = {json.dumps(argument_mapping.STEM_SUFFIX.pattern)};\n",
        "".join(f"export const {name} = {number};\n" for name, number in numbers.items()),
        "/** The last line of what a model reads in place of a call's result; an import of sessions knows it. */\n"
        f"export const STOPPED_ONCE = {json.dumps(STOPPED_ONCE)};\n",
    ]
    return "\n".join([ARGUMENTS_HEAD, *lines])


def _glob(text: str) -> str:
    """A glob as a regular expression."""
    assert not set("[]?") & set(text), "only * is translated"
    return ".*".join(map(re.escape, text.split("*")))


FILES = {"api.ts": source, "arguments.ts": arguments}


def main() -> int:
    """Write the files, or with --check compare them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    check, stale = parser.parse_args().check, False
    for name, made in FILES.items():
        file, text = FOLDER / name, made()
        if not check:
            file.write_text(text, encoding="utf-8")
        elif not file.exists() or file.read_text(encoding="utf-8") != text:
            print(f"{name} is stale: run python tools/generate_typescript.py", file=sys.stderr)
            stale = True
    return int(stale)


if __name__ == "__main__":
    sys.exit(main())
