"""Edits JSON settings as text: what is not changed stays as it was, to the byte; comments too."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Any

SPACE = re.compile(r"\s*")
SCALAR = re.compile(r"-?\d[\d.eE+-]*|true|false|null")
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|//[^\n]*|/\*.*?\*/', re.DOTALL)


@dataclass
class Node:
    """A value and its place in the text; `members` of an object, `items` of an array."""

    start: int
    end: int = 0
    value: Any = None
    members: dict[str, "Node"] = field(default_factory=dict)
    items: list["Node"] = field(default_factory=list)
    begins: list[int] = field(default_factory=list)

    @property
    def children(self) -> list["Node"]:
        """Members or items, in order."""
        return self.items if isinstance(self.value, list) else list(self.members.values())


def without_comments(text: str) -> str:
    """The text with comments replaced by as many blanks."""
    return TOKEN.sub(lambda found: found[0] if found[0][0] == '"' else re.sub(r"[^\n]", " ", found[0]), text)


def parsed(text: str) -> Node:
    """The value of a text with its places. Raises ValueError with line and column for what is no JSON."""
    reader = _Reader(without_comments(text))
    found = reader.value(0)
    rest = reader.skip(found.end)
    if rest != len(text):
        raise reader.error(rest)
    return found


class _Reader:
    """Reads JSON that may have a comma before a closing bracket."""

    def __init__(self, text: str) -> None:
        self._text = text

    def skip(self, at: int) -> int:
        match = SPACE.match(self._text, at)
        return match.end() if match else at

    def error(self, at: int) -> ValueError:
        line, column = self._text.count("\n", 0, at) + 1, at - self._text.rfind("\n", 0, at)
        return ValueError(f"line {line}, column {column}")

    def value(self, at: int) -> Node:
        start = self.skip(at)
        first = self._text[start : start + 1]
        if first in ("{", "["):
            return self._container(start, "}" if first == "{" else "]")
        if first == '"':
            text, end = self._string(start)
            return Node(start, end, text)
        match = SCALAR.match(self._text, start)
        if match is None:
            raise self.error(start)
        try:
            return Node(start, match.end(), json.loads(match[0]))
        except ValueError:
            raise self.error(start) from None

    def _string(self, start: int) -> tuple[str, int]:
        try:
            return scanstring(self._text, start + 1, False)  # type: ignore[no-any-return]
        except ValueError:
            raise self.error(start) from None

    def _container(self, start: int, closing: str) -> Node:
        node = Node(start, value={} if closing == "}" else [])
        at = self.skip(start + 1)
        while self._text[at : at + 1] != closing:
            node.begins.append(at)
            at = self.skip(self._child(node, at))
            if self._text[at : at + 1] == ",":
                at = self.skip(at + 1)
            elif self._text[at : at + 1] != closing:
                raise self.error(at)
        node.end = at + 1
        return node

    def _child(self, node: Node, at: int) -> int:
        if isinstance(node.value, list):
            child = self.value(at)
            node.items.append(child)
            node.value.append(child.value)
            return child.end
        if self._text[at : at + 1] != '"':
            raise self.error(at)
        key, end = self._string(at)
        end = self.skip(end)
        if self._text[end : end + 1] != ":" or key in node.members:
            raise self.error(end)
        child = self.value(end + 1)
        node.members[key] = child
        node.value[key] = child.value
        return child.end


def indent_of(text: str) -> str:
    """The indent of the text's first indented line; two blanks where there is none."""
    found = re.search(r"^([ \t]+)\S", text, re.MULTILINE)
    return found[1] if found else "  "


def with_member(text: str, node: Node, key: str, value: Any, depth: int) -> str:
    """The text with a member added to an object that is `depth` levels deep."""
    return _with_child(text, node, f"{json.dumps(key)}: ", value, depth)


def with_item(text: str, node: Node, value: Any, depth: int) -> str:
    """The text with an item added to an array that is `depth` levels deep."""
    return _with_child(text, node, "", value, depth)


def _with_child(text: str, node: Node, prefix: str, value: Any, depth: int) -> str:
    unit = indent_of(text)
    body = json.dumps(value, indent=unit, ensure_ascii=False).replace("\n", "\n" + unit * (depth + 1))
    line = f"\n{unit * (depth + 1)}{prefix}{body}"
    close = node.end - 1
    content = len(text[:close].rstrip())
    ending = text[content:close] if "\n" in text[content:close] else "\n" + unit * depth
    if not node.children:
        return f"{text[:content]}{line}{ending}{text[close:]}"
    last = node.children[-1].end
    comma = "" if "," in without_comments(text)[last:close] else ","
    return f"{text[:last]}{comma}{text[last:content]}{line}{ending}{text[close:]}"


def without_child(text: str, node: Node, place: int) -> str:
    """The text without a child of a container, and without the comma that separated it."""
    begin, end = node.begins[place], node.children[place].end
    clean = without_comments(text)
    if place:
        before = node.children[place - 1].end
        comma = clean.index(",", before)
        return text[:comma] + text[comma + 1 : begin].rstrip() + text[end:]
    if len(node.children) > 1:
        return text[:begin] + text[node.begins[1] :]
    if clean[node.start + 1 : begin].strip() or text[node.start + 1 : begin].strip():
        return text[:begin].rstrip() + text[end:]
    return text[: node.start + 1] + text[node.end - 1 :]


def member(node: Node, *keys: str) -> Node | None:
    """The value at a path of keys; None where there is none."""
    found: Node | None = node
    for key in keys:
        found = found.members.get(key) if found is not None and isinstance(found.value, Mapping) else None
    return found
