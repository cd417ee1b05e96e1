"""Writes docs/reference/settings.md from WorkspaceSettings; `--check` only says whether it is stale."""

import sys
from pathlib import Path
from typing import Any

from oxgraph.settings import WorkspaceSettings

FILE = Path(__file__).parent.parent / "docs" / "reference" / "settings.md"
HEAD = """# Settings of a workspace

`oxgraph workspace settings NAME KEY=VALUE…` changes them, `memory.update_settings(…)` in Python. Generated from
`WorkspaceSettings` in `oxgraph/settings.py`.

| setting | default | range | meaning |
| --- | --- | --- | --- |
"""


def limits(schema: dict[str, Any]) -> str:
    """The allowed values of a field, from its JSON schema."""
    if "enum" in schema:
        return ", ".join(schema["enum"])
    if schema.get("type") == "boolean":
        return "true, false"
    low = schema.get("minimum", schema.get("exclusiveMinimum"))
    high = schema.get("maximum", schema.get("exclusiveMaximum"))
    above = "above " if "exclusiveMinimum" in schema else ""
    below = "below " if "exclusiveMaximum" in schema else ""
    return f"{above}{low:,} to {below}{high:,}"


def page() -> str:
    """The whole page."""
    fields = WorkspaceSettings.model_json_schema()["properties"]
    rows = (
        f"| `{name}` | {field['default']} | {limits(field)} | {' '.join(field.get('description', '').split())} |\n"
        for name, field in fields.items()
    )
    return HEAD + "".join(rows)


def main() -> int:
    """Writes the page, or checks it."""
    if "--check" not in sys.argv:
        FILE.write_text(page(), encoding="utf-8")
    elif FILE.read_text(encoding="utf-8") != page():
        print(f"stale: run tools/{Path(__file__).name}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
