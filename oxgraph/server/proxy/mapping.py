"""What a tool's call is as an action: its type, its nodes and their type, read from its name and arguments."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Self

from oxgraph.server.proxy.mapping_file import Argument, MappingFile, Rule, of_file, shipped
from oxgraph.server.proxy.values import KINDS
from oxgraph.types import limits

STEM = re.compile(r"[_-]?(?:ids?|keys?|numbers?|uuids?|slugs?|shas?|name)$", re.IGNORECASE)
TOOL = re.compile(r"[A-Za-z0-9_.:/-]{1,128}")
UNNAMED = "unnamed"
MOST_SERVER = 80
TEMPLATE = "{server}.{tool}"


@dataclass(frozen=True)
class Reading:
    """A call as it would be captured; `action_type` still has `{server}` in it where the server's name goes."""

    action_type: str
    node_type: str | None = None
    targets: tuple[str, ...] = ()

    def by(self, server: str) -> str:
        """The action's type, with the server's name."""
        return placed(self.action_type, server)


def placed(template: str, server: str) -> str:
    """The action type that a template gives for a server."""
    return template.replace("{server}", server)[: limits.NAME].strip() or UNNAMED


def server_name(text: str) -> str:
    """A server's name as it stands before its tools': one word."""
    return re.sub(r"[^A-Za-z0-9_.:/-]+", "-", text.strip())[:MOST_SERVER].strip("-") or UNNAMED


class ToolMapping:
    """The rules of a person's file, if any, and after them those that come with oxgraph."""

    def __init__(self, *files: MappingFile) -> None:
        self._ignore = [glob for file in files for glob in file.ignore]
        self._rules = [rule for file in files for rule in file.rule]
        self._arguments = [argument for file in files for argument in file.argument]
        self.phrases = [(phrase.text.lower(), phrase.code) for file in files for phrase in file.error]

    @classmethod
    def load(cls, path: Path | None = None) -> Self:
        """The mapping of a file and the defaults. Raises InvalidInput."""
        return cls(*([of_file(path)] if path else []), shipped())

    def action_type(self, tool: str) -> str | None:
        """The template of a tool's action type; None where the tool is not captured."""
        if any(fnmatchcase(tool, glob) for glob in self._ignore):
            return None
        template = next((rule.action_type for rule in self._of(tool) if rule.action_type), TEMPLATE)
        return template.replace("{tool}", tool if TOOL.fullmatch(tool) else UNNAMED)

    def read(self, tool: str, arguments: Any) -> Reading | None:
        """The call as an action; None where it is not captured. No value but ids comes out of the arguments."""
        action_type = self.action_type(tool)
        if action_type is None:
            return None
        given = arguments if isinstance(arguments, dict) else {}
        found = sorted(self._found(tool, given), key=lambda one: one[0])
        targets = tuple(dict.fromkeys(target for _, _, target in found))[: limits.TARGETS]
        fixed = next((rule.node_type for rule in self._of(tool) if rule.node_type is not None), None)
        by_argument = next((node_type for _, node_type, _ in found if node_type), None)
        return Reading(action_type, (by_argument if fixed is None else fixed) or None, targets)

    def of_server(self, action_type: str, server: str) -> bool:
        """Whether an action type may be that of one of the server's tools."""
        templates = [rule.action_type for rule in self._rules if rule.action_type]
        patterns = (re.escape(placed(one, server)).replace(re.escape("{tool}"), ".+") for one in templates)
        return any(re.fullmatch(pattern, action_type) for pattern in patterns)

    def _of(self, tool: str) -> Iterator[Rule]:
        return (rule for rule in self._rules if any(fnmatchcase(tool, glob) for glob in rule.tools))

    def _found(self, tool: str, given: Mapping[str, Any]) -> Iterator[tuple[int, str | None, str]]:
        """Every target: the place of the entry that found it, its type, and its id."""
        named = next((rule.targets for rule in self._of(tool) if rule.targets is not None), None)
        for name, value in _flat(given) if named is not None else given.items():
            chosen = self._chosen(name, named)
            if chosen is None:
                continue
            place, argument = chosen
            node_type = (argument.node_type or "").replace("{stem}", stem(name)) or None
            for one in value if isinstance(value, list) else [value]:
                target = KINDS[argument.value](one)
                if target is not None:
                    yield place, node_type, target

    def _chosen(self, name: str, named: list[str] | None) -> tuple[int, Argument] | None:
        """The entry that speaks of an argument; one that a rule names is taken whatever the entries say."""
        if named is not None:
            places = [place for place, glob in enumerate(named) if fnmatchcase(name, glob)]
            return (places[0], self._kind(name)) if places else None
        for place, argument in enumerate(self._arguments):
            if any(fnmatchcase(name, glob) for glob in argument.names):
                return None if argument.ignore else (place, argument)
        return None

    def _kind(self, name: str) -> Argument:
        """How an argument that a rule names is read."""
        own = name.rpartition(".")[2]
        for argument in self._arguments:
            if not argument.ignore and any(fnmatchcase(own, glob) for glob in argument.names):
                return argument
        return Argument(names=[own], node_type="{stem}")


def stem(name: str) -> str:
    """What an argument's name says of the type: `issue_id` and `issueIds` of an issue, `repo_name` of a repo."""
    own = name.rpartition(".")[2]
    left = STEM.sub("", own) or own
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", left).lower()[: limits.NAME]


def _flat(given: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Members and members of members, by dotted names."""
    for name, value in given.items():
        yield prefix + name, value
        if isinstance(value, dict) and prefix.count(".") < 3:
            yield from _flat(value, f"{prefix}{name}.")
