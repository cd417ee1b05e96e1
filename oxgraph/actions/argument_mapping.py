"""Map a tool call to an action: its type, its targets and their node type, from its name and arguments.

The rules are those of the user's file (`--mapping`), then those of `argument_mapping.toml` in this package.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from importlib import resources
from pathlib import Path
from typing import Any, Literal, NoReturn, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from oxgraph.actions.captured_values import KINDS
from oxgraph.errors import InvalidInput
from oxgraph.types import limits
from oxgraph.types.fields import reason_of

STEM_SUFFIX = re.compile(r"[_-]?(?:ids?|keys?|numbers?|uuids?|slugs?|shas?|name)$", re.IGNORECASE)
TOOL_NAME = re.compile(r"[A-Za-z0-9_.:/-]{1,128}")
UNNAMED = "unnamed"
MAX_SERVER_NAME = 80
TEMPLATE = "{server}.{tool}"
TABLES = {"rule": "[[rule]]", "argument": "[[argument]]", "error": "[[error]]"}


# The file


class Table(BaseModel):
    """A table of a mapping file; unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Rule(Table):
    """[[rule]]: how calls of some tools are mapped."""

    tools: list[str] = Field(min_length=1)
    action_type: str | None = Field(default=None, min_length=1, max_length=limits.NAME)
    node_type: str | None = Field(default=None, max_length=limits.NAME)
    targets: list[str] | None = None


class Argument(Table):
    """[[argument]]: how some arguments are read."""

    names: list[str] = Field(min_length=1)
    value: Literal["id", "path", "url"] = "id"
    node_type: str | None = Field(default=None, max_length=limits.NAME)
    ignore: bool = False


class Phrase(Table):
    """[[error]]: an error code for a phrase in an error's text."""

    text: str = Field(min_length=3, max_length=100)
    code: str = Field(pattern=r"^[A-Za-z_][A-Za-z0-9_.:-]{0,63}$")


class MappingFile(Table):
    """A mapping file."""

    ignore: list[str] = []
    rule: list[Rule] = []
    argument: list[Argument] = []
    error: list[Phrase] = []


def default_file() -> MappingFile:
    """The defaults of this package."""
    text = resources.files("oxgraph.actions").joinpath("argument_mapping.toml").read_text(encoding="utf-8")
    return _parse("argument_mapping.toml", text)


def read_file(path: Path) -> MappingFile:
    """A user's file. Raises InvalidInput, which names the file, the place and what to do."""
    try:
        return _parse(str(path), path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "is not UTF-8"
        raise InvalidInput(field="mapping", reason=f"{path} cannot be read: {reason}") from None


def _parse(name: str, text: str) -> MappingFile:
    try:
        return MappingFile.model_validate(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        _refuse(name, "", f"{error}; correct the TOML there")
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        _refuse(name, _place(first["loc"]), _reason(first))


def _place(loc: tuple[Any, ...]) -> str:
    """Such as `[[rule]] 2, tools`: tables are counted from 1, as people count."""
    table, *rest = loc
    words = [str(one + 1) if isinstance(one, int) else f", {one}" for one in rest]
    return "".join([TABLES.get(str(table), str(table)), " " if rest and isinstance(rest[0], int) else "", *words])


def _reason(first: Any) -> str:
    kind = first["type"]
    if kind == "extra_forbidden":
        return "is not a known key; take it out or see docs/proxy.md for the ones there are"
    if kind == "missing":
        return "is missing; add it"
    return reason_of(first)


def _refuse(name: str, place: str, reason: str) -> NoReturn:
    raise InvalidInput(field="mapping", reason=f"{name}: {place + ': ' if place else ''}{reason}")


# The mapping


@dataclass(frozen=True)
class MappedCall:
    """A call as it is captured. `action_type` contains `{server}` where the server's name goes."""

    action_type: str
    node_type: str | None = None
    targets: tuple[str, ...] = ()

    def action_type_of(self, server: str) -> str:
        """The action type, with the server's name."""
        return with_server(self.action_type, server)


def with_server(template: str, server: str) -> str:
    """A template's action type for a server."""
    return template.replace("{server}", server)[: limits.NAME].strip() or UNNAMED


def server_name(text: str) -> str:
    """A server's name as one word, which precedes the names of its tools."""
    return re.sub(r"[^A-Za-z0-9_.:/-]+", "-", text.strip())[:MAX_SERVER_NAME].strip("-") or UNNAMED


class ToolMapping:
    """The rules of mapping files; those of earlier files take precedence."""

    def __init__(self, *files: MappingFile) -> None:
        self._ignore = [glob for file in files for glob in file.ignore]
        self._rules = [rule for file in files for rule in file.rule]
        self._arguments = [argument for file in files for argument in file.argument]
        self.phrases = [(phrase.text.lower(), phrase.code) for file in files for phrase in file.error]

    @classmethod
    def load(cls, path: Path | None = None) -> Self:
        """The rules of a file and the defaults. Raises InvalidInput."""
        return cls(*([read_file(path)] if path else []), default_file())

    def action_type(self, tool: str) -> str | None:
        """The template of a tool's action type; None where the tool is not captured."""
        if any(fnmatchcase(tool, glob) for glob in self._ignore):
            return None
        template = next((rule.action_type for rule in self._rules_for(tool) if rule.action_type), TEMPLATE)
        return template.replace("{tool}", tool if TOOL_NAME.fullmatch(tool) else UNNAMED)

    def map_call(self, tool: str, arguments: Any) -> MappedCall | None:
        """The call as an action; None where it is not captured. Of the arguments only ids are taken."""
        action_type = self.action_type(tool)
        if action_type is None:
            return None
        given = arguments if isinstance(arguments, dict) else {}
        found = sorted(self._targets(tool, given), key=lambda one: one[0])
        targets = tuple(dict.fromkeys(target for _, _, target in found))[: limits.TARGETS]
        fixed = next((rule.node_type for rule in self._rules_for(tool) if rule.node_type is not None), None)
        by_argument = next((node_type for _, node_type, _ in found if node_type), None)
        return MappedCall(action_type, (by_argument if fixed is None else fixed) or None, targets)

    def of_server(self, action_type: str, server: str) -> bool:
        """Whether an action type may be that of one of the server's tools."""
        templates = [rule.action_type for rule in self._rules if rule.action_type]
        patterns = (re.escape(with_server(one, server)).replace(re.escape("{tool}"), ".+") for one in templates)
        return any(re.fullmatch(pattern, action_type) for pattern in patterns)

    def _rules_for(self, tool: str) -> Iterator[Rule]:
        return (rule for rule in self._rules if any(fnmatchcase(tool, glob) for glob in rule.tools))

    def _targets(self, tool: str, given: Mapping[str, Any]) -> Iterator[tuple[int, str | None, str]]:
        """Every target: the index of the entry that matched, its node type, and its id."""
        named = next((rule.targets for rule in self._rules_for(tool) if rule.targets is not None), None)
        for name, value in _flat(given) if named is not None else given.items():
            entry = self._entry(name, named)
            if entry is None:
                continue
            place, argument = entry
            node_type = (argument.node_type or "").replace("{stem}", stem(name)) or None
            for one in value if isinstance(value, list) else [value]:
                target = KINDS[argument.value](one)
                if target is not None:
                    yield place, node_type, target

    def _entry(self, name: str, named: list[str] | None) -> tuple[int, Argument] | None:
        """The entry for an argument, with its index; an argument that a rule names is taken whatever the entries."""
        if named is not None:
            places = [place for place, glob in enumerate(named) if fnmatchcase(name, glob)]
            return (places[0], self._kind(name)) if places else None
        for place, argument in enumerate(self._arguments):
            if any(fnmatchcase(name, glob) for glob in argument.names):
                return None if argument.ignore else (place, argument)
        return None

    def _kind(self, name: str) -> Argument:
        """The entry that says how to read an argument that a rule names."""
        own = name.rpartition(".")[2]
        for argument in self._arguments:
            if not argument.ignore and any(fnmatchcase(own, glob) for glob in argument.names):
                return argument
        return Argument(names=[own], node_type="{stem}")


def stem(name: str) -> str:
    """The node type in an argument's name: issue for `issue_id` and `issueIds`, repo for `repo_name`."""
    own = name.rpartition(".")[2]
    left = STEM_SUFFIX.sub("", own) or own
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", left).lower()[: limits.NAME]


def _flat(given: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Members and nested members, by dotted names."""
    for name, value in given.items():
        yield prefix + name, value
        if isinstance(value, dict) and prefix.count(".") < 3:
            yield from _flat(value, f"{prefix}{name}.")
